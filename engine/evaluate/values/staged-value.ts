// Waiting entries in a map or an array of staging, whatever their form (core/terms/meaning.ts).
import { DataValue, type Value } from "../../core/values/values.ts";

/** The cotangent that waits in a cell or an entry of staging: itself, or its last part; undefined where none does. */
export function waitingIn(held: Value): number | undefined {
  if (typeof held === "number") return held;
  const last =
    held instanceof DataValue ? held.fields.at(-1) : Array.isArray(held) ? (held.at(-1) as Value) : undefined;
  return typeof last === "number" ? last : undefined;
}
