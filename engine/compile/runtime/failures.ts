// Texts of a run's failures, with numbers where values of the run stand.

import type { OpFailure, Said } from "../../scalars/mistake.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import { NATIVES } from "../../types/builtins.ts";
import type { Failure } from "../ir/ir.ts";
import { textCode } from "../ir/literals.ts";

/** The kind of a mistake as the machine calls it, and its message, with the places of the failure's values. */
export function saidBy({ kind, message }: Failure): OpFailure {
  if (kind === NATIVES.index.fails.kind) return NATIVES.index.fails;
  const op = Object.hasOwn(OPS, kind) ? OPS[kind as OpId] : undefined;
  if (op?.fails !== undefined) return op.fails;
  let values = 0;
  return { kind, said: message.map((part) => (typeof part === "string" ? part : values++)) };
}

/** The message of a failure as JavaScript code over its values `v`, where {@link SHOWN} is in reach. */
export function messageCode(said: readonly Said[]): string {
  return said
    .map((part) => {
      if (typeof part === "string") return textCode(part);
      if (typeof part === "number") return `shownNumber(v[${part}])`;
      return "array" in part ? `arrayOf(v[${part.array}])` : `beyond(v[${part.beyond}])`;
    })
    .join(" + ");
}

/** Used by {@link messageCode}. */
export const SHOWN = `function shownNumber(x) {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x) {
  return x > 0 ? "above 2^53" : "below -2^53";
}

function arrayOf(size) {
  if (size === 0) return "empty array";
  return "array of size " + size + "; elements count from 0, so " + (size === 1 ? "the only one is 0" : "the last one is " + (size - 1));
}
`;
