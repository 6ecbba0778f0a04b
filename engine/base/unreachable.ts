// How our own bugs are thrown: a message that starts with `internal:` and shows the values.

/** Ends an exhaustive switch: a missing case does not compile; an impossible value throws. */
export function unreachable(value: never): never {
  throw new Error(`internal: unexpected value ${describe(value)}`);
}

/** Throws our own bug. Users' mistakes are diagnostics instead (`source/diagnostic.ts`). */
export function internal(message: string, ...values: readonly unknown[]): never {
  throw new Error(`internal: ${message}${values.length > 0 ? `: ${values.map(describe).join(", ")}` : ""}`);
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
