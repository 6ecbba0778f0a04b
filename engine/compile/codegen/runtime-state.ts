// The state of the run time in generated functions: local copies of it, and room for what is stored.
import { declared, variablesOf } from "./text.ts";

/** What a round of a loop takes room in. */
export type Store = "V" | "T" | "I" | "H" | "S";
/** All stores. */
export const STORES: readonly Store[] = ["V", "T", "I", "H", "S"];

/** Rounds of a short loop in one stretch. */
export const STRETCH = 10_000;

/** So far from 2^53 that no stretch of small steps leads there. */
export const FAR_FROM_END = 2 ** 53 - 100 * STRETCH;

/** Makes room for so much more. */
export const MORE: Readonly<Record<Store, (count: string) => string>> = {
  V: (count) => `if (n + ${count} > NE) { nOut = n; more(${count}); V = Vin; NE = V.length; }`,
  T: (count) => `if (tp + ${count} > TE) { tpOut = tp; moreT(${count}); T = Tin; tp = 0; TE = T.length; }`,
  I: (count) => `if (ip + ${count} > IE) { ipOut = ip; moreI(${count}); I = Iin; ip = 0; IE = I.length; }`,
  H: (count) => `if (h + ${count} > HE) { hOut = h; moreH(${count}); H = Hin; HE = H.length; }`,
  S: (count) => `if (sp + ${count} > SE) { moreS(${count}); S = Sin; SE = S.length; }`,
};

/** The room that there is. */
export const FREE: Readonly<Record<Store, string>> = {
  V: "NE - n",
  T: "TE - tp",
  I: "IE - ip",
  H: "HE - h",
  S: "SE - sp",
};

/** Where the local copies of the run time's state are put back. */
export const SAVE = "\u0001save\u0001";
/** Where the local copies of the run time's state are taken again. */
export const RESTORE = "\u0001restore\u0001";

/** The state of the run time that a function keeps in local variables: a name to look for, and what to do with it. */
export const STATE = [
  { uses: /\bV\[/, take: "V = Vin", reload: "V = Vin;", put: "" },
  { uses: /\bn\+\+|\bn \+/, take: "n = nOut, NE = Vin.length", reload: "n = nOut; NE = Vin.length;", put: "nOut = n;" },
  {
    uses: /\bT\[/,
    take: "T = Tin, tp = tpOut, TE = T.length",
    reload: "T = Tin; tp = tpOut; TE = T.length;",
    put: "tpOut = tp;",
  },
  {
    uses: /\bH\[|\bh \+/,
    take: "H = Hin, h = hOut, HE = H.length",
    reload: "H = Hin; h = hOut; HE = H.length;",
    put: "hOut = h;",
  },
  {
    uses: /\bS\[/,
    take: "S = Sin, sp = spOut, SE = S.length",
    reload: "S = Sin; sp = spOut; SE = S.length;",
    put: "spOut = sp;",
  },
  { uses: /--u /, take: "u = 4000", reload: "", put: "" },
  {
    uses: /\bI\[/,
    take: "I = Iin, ip = ipOut, IE = I.length",
    reload: "I = Iin; ip = ipOut; IE = I.length;",
    put: "ipOut = ip;",
  },
] as const;

/** A body with what it uses of the run time's state in local variables. */
export function withState(body: string): string {
  const used = STATE.filter(({ uses }) => uses.test(body));
  const take = used.length === 0 ? "" : `let ${used.map((one) => one.take).join(", ")};\n`;
  const put = used.map((one) => one.put).join(" ");
  const reload = used.map((one) => one.reload).join(" ");
  return take + body.replaceAll(SAVE, put).replaceAll(RESTORE, reload);
}

/** The statements of an adjoint as a function. */
export function adjointFunction(name: string, code: string): string {
  const usesV = `${/\bV\[/.test(code) ? "const V = Vin;\n" : ""}${/\bA\[/.test(code) ? "const A = Ain;\n" : ""}`;
  const usesT = /\bT\[/.test(code);
  const usesI = /\bI\[/.test(code);
  const take = `${usesT ? "let T = Tin, tp = tpOut;\n" : ""}${usesI ? "let I = Iin, ip = ipOut;\n" : ""}`;
  const put = `${usesT ? "tpOut = tp;\n" : ""}${usesI ? "ipOut = ip;\n" : ""}`;
  const sends = /\bz \+=/.test(code);
  const begin = sends ? "let z = 0;\n" : "";
  const end = sends ? "Z[0] += z;\n" : "";
  return `function ${name}() {\n${declared(variablesOf(code, []))}${usesV}${take}${begin}${code}\n${put}${end}}\n`;
}
