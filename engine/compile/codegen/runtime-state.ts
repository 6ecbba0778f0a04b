// The state of the run time in generated functions: local copies of it, and room for what is stored.
import type { Item } from "../analyse/items.ts";
import type { RuntimeName } from "../runtime/runtime-text.ts";
import type { Calls } from "./calls.ts";
import { declared } from "./text.ts";

/** Stores filled by a round of a loop. */
export type Store = "V" | "T" | "I" | "H" | "S";
/** All stores. */
export const STORES: readonly Store[] = ["V", "T", "I", "H", "S"];

/** Rounds of a short loop in one stretch. With 10, gradients of the logistic map and of `dot` take 3 % to 19 % and 6 % longer. */
export const STRETCH = 10_000;

/** A counter below this stays exact for a whole stretch, whose steps are at most 100: it cannot reach 2^53. */
export const FAR_FROM_END = 2 ** 53 - 100 * STRETCH;

type MoreOf = Readonly<Record<Store, (more: (name: RuntimeName) => string, count: string) => string>>;

/** Makes room in each store for so much more. */
const MORE: MoreOf = {
  V: (more, count) => `if (n + ${count} > NE) { nOut = n; ${more("more")}(${count}); V = Vin; NE = V.length; }`,
  T: (more, count) =>
    `if (tp + ${count} > TE) { tpOut = tp; ${more("moreT")}(${count}); T = Tin; tp = 0; TE = T.length; }`,
  I: (more, count) =>
    `if (ip + ${count} > IE) { ipOut = ip; ${more("moreI")}(${count}); I = Iin; ip = 0; IE = I.length; }`,
  H: (more, count) => `if (h + ${count} > HE) { hOut = h; ${more("moreH")}(${count}); H = Hin; HE = H.length; }`,
  S: (more, count) => `if (sp + ${count} > SE) { ${more("moreS")}(${count}); S = Sin; SE = S.length; }`,
};

/** The same where cells and words come in chunks: what is new begins elsewhere. */
const MORE_SHARED: MoreOf = {
  ...MORE,
  V: (more, count) => `if (n + ${count} > NE) { nOut = n; ${more("more")}(${count}); V = Vin; n = nOut; NE = nEnd; }`,
  H: (more, count) => `if (h + ${count} > HE) { hOut = h; ${more("moreH")}(${count}); H = Hin; h = hOut; HE = hEnd; }`,
};

/** The room that there is. */
export const FREE: Readonly<Record<Store, string>> = {
  V: "NE - n",
  T: "TE - tp",
  I: "IE - ip",
  H: "HE - h",
  S: "SE - sp",
};

/**
 * A line of a function: code, or a place where the local copies of the run time's state are put back (`save`) or taken again (`restore`),
 * whose code is known when the function is whole. `mark` links such a line to its source.
 */
export type Line = string | { readonly sync: "save" | "restore"; readonly mark: string };

/** A part of the run time's state that a function keeps in local variables: n is the next cell, u what is left until a look at the clock. */
type StatePart = Store | "n" | "u";

interface StatePartCode {
  readonly part: StatePart;
  readonly take: string;
  readonly reload: string;
  readonly put: string;
}

/** Rounds of a call before its first look at the clock: 20 µs at 5 ns a round (the logistic map), so that short calls take none. */
const FIRST_LOOK = 4000;

/** The parts in the order in which they are taken, and how each is taken, put back, and taken again. */
const PARTS: readonly StatePartCode[] = [
  { part: "V", take: "V = Vin", reload: "V = Vin;", put: "" },
  { part: "n", take: "n = nOut, NE = Vin.length", reload: "n = nOut; NE = Vin.length;", put: "nOut = n;" },
  {
    part: "T",
    take: "T = Tin, tp = tpOut, TE = T.length",
    reload: "T = Tin; tp = tpOut; TE = T.length;",
    put: "tpOut = tp;",
  },
  {
    part: "H",
    take: "H = Hin, h = hOut, HE = H.length",
    reload: "H = Hin; h = hOut; HE = H.length;",
    put: "hOut = h;",
  },
  {
    part: "S",
    take: "S = Sin, sp = spOut, SE = S.length",
    reload: "S = Sin; sp = spOut; SE = S.length;",
    put: "spOut = sp;",
  },
  { part: "u", take: `u = ${FIRST_LOOK}`, reload: "", put: "" },
  {
    part: "I",
    take: "I = Iin, ip = ipOut, IE = I.length",
    reload: "I = Iin; ip = ipOut; IE = I.length;",
    put: "ipOut = ip;",
  },
];

