// T with the rule of Fig. 11 for let taken word for word (Radul et al. 2023):
//
//   T(let (; v̇) = ė₁ in ė₂) = let (; ẅ, v̈) = T(ė₂) in (; T(ė₁), ẅ)        ẅ: the cotangents of what else ė₂ reads
//
// Every let lists all cotangents that wait, once as it binds them and once as it returns them. Here that is a copy of each between two
// bindings of the transpose. What it computes is the same; its text grows with the square of what waits, where Theorem 8.1 says that the
// text of T(e) is as long as that of e. So `transpose.ts` names each cotangent once, and this is there to be compared with it.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  bindLinear,
  boundBy,
  type Definition,
  type Expression,
  readBy,
  type Variable,
} from "./linear-a/syntax.ts";
import { sizeOf } from "./linear-a/work.ts";

/** The nodes of a copy: the let, what it binds and what that is. */
const COPY = 3;

/** The nodes of a transpose, as the rule for let reads word for word; `transposed` is as `transpose.ts` makes it. */
export function literalSize(transposed: Definition): number {
  let size = sizeOf([transposed]);
  for (const { waiting } of steps(transposed, ({ size: waiting }) => waiting)) size += COPY * (waiting ?? 0);
  return size;
}

/** A transpose as the rule for let reads word for word. */
export function literalTranspose(transposed: Definition): Definition {
  const fresh = new Fresh(namesIn(transposed));
  /** The latest name of what waits. */
  const names = new Map<string, string>();
  const now = (name: string): string => names.get(name) ?? name;
  const listed = steps(transposed, (live) => [...live.values()]);
  const bindings = listed.flatMap(({ made, waiting = [] }): readonly Binding[] => [
    ...made.map((one) => withReads(one, now)),
    ...waiting.map(({ name, type }) => {
      const before = now(name);
      const copy = fresh.name(name);
      names.set(name, copy);
      return bindLinear({ name: copy, type }, { tag: "linear-variable", name: before });
    }),
  ]);
  const { nonlinear, linear } = transposed.body.result;
  return { ...transposed, body: { bindings, result: { nonlinear, linear: linear.map(now) } } };
}

interface Step<T> {
  /** The transpose of one binding. */
  readonly made: readonly Binding[];
  /** Of the cotangents that are known then and still to be read; undefined after the last one, which nothing lists again. */
  readonly waiting: T | undefined;
}

/** A transpose binding by binding of what it was made of, with what is asked of the cotangents that wait, which may be many each time. */
function steps<T>(
  { linear, body: { bindings } }: Definition,
  asked: (live: ReadonlyMap<string, Variable>) => T,
): readonly Step<T>[] {
  const found: Step<T>[] = [];
  const live = new Map(linear.map((one) => [one.name, one]));
  for (let at = 0; at < bindings.length; ) {
    const { mirrors } = nth(bindings, at);
    const from = at;
    while (at < bindings.length && nth(bindings, at).mirrors === mirrors) {
      for (const name of readBy(nth(bindings, at)).linear) live.delete(name);
      for (const one of boundBy(nth(bindings, at)).linear) live.set(one.name, one);
      at++;
    }
    const made = bindings.slice(from, at);
    const isLinear = made.some((one) => readBy(one).linear.length + boundBy(one).linear.length > 0);
    found.push({ made, waiting: isLinear && at < bindings.length ? asked(live) : undefined });
  }
  return found;
}

/** A binding that reads other linear variables. */
function withReads(binding: Binding, now: (name: string) => string): Binding {
  if (binding.tag === "unpack") return binding;
  if (binding.tag === "linear-unpack") return { ...binding, of: now(binding.of) };
  return { ...binding, bound: expressionWith(binding.bound, now) };
}

function expressionWith(bound: Expression, now: (name: string) => string): Expression {
  switch (bound.tag) {
    case "call":
      return { ...bound, linear: bound.linear.map(now) };
    case "drop": {
      const { bindings, result } = bound.block;
      if (bindings.length > 0) internal("a transpose drops a block with bindings");
      return { ...bound, block: { bindings, result: { ...result, linear: result.linear.map(now) } } };
    }
    case "linear-variable":
      return { ...bound, name: now(bound.name) };
    case "linear-tuple":
      return { ...bound, items: bound.items.map(now) };
    case "plus":
      return { ...bound, left: now(bound.left), right: now(bound.right) };
    case "scale":
    case "negate":
    case "dup":
      return { ...bound, linear: now(bound.linear) };
    default:
      return bound;
  }
}
