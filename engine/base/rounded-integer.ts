// Whole numbers as texts.

/** Whether a text of digits, with or without a sign, is a number that rounding changes. */
export function isRoundedInteger(text: string): boolean {
  if (!/^-?\d{16,}$/.test(text)) return false;
  const value = Number(text);
  return Number.isFinite(value) && BigInt(text) !== BigInt(value);
}
