// The source of a cell of a lesson as a form has it: options, text and sections, put together again; and questions that a form can ask.
import { nth } from "../../../engine/base/nth.ts";
import type { Options, Section, Source } from "./source.ts";

/** The source of a cell from its parts, the inverse of `readSource`. Options that are undefined are left out. */
export function writtenSource({ options, text, sections }: Pick<Source, "options" | "text" | "sections">): string {
  const known = Object.entries(options).filter(([, value]) => value !== undefined && value !== "");
  const head = JSON.stringify(Object.fromEntries(known));
  const parts = sections.map(({ kind, argument, text: own }) => {
    const line = argument.trim() === "" ? `--- ${kind}` : `--- ${kind}: ${argument.trim()}`;
    return own === "" ? line : `${line}\n${own}`;
  });
  return [head, ...(text === "" ? [] : [text]), ...parts].join("\n");
}

/** The options with another value of one; without it where that is empty. */
export function withValue(options: Options, name: string, value: unknown): Options {
  const { [name]: _, ...others } = options;
  const isEmpty = value === "" || value === undefined || (Array.isArray(value) && value.length === 0);
  return isEmpty ? others : { ...options, [name]: value };
}

/** The questions that a form asks by name; anything else is a query that is written. */
export type Question =
  | { readonly asks: "value" | "gradient" }
  | { readonly asks: "cotangent"; readonly of: string }
  | { readonly asks: "calls"; readonly of: string; readonly by: string }
  | { readonly asks: "query"; readonly query: string };

/** Reads which question a query asks. */
export function questionOf(query: string): Question {
  const text = query.trim();
  if (text === "value()") return { asks: "value" };
  if (text === "gradient()") return { asks: "gradient" };
  const cotangent = /^cotangent\(([^,()"]+)\)$/.exec(text);
  if (cotangent !== null) return { asks: "cotangent", of: nth(cotangent, 1).trim() };
  const calls = /^calls\(([^,()"]+), by: "?([\w-]+)"?\)$/.exec(text);
  if (calls !== null) return { asks: "calls", of: nth(calls, 1).trim(), by: nth(calls, 2) };
  return { asks: "query", query };
}

/** The query that asks a question. */
export function queryOf(question: Question): string {
  switch (question.asks) {
    case "value":
      return "value()";
    case "gradient":
      return "gradient()";
    case "cotangent":
      return `cotangent(${question.of})`;
    case "calls":
      return `calls(${question.of}, by: ${/^\w+$/.test(question.by) ? question.by : `"${question.by}"`})`;
    case "query":
      return question.query;
  }
}

/** The first section of a kind with another text; added where there is none, and gone where the text is empty. */
export function withFirst(sections: readonly Section[], kind: Section["kind"], text: string): readonly Section[] {
  const at = sections.findIndex((section) => section.kind === kind);
  if (at < 0) return text === "" ? sections : [...sections, { kind, argument: "", text }];
  if (text === "") return sections.filter((_, place) => place !== at);
  return sections.map((section, place) => (place === at ? { ...section, text } : section));
}
