// Values that do not vary, with tangents: those are 0, and known to be.
import { internal } from "../../base/unreachable.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import { fun } from "../../types/type.ts";
import { literal } from "../ir/ir.ts";
import { LeftToMachine } from "../ir/layout.ts";
import {
  type AbstractValue,
  type BlockBuilder,
  type Bound,
  type Env,
  lookUp,
  scalar,
} from "../partial-evaluation/abstract-value.ts";
import type { Compilation } from "../partial-evaluation/compilation.ts";
import { bindGroup } from "../partial-evaluation/functions.ts";
import { settle } from "../partial-evaluation/materialise.ts";
import type { Structurals } from "./structural.ts";
import type { Tangents } from "./tangent-terms.ts";

/** Gives values tangents of 0, functions what they capture. */
export class Lifted {
  private readonly tangents: Tangents;
  private readonly structurals: Structurals;
  private readonly c: () => Compilation;

  constructor(tangents: Tangents, structurals: Structurals, c: () => Compilation) {
    this.tangents = tangents;
    this.structurals = structurals;
    this.c = c;
  }

  /** A value whose Reals do not vary, with tangents. */
  of(value: AbstractValue, out: BlockBuilder): AbstractValue {
    const c = this.c();
    const { tangents } = this;
    switch (value.tag) {
      case "scalar":
        return value.kind === "real" ? { tag: "product", items: [value, scalar("real", literal("real", 0))] } : value;
      case "product":
        return { tag: "product", items: value.items.map((item) => this.of(item, out)) };
      case "closure": {
        const lam = tangents.term(value.lam);
        if (lam.tag !== "lam") return internal("a function with tangents is none", lam.tag);
        return { tag: "closure", lam, env: this.env(value.env, freeVariablesOf(value.lam), out) };
      }
      case "named":
        return this.named(value, out);
      case "data":
      case "array": {
        const type = c.layouts.typeOf(value.layout);
        if (!tangents.mentionsReal(type)) return value;
        return this.structurals.of("pair", type, [value], out, true) ?? internal("a value has no form");
      }
      case "function":
        if (!tangents.mentionsReal(fun(value.from, value.to))) return value;
        throw new LeftToMachine(
          "takes a derivative of a function that is known only as it runs, which is not compiled",
        );
      default:
        return this.of(settle(c, value, out), out);
    }
  }

  private named(value: Extract<AbstractValue, { tag: "named" }>, out: BlockBuilder): AbstractValue {
    const c = this.c();
    const types = value.types.map((type) => this.tangents.type(type));
    const args = value.args.map((arg) => this.of(arg, out));
    const { fn } = value;
    if (fn.local === undefined) {
      const name = this.tangents.nameOf(fn.name);
      if (!c.named.has(name)) c.globalWithTangents(name);
      const named = c.named.get(name) ?? internal("a function with tangents is none", name);
      return { tag: "named", fn: named, types, args };
    }
    const { env, group, free } = fn.local;
    const around = this.env(env, free, out);
    const bound = lookUp(bindGroup(c, this.tangents.group(group), around, around), fn.name);
    if (bound.tag !== "sym" || bound.sym.tag !== "named") return internal("a local function is not bound", fn.name);
    return { ...bound.sym, types, args };
  }

  private env(env: Env, names: readonly string[], out: BlockBuilder): Env {
    let vars: Env["vars"];
    for (const name of names) {
      const bound = lookUp(env, name);
      const lifted: Bound =
        bound.tag === "sym"
          ? { tag: "sym", sym: this.of(bound.sym, out) }
          : {
              ...bound,
              term: this.tangents.term(bound.term),
              env: this.env(bound.env, freeVariablesOf(bound.term), out),
              made: new Map(),
            };
      vars = { name, bound: lifted, outer: vars };
    }
    return { vars, types: new Map([...env.types].map(([name, type]) => [name, this.tangents.type(type)])) };
  }
}
