// Definitions without parameters: computed once, when they are first needed, by a function of their own; constants are known at once.
import { nth } from "../../base/nth.ts";
import type { Global } from "../../core/terms/term.ts";
import { substitute, type Type, UNIT } from "../../types/type.ts";
import type { Layout } from "../ir/layout.ts";
import {
  Abstraction,
  type AbstractValue,
  type BlockBuilder,
  type Env,
  fresh,
  fromComponents,
} from "./abstract-value.ts";
import { type Compilation, NONE } from "./compilation.ts";
import { inContext, newFn } from "./functions.ts";
import { components, refresh, renewed, settle } from "./materialise.ts";

/** The value of a definition without parameters. */
export function globalValue(
  c: Compilation,
  global: Global,
  types: readonly Type[],
  out: BlockBuilder,
): AbstractValue | undefined {
  const key = `${global.name} ${types
    .map((type) => c.layouts.of(type))
    .map(layoutKey)
    .join(",")}`;
  const env: Env = {
    vars: undefined,
    types: new Map(global.variables.map((name, index) => [name, types[index] ?? UNIT])),
  };
  let value = c.values.get(key);
  if (value === undefined) {
    const fn = newFn(c, global.name, "plain", "reference", [], [], global.span);
    value = {
      global: { id: c.values.size, name: global.name, span: global.span, fn },
      template: undefined,
      done: false,
    };
    c.values.set(key, value);
    const entry = value;
    inContext(c, "plain", fn, (body) => {
      const sym = c.eval(global.term, env, body, NONE);
      if (sym === undefined) return undefined;
      const layout = c.layouts.of(substitute(global.type, env.types));
      const made = c.recursive.has(global.name) ? laidOut(c, sym, layout, body) : settle(c, sym, body);
      entry.template = made;
      const { leaves, kinds } = new Abstraction(c).add(made);
      fn.results = kinds;
      return leaves;
    });
    entry.done = true;
  }
  if (!value.done) {
    // it is needed by what it is made of
    const { sym, vars } = fresh(c.layouts.of(substitute(global.type, env.types)), out);
    out.emit({ tag: "global", global: value.global, outs: vars });
    return sym;
  }
  if (value.template === undefined) {
    out.emit({ tag: "global", global: value.global, outs: [] });
    return undefined;
  }
  const { body } = value.global.fn;
  if (body.stmts.length === 0 && body.end.tag === "yield") {
    // constants, for there is nothing else without a statement
    const { atoms } = body.end;
    let at = 0;
    return refresh(value.template, () => nth(atoms, at++));
  }
  const { sym, outs } = renewed(value.template, out);
  out.emit({ tag: "global", global: value.global, outs });
  return sym;
}

function laidOut(c: Compilation, sym: AbstractValue, layout: Layout, out: BlockBuilder): AbstractValue {
  const atoms = components(c, sym, layout, out);
  let at = 0;
  return fromComponents(layout, () => nth(atoms, at++));
}

function layoutKey(layout: Layout): string {
  switch (layout.tag) {
    case "data":
    case "array":
    case "function":
      return layout.key;
    case "product":
      return `(${layout.items.map(layoutKey).join(",")})`;
    default:
      return layout.tag;
  }
}
