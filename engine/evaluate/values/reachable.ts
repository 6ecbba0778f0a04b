// How much a machine holds, counted by walking what it can reach: for platforms that do not tell their memory in use.
import { ArrayValue, DataValue, type Value } from "../../core/values/values.ts";
import { Closure, MutableArray } from "./closure.ts";
import { Pass, PassScalar } from "./pass.ts";
import { TreeMap } from "./tree-map.ts";

/** About how many bytes an object of a run takes, its share of arrays included. */
export const BYTES_PER_OBJECT = 100;

/** The distinct objects that are reachable from some values; stops counting at a limit. */
export function countReachable(roots: Iterable<Value | undefined>, limit: number): number {
  const seen = new Set<object>();
  const open: object[] = [];
  const visit = (value: Value | undefined): void => {
    if (typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    open.push(value);
  };
  for (const root of roots) visit(root);
  for (let at = open.pop(); at !== undefined && seen.size < limit; at = open.pop()) {
    if (Array.isArray(at)) for (const item of at) visit(item);
    else if (at instanceof DataValue) for (const field of at.fields) visit(field);
    else if (at instanceof ArrayValue) for (const item of at.items) visit(item);
    else if (at instanceof MutableArray) for (const item of at.items) visit(item);
    else if (at instanceof Closure) for (const value of at.captured) visit(value);
    else if (at instanceof PassScalar) for (const value of [at.outside, at.tangent, at.pass]) visit(value);
    else if (at instanceof Pass) for (const kept of at.kept) for (const value of kept?.args ?? []) visit(value);
    else if (at instanceof TreeMap) for (const [, value] of at.entries()) visit(value);
  }
  return seen.size;
}
