// Arrays (thesis, §6.6): what is read from an array is a bag with one cotangent, and a bag is collected where its array was made. `build`, `mapA` and
// the like are definitions of the prelude over these, and are transformed as such.
//
//   D[s ! t]          let (x, x̄) = D[s]; (i, _) = D[t] in (x ! i, λ̲d. x̄ (BagOne i d))
//   D[size t]         let (x, _) = D[t] in (size x, λ̲d. 0)
//   D[fromList t]     let (x, x̄) = D[t]; a = fromList x in (a, λ̲d. x̄ (d, collected, as the cotangent of a list))
//   D[toList t]       let (x, x̄) = D[t] in (toList x, λ̲d. x̄ (BagAll of the items of d))
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { prim, type Term, variable } from "../../../core/terms/term.ts";
import { INT } from "../../../types/type.ts";
import { open } from "../../common/rule-terms.ts";
import type { Scope } from "../environments/environment.ts";
import type { Bound, Writer } from "./writer.ts";

/** D of an operation on arrays; undefined for any other. */
export function arrayRule(writer: Writer, term: Extract<Term, { tag: "prim" }>, scope: Scope): Term | undefined {
  const { prim: id, types, args, span } = term;
  if (id !== "index" && id !== "fromList" && id !== "toList") return undefined;
  const item = nth(types, 0);
  const { bags, cotangents } = writer.at;
  if (bags === undefined) return internal("an array where there are none");
  const all = args.map((arg) => writer.bound(arg, scope));
  const bindings = all.map(({ binding }) => binding);
  const values = all.map(({ value }) => value);
  const of = nth(all, 0);
  const applied = { ...term, types: types.map((type) => writer.at.types.type(type)), args: values };
  if (!cotangents.carries(item)) return writer.constant(term, bindings, applied, scope);
  if (id === "index") return writer.pair(term, bindings, applied, (d) => of.back(bags.oneAt(item, nth(values, 1), d)));
  if (id === "toList") return writer.pair(term, bindings, applied, (d) => of.back(bags.bagged(item, d)));
  const made = writer.fresh();
  const binding: Bound = [open(made), applied];
  const size = prim("size", [writer.at.types.type(item)], [variable(made)], span);
  const length = writer.fresh();
  const counted: Bound = [{ tag: "var", name: length, type: INT }, size];
  return writer.pair(term, [...bindings, binding, counted], variable(made), (d) =>
    of.back(bags.listed(item, variable(length), d)),
  );
}
