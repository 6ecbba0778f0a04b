// Tables as text that a spreadsheet opens.

/** A line for each row (RFC 4180). A text that a spreadsheet takes for a formula is marked as text. */
export function csvText(rows: readonly (readonly (string | number | bigint)[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(",")}\r\n`).join("");
}

function field(cell: string | number | bigint): string {
  const text = String(cell);
  const safe = typeof cell === "string" && /^[=+@\t\r＝＋－＠-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