/** The same where cells and words come in chunks, whose ends are variables. */
const SHARED_PARTS: readonly StatePartCode[] = PARTS.map((one) => {
  if (one.part === "n") return { ...one, take: "n = nOut, NE = nEnd", reload: "n = nOut; NE = nEnd;" };
  if (one.part === "H")
    return { ...one, take: "H = Hin, h = hOut, HE = hEnd", reload: "H = Hin; h = hOut; HE = hEnd;" };
  return one;
});

/** The run time's state in a function that is written: its code, and what of the state that needs. */
export class StateInUse {
  private readonly parts = new Set<StatePart>();
  private readonly calls: Calls;
  private readonly isShared: boolean;

  /** `isShared`: cells and words are shared with other threads, and come in chunks. */
  constructor(calls: Calls, isShared: boolean) {
    this.calls = calls;
    this.isShared = isShared;
  }

  /** An element of a store. */
  at(store: Store, index: string): string {
    this.parts.add(store);
    return `${store}[${index}]`;
  }

  /** The number of a new cell, which is taken. */
  newCell(): string {
    this.parts.add("n");
    return "n++";
  }

  /** Many cells, or words of the heap, are taken: their first number goes to a variable. */
  take(variable: string, from: "n" | "h", count: string): string {
    this.parts.add(from === "n" ? "n" : "H");
    return `${variable} = ${from}; ${from} += ${count};`;
  }

  /** Makes room in a store. */
  room(store: Store, count: string): string {
    // the heap's words are taken by a counter of their own
    if (store === "V") this.parts.add("n");
    if (store === "H") this.parts.add("H");
    return (this.isShared ? MORE_SHARED : MORE)[store]((name) => this.calls.runtime(name), count);
  }

  /** A look at the clock now and then. */
  tick(): string {
    this.parts.add("u");
    return `if (--u < 0) { u = ${this.calls.runtime("spend")}(); }`;
  }

  /** The code with what it uses of the state in local variables. */
  around(lines: readonly Line[]): string {
    const used = (this.isShared ? SHARED_PARTS : PARTS).filter(({ part }) => this.parts.has(part));
    const take = used.length === 0 ? "" : `let ${used.map((one) => one.take).join(", ")};\n`;
    const all = (codes: readonly string[]): string => codes.filter((code) => code !== "").join(" ");
    const save = all(used.map(({ put }) => put));
    const restore = all(used.map(({ reload }) => reload));
    const code = lines.map((line) => {
      if (typeof line === "string") return line;
      const sync = line.sync === "save" ? save : restore;
      return sync === "" ? "" : sync + line.mark;
    });
    return take + code.join("\n");
  }
}

/** Parts of the run time in an adjoint: its stores, cotangents of cells (A), and the sum of their contributions (z). */
export type AdjointPart = "V" | "A" | "T" | "I" | "z";

/** The code of an adjoint, and what that uses. */
export interface AdjointCode {
  readonly code: string;
  /** Its local variables. */
  readonly names: ReadonlySet<Item>;
  readonly uses: ReadonlySet<AdjointPart>;
  /** The functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** The statements of an adjoint as a function. */
export function adjointFunction(name: string, { code, names, uses }: AdjointCode): string {
  const cells = `${uses.has("V") ? "const V = Vin;\n" : ""}${uses.has("A") ? "const A = Ain;\n" : ""}`;
  const take = `${uses.has("T") ? "let T = Tin, tp = tpOut;\n" : ""}${uses.has("I") ? "let I = Iin, ip = ipOut;\n" : ""}`;
  const put = `${uses.has("T") ? "tpOut = tp;\n" : ""}${uses.has("I") ? "ipOut = ip;\n" : ""}`;
  const begin = uses.has("z") ? "let z = 0;\n" : "";
  const end = uses.has("z") ? "Z[0] += z;\n" : "";
  return `function ${name}() {\n${declared(names)}${cells}${take}${begin}${code}\n${put}${end}}\n`;
}
