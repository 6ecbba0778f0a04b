// A definition that is written in several clauses, as in Haskell: the fix makes one definition of them, with `case`.
import { nth, present } from "../../base/nth.ts";
import type { Fix } from "../../source/diagnostic.ts";
import type { Declaration, Pattern } from "../../syntax/ast.ts";

/** A declaration that is a definition; several that follow one another with one name may be clauses. */
export type Definition = Extract<Declaration, { tag: "def" }>;

/** Clauses of one definition that are rewritten. */
export const MOST_CLAUSES = 20;

/** Characters of one of them. */
const LONGEST = 4000;

/** A clause without its name. */
interface Clause {
  readonly patterns: readonly string[];
  readonly body: string;
}

/** The fix for definitions of one name that follow one another; undefined where they are no clauses of one definition. */
export function clausesFix(text: string, definitions: readonly Definition[]): Fix | undefined {
  const [first] = definitions;
  if (first === undefined || definitions.length < 2 || definitions.length > MOST_CLAUSES) return undefined;
  const { params } = first.binding;
  if (params.length === 0 || params.every(({ tag }) => tag === "variable")) return undefined;
  const clauses: Clause[] = [];
  for (const definition of definitions) {
    const clause = clauseOf(text, definition);
    if (clause?.patterns.length !== params.length) return undefined;
    clauses.push(clause);
  }
  const names = namesOf(definitions, params.length);
  const [scrutinee, ...others] = names;
  const joined = (all: readonly string[]): string => (others.length === 0 ? nth(all, 0) : `(${all.join(", ")})`);
  const branches = clauses.map(({ patterns, body }) => `${joined(patterns)} -> ${body}`);
  const { source } = first.span;
  const head = `${first.binding.name.text} ${names.join(" ")} = case ${others.length === 0 ? present(scrutinee) : joined(names)} of`;
  const edits = [
    {
      span: { source, from: first.binding.name.span.from, to: first.span.to },
      text: `${head} {\n    ${branches.join("\n  | ")}\n  }`,
    },
    ...definitions.slice(1).map(({ span }) => {
      const newline = present(/^[ \t]*\n?/.exec(text.slice(span.to, span.to + 100)))[0].length;
      return { span: { source, from: span.from, to: span.to + newline }, text: "" };
    }),
  ];
  return { title: "write `case`", edits };
}

/** The patterns and the body of a clause, as they are written. */
function clauseOf(text: string, { binding, span }: Definition): Clause | undefined {
  const last = binding.params.at(-1);
  if (last === undefined || span.to - span.from > LONGEST) return undefined;
  const rest = text.slice(last.span.to, span.to);
  const equals = /^[ \t)]*=(?!=)\s*/.exec(rest);
  const patterns = binding.params.map(({ span: { from, to } }) => text.slice(from, to));
  return equals === null ? undefined : { patterns, body: rest.slice(equals[0].length).trimEnd() };
}

/** Names of the parameters: those of a clause that has variables, else ones that no clause has. */
function namesOf(definitions: readonly Definition[], count: number): readonly string[] {
  const used = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const known = definitions
      .map(({ binding }) => nth(binding.params, index))
      .filter((param): param is Extract<Pattern, { tag: "variable" }> => param.tag === "variable")
      .map(({ name }) => name)
      .find((name) => !used.has(name));
    let name = known ?? ["xs", "ys", "zs"][index] ?? `x${index}`;
    while (used.has(name)) name += "'";
    used.add(name);
    return name;
  });
}
