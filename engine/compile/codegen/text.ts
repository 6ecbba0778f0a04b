// Generated code as text.
import type { Span } from "../../source/span.ts";
import type { Item } from "../analyse/items.ts";
import type { Failure } from "../ir/ir.ts";
import type { ConLayout, Layout } from "../ir/layout.ts";
import type { LinkedLine, Links } from "../ir/source-links.ts";

/** A program in JavaScript. The text is a function's body: of `limits` and `mistake`, giving what `engine.ts` runs. */
export interface Assembled {
  readonly text: string;
  /** Whether there is a tape that grows, which takes memory and time within `limits`; that of straight code has its places beforehand. */
  readonly hasTape: boolean;
  /** Whether its jobs may run on several threads: the text is then a function of `jobs`, too. */
  readonly isParallel?: boolean;
  /** Whether loops are functions of WebAssembly: the text is then a function of `cellsWithLoops`, too (`webassembly/memory.js`). */
  readonly hasLoops?: boolean;
  /** Failures of `mistake(site, values)`, by the site. */
  readonly sites: readonly Failure[];
  readonly param: Layout;
  readonly result: Layout;
  /** Constructors by the number of their class. */
  readonly classOf: (con: ConLayout) => number;
  /** For a listener: the text in its parts, one after the other, and the entries of the tape. */
  readonly explained?: Explained;
}

/** The parts of a program's text. */
export interface Explained {
  /** `begin` and `end` are what runs the program, around its own code. */
  readonly sections: readonly { readonly id: SectionId; readonly lines: readonly LinkedLine[] }[];
  readonly segments: readonly TapeSegment[];
  /** Bytes of a tape at fixed places; undefined where it grows by the records of segments. */
  readonly fixedTape: number | undefined;
}

/** The parts of the text of a program, in order. */
const SECTIONS = ["begin", "forward", "reverse", "end"] as const;
/** A part of the generated text; the explanation of a program shows each on its own. */
export type SectionId = (typeof SECTIONS)[number];

/** Entries that are pushed and popped at once. */
export interface TapePart {
  /** `segment`: the record of one; `round` and `branch`: what is left of each that is executed within the segment. */
  readonly of: "segment" | "round" | "branch";
  readonly spans: readonly Span[];
  readonly holds: readonly Held[];
  /** Each time. */
  readonly bytes: number;
  /** The place of its count among those of a run, where they are counted. */
  readonly counter: number | undefined;
}

/** Something that the tape remembers, by its name in the code. */
export interface Held {
  readonly name: string;
  readonly what: "value" | "cell" | "rounds" | "truth value" | "count" | "number of the segment";
  readonly bytes: number;
  readonly spans: readonly Span[];
}

/** A segment that leaves a record. */
export interface TapeSegment extends TapePart {
  /** As in the code: `r1` takes back segment 1. */
  readonly id: number;
  readonly function: string;
  /** Its entries before its record, for each round and branch. */
  readonly parts: readonly TapePart[];
}

/** A tape that grows by the records of segments, or one that has as many bytes at fixed places. */
export type TapeForm = { readonly fixed: number } | { readonly segments: () => readonly TapeSegment[] };

/** The text of a program from its sections in order; where it has links, its explanation, too. */
export function textOf(
  sections: Readonly<Partial<Record<SectionId, string>>>,
  links: Links | undefined,
  tape: TapeForm,
): Pick<Assembled, "text" | "hasTape" | "explained"> {
  const parts = SECTIONS.flatMap((id) => (sections[id] === undefined ? [] : [{ id, text: sections[id] }]));
  const hasTape = "segments" in tape;
  if (links === undefined) return { text: parts.map(({ text }) => text).join("\n"), hasTape };
  const linked = parts.map(({ id, text }) => ({ id, lines: links.lines(text) }));
  return {
    text: linked.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n"),
    hasTape,
    explained: {
      sections: linked,
      segments: hasTape ? tape.segments() : [],
      fixedTape: hasTape ? undefined : tape.fixed,
    },
  };
}

/** The declaration of variables. */
export function declared(variables: Iterable<Item>): string {
  const names = [...variables].map(({ name }) => name);
  return names.length === 0 ? "" : `let ${names.join(", ")};\n`;
}

/** The deepest that statements are indented. */
const DEEPEST = 16;

/** Generated statements without empty lines, indented by their braces. */
export function indented(text: string): string {
  let depth = 0;
  const lines = text.split("\n").flatMap((line) => {
    const code = line.trim();
    if (code === "") return [];
    const closes = code.startsWith("}") ? 1 : 0;
    const shown = `${"  ".repeat(Math.max(0, Math.min(depth - closes, DEEPEST)))}${code}`;
    for (const sign of code) depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    return [shown];
  });
  return `${lines.join("\n")}\n`;
}

/** The tape where it was longest: what lay on it, by counter, its bytes, and whether that was within a derivative of the program's own. */
export interface LongestTape {
  readonly counts: readonly number[];
  readonly bytes: number;
  readonly isWithinPass: boolean;
}
