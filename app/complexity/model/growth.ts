// Remedies where the input of a program does not grow by itself.
import type { Definition } from "../../../engine/worker/protocol.ts";

/** How an input may be made to grow. */
export type Growth =
  /** All values of its type have one size: another type is needed. */
  | { readonly tag: "fixed"; readonly type: string }
  /** A function of the program makes one from an Int. */
  | { readonly tag: "made"; readonly type: string; readonly by: string }
  /** The program has to say how. */
  | { readonly tag: "unknown"; readonly type: string };

/** By the type of a program's input, and its other definitions. */
export function growthOf(param: string, definitions: readonly Definition[]): Growth {
  if (/^[(), ]*(?:(?:Real|Bool|\(\))[(), ]*)*$/.test(param)) return { tag: "fixed", type: param };
  const maker = definitions.find(({ type }) => type === `Int -> ${param}`);
  return maker === undefined ? { tag: "unknown", type: param } : { tag: "made", type: param, by: maker.name };
}
