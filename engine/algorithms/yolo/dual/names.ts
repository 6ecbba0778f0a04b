// Names of Linear A as names of Dual: a dot over a letter can stay, a subscript becomes a number.
import { OPS } from "../../../scalars/ops.ts";
import { KEYWORDS } from "../../../syntax/keywords.ts";

/** Built-in names that a printed program means as such. */
const MEANT: readonly string[] = [
  "grad",
  "nan",
  "inf",
  "main",
  ...Object.values(OPS).flatMap(({ symbol }) => (/^\w/.test(symbol) ? [symbol] : [])),
];

/** Names of a text that are not taken. */
export class DualNames {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set([...KEYWORDS, ...MEANT, ...taken]);
  }

  /** The name that is wanted, with a number where it is taken. */
  name(wanted: string): string {
    const plain = plainName(wanted);
    const stem = /\d$/.test(plain) ? `${plain}_` : plain;
    let found = plain;
    for (let index = 1; this.taken.has(found); index++) found = `${stem}${index}`;
    this.taken.add(found);
    return found;
  }

  /** Names of an inner scope: these are taken there. */
  within(): DualNames {
    return new DualNames(this.taken);
  }
}

function plainName(name: string): string {
  const digits = name.normalize().replace(/[₀-₉]/g, (digit) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(digit)));
  const plain = digits.replace(/[^\p{L}\p{M}\d_']/gu, "");
  return /^[\p{L}_]/u.test(plain) && plain !== "_" ? plain : `v${plain}`;
}

/** The name of a definition that J, U, T and L made: `sqForward` and `sqReverse` are the halves of `sq`. */
export function definitionName(name: string): string {
  const [own = "", ...made] = name.split("°");
  if (OPERATIONS.has(own)) return `${own}Tuples`;
  const words = made.map((one, index) => {
    if (one === "J") return ["nonlin", "lin"].includes(made[index + 1] ?? "") ? "" : "Linearised";
    if (one === "lin") return made[index + 1] === "T" ? "Reverse" : "Linear";
    return { nonlin: "Forward", again: "Again" }[one] ?? "";
  });
  return own + words.join("");
}

/** The operations on tuples that linearity erasure needs. */
const OPERATIONS: ReadonlySet<string> = new Set(["add", "scale", "neg", "zero"]);
