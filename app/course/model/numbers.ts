// Numbers as people write them.

/** A number as people write it: `1 000`, `−2.5`, `1/3`, `2^10`, `∞`. */
export function readNumber(text: string): number | undefined {
  const plain = text
    .replace(/[\s\u00a0\u202f]/g, "")
    .replace(/−/g, "-")
    .replace(/^\+/, "");
  if (/^-?(∞|inf|infinity)$/i.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(plain)) return Number.NaN;
  const [, a, sign, b] = /^(-?[\d.]+(?:e-?\d+)?)(?:([/^])(-?[\d.]+))?$/i.exec(plain) ?? [];
  const left = a === undefined ? Number.NaN : Number(a);
  if (Number.isNaN(left)) return undefined;
  if (b === undefined) return left;
  const right = Number(b);
  if (Number.isNaN(right)) return undefined;
  return sign === "/" ? left / right : left ** right;
}
