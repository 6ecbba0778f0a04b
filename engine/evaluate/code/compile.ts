// Terms to code of the machine: variables become slots of frames, or captures of closures.

import { nth, present } from "../../base/nth.ts";
import { internal, unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { isNative } from "../../core/events/native.ts";
import type { CalledFunction } from "../../core/events/trace.ts";
import { isDerivative } from "../../core/terms/prims.ts";
import type { CorePattern, CoreProgram, Global, Term } from "../../core/terms/term.ts";
import type { Shapes } from "../../core/values/shape.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { REAL, type Type } from "../../types/type.ts";
import type { Block, Code, CustomCode, GlobalCode, Instr, Matcher, PassCode } from "./code.ts";
import { dualCode, holdsOf, meansOf, storedIn } from "./roles.ts";

interface Scope {
  readonly block: Block;
  readonly outer: Scope | undefined;
  readonly slots: Map<string, number | undefined>;
  /** The names bound so far, innermost last, with the slots that they hide. */
  readonly bound: { readonly name: string; readonly slot: number | undefined }[];
  readonly captured: Map<string, number>;
  /** The body of the function, which takes the next parameter where it is a function itself. */
  readonly body?: Term;
}

/**
 * Compiles a program. Shapes are those of the program's types; type variables of native operations are closed by then. `plain` are
 * the operations whose operands a tracer is not to note.
 */
export function compile(program: CoreProgram, shapes: Shapes, plain?: { has(term: Term): boolean }): Code {
  const globals = new Map<string, GlobalCode>();
  const customs = new Map<string, CustomCode>();
  const inlined = new Map(
    program.globals.flatMap(({ kind, name, term }) => (kind === "inline" ? [[name, term] as const] : [])),
  );
  for (const global of program.globals) {
    if (global.kind === "inline") continue;
    const { name } = global;
    const block = newBlock(functionOf(global), meansOf(program.meaning, name));
    globals.set(global.name, { name: global.name, kind: global.kind, block, span: global.span });
  }
  for (const op of program.ops) {
    const partials = op.partials.map((_, index) => newBlock(named(`partial ${index + 1} of ${op.name}`)));
    customs.set(op.name, { name: op.name, arity: op.arity, value: newBlock(named(op.name)), partials });
  }
  for (const global of program.globals)
    if (global.kind !== "inline") fill(present(globals.get(global.name)), global.term);
  for (const op of program.ops) {
    const code = present(customs.get(op.name));
    fill({ block: code.value }, op.value);
    op.partials.forEach((partial, index) => fill({ block: nth(code.partials, index) }, partial));
  }
  return { globals, entry: globals.get(program.entry) ?? internal("a program has no entry", program.entry) };

  function fill(owner: GlobalCode | { readonly block: Block }, term: Term): void {
    const { block } = owner;
    const body = term.tag === "lam" ? { body: term.body } : {};
    const scope: Scope = { block, outer: undefined, slots: new Map(), bound: [], captured: new Map(), ...body };
    if (term.tag === "lam") compileBody(scope, term, "kind" in owner && owner.kind === "once" ? owner : undefined);
    else {
      compileTerm(term, scope, true);
      emit(scope, { tag: "return", span: term.span });
    }
  }

  function compileBody(scope: Scope, term: Extract<Term, { tag: "lam" }>, once?: GlobalCode): void {
    const slot = scope.block.slots++;
    if (once !== undefined) emit(scope, { tag: "once-enter", global: once, span: term.span });
    if (term.param.tag === "var") bindSlot(scope, term.param.name, slot);
    else if (term.param.tag !== "any")
      emit(scope, { tag: "param", matcher: matcher(term.param, scope), span: term.span });
    compileTerm(term.body, scope, once === undefined);
    if (once !== undefined) emit(scope, { tag: "once-keep", global: once, span: term.span });
    emit(scope, { tag: "return", span: term.span });
  }

  function matcher(pattern: CorePattern, scope: Scope): Matcher {
    switch (pattern.tag) {
      case "var": {
        const slot = scope.block.slots++;
        bindSlot(scope, pattern.name, slot);
        return { tag: "slot", slot };
      }
      case "any":
        return { tag: "any" };
      case "number":
        return { tag: "number", value: pattern.value };
      case "tuple":
        return { tag: "tuple", items: pattern.items.map((item) => matcher(item, scope)) };
      case "dual":
        return { tag: "tuple", items: [matcher(pattern.primal, scope), matcher(pattern.dual, scope)] };
      case "con":
        return { tag: "con", con: pattern.con, args: pattern.args.map((arg) => matcher(arg, scope)) };
    }
  }

  /** Runs with the names that it binds going out of scope at the end. */
  function scoped(scope: Scope, run: () => void): void {
    const before = scope.bound.length;
    run();
    while (scope.bound.length > before) {
      const { name, slot } = present(scope.bound.pop());
      scope.slots.set(name, slot);
    }
  }

  function compileAll(terms: readonly Term[], scope: Scope): void {
    for (const term of terms) compileTerm(term, scope, false);
  }

  function compileTerm(term: Term, scope: Scope, tail: boolean): void {
    step();
    const { span } = term;
    switch (term.tag) {
      case "var":
        return emit(scope, { ...locate(scope, term.name), span });
      case "global": {
        const inline = inlined.get(term.name);
        if (inline !== undefined) return compileTerm(inline, scope, tail);
        const global = globals.get(term.name) ?? internal("a global is not defined", term.name);
        if (global.kind !== "value") return emit(scope, { tag: "function", global, span });
        emit(scope, { tag: "force", global, span });
        return emit(scope, { tag: "keep", global, span });
      }
      case "real":
        return emit(scope, { tag: "literal", value: term.value, span });
      case "int":
        return emit(scope, { tag: "const", value: term.value, span });
      case "tuple":
        compileAll(term.items, scope);
        return emit(scope, { tag: "tuple", size: term.items.length, span });
      case "fork":
        return emit(scope, {
          tag: "fork",
          parts: term.items.map((item) => partBlock(item, scope)),
          places: term.items.map(placeOf),
          span,
        });
      case "dual":
        compileAll([term.primal, term.dual], scope);
        return emit(scope, { tag: "dual", ...dualCode(program, term, scope.block.name), span });
      case "proj":
        compileTerm(term.term, scope, false);
        return emit(scope, { tag: "component", index: term.index, span });
      case "field":
        compileTerm(term.term, scope, false);
        return emit(scope, { tag: "field", index: term.index, span });
      case "list":
        compileAll(term.items, scope);
        if (term.tail !== undefined) compileTerm(term.tail, scope, false);
        return emit(scope, { tag: "list", size: term.items.length, tail: term.tail !== undefined, span });
      case "array":
        compileAll(term.items, scope);
        return emit(scope, { tag: "array", size: term.items.length, span });
      case "con":
        compileAll(term.args, scope);
        return emit(scope, { tag: "con", con: term.con, size: term.args.length, empty: undefined, span });
      case "lam":
        return emit(scope, { tag: "closure", block: functionBlock(term, scope, innerOf(scope, term)), span });
      case "app":
        compileTerm(term.fn, scope, false);
        compileTerm(term.arg, scope, false);
        return emit(scope, { tag: tail ? "tail-call" : "call", span });
      case "let":
        return scoped(scope, () => {
          for (const binding of term.bindings) {
            if (binding.bound.tag === "lam" && binding.pattern.tag === "var") {
              emit(scope, {
                tag: "closure",
                block: functionBlock(binding.bound, scope, localOf(scope, binding.pattern.name)),
                span: binding.bound.span,
              });
            } else compileTerm(binding.bound, scope, false);
            emit(scope, {
              tag: "bind",
              matcher: matcher(binding.pattern, scope),
              span: binding.span ?? binding.bound.span,
            });
          }
          compileTerm(term.body, scope, tail);
        });
      case "letrec":
        return scoped(scope, () => {
          const slots = term.functions.map(({ name }) => {
            const slot = scope.block.slots++;
            bindSlot(scope, name, slot);
            return slot;
          });
          const blocks = term.functions.map(({ name, term: fn }) =>
            fn.tag === "lam"
              ? functionBlock(fn, scope, localOf(scope, name))
              : internal("a recursive definition is no function", name),
          );
          emit(scope, { tag: "letrec", blocks, slots, span });
          compileTerm(term.body, scope, tail);
        });
      case "case":
        return compileCase(term, scope, tail);
      case "op":
        if (plain?.has(term) === true) {
          emit(scope, { tag: "plain", begins: true, span });
          compileOp(term, scope);
          return emit(scope, { tag: "plain", begins: false, span });
        }
        return compileOp(term, scope);
      case "partial":
        compileAll(term.args, scope);
        compileTerm(term.cotangent, scope, false);
        if (term.op.tag === "builtin") {
          return emit(scope, {
            tag: "partial",
            op: OPS[term.op.id],
            index: term.index,
            arity: term.args.length,
            span,
          });
        }
        emit(scope, { tag: "custom-partial", custom: customOf(term.op.name), index: term.index, span });
        return emit(scope, { tag: "scale", span });
      case "prim": {
        compileAll(term.args, scope);
        const shape = shapes.of(term.types[0] ?? UNKNOWN);
        if (typeof term.prim !== "string") {
          const native = isNative(term.prim) ? term.prim : internal("a native operation has no code", term.prim.name);
          return emit(scope, { tag: "native", native, shape, span });
        }
        if (isDerivative(term.prim)) {
          emit(scope, { tag: "tuple", size: term.args.length, span });
          return emit(scope, { tag: "enter", block: passBlock(term.prim, term.types, span), span });
        }
        if (term.prim === "born" || term.prim === "numbered") {
          const scalar = { primal: nth(term.args, 0), dual: undefined, span };
          const isNumbered = term.prim === "numbered";
          return emit(scope, { tag: "born", isNumbered, ...dualCode(program, scalar, scope.block.name), span });
        }
        emit(scope, {
          tag: "prim",
          prim: term.prim,
          shape,
          holds: holdsOf(program.meaning, storedIn(term.prim, term.types)),
          span,
        });
        if (term.prim === "modify") emit(scope, { tag: "modify-done", span });
        return;
      }
      case "forkList": {
        compileTerm(term.thunks, scope, false);
        return emit(scope, { tag: "fork-list", span });
      }
      default:
        return unreachable(term);
    }
  }

  /** The code of a derivative, a function of what it is asked with. */
  function passBlock(mode: PassCode["mode"], [point, result]: readonly Type[], span: Span | undefined): Block {
    const params = mode === "jvp" ? ["f", "x", "v"] : ["f", "x"];
    const block = newBlock({ name: mode, builtin: mode, kind: "named", params });
    const pass = { mode, point: shapes.of(point ?? UNKNOWN), result: shapes.of(result ?? REAL), span };
    block.slots = 3;
    block.code.push({ tag: "begin-pass", ...pass }, { tag: "end-pass", ...pass }, { tag: "return", span });
    return block;
  }

  function compileOp(term: Extract<Term, { tag: "op" }>, scope: Scope): void {
    const { span } = term;
    compileAll(term.args, scope);
    if (term.op.tag === "builtin")
      return emit(scope, { tag: "op", op: OPS[term.op.id], ref: term.op, arity: term.args.length, span });
    emit(scope, { tag: "custom", custom: customOf(term.op.name), span });
    emit(scope, { tag: "custom-done", custom: customOf(term.op.name), span });
  }

  function compileCase(term: Extract<Term, { tag: "case" }>, scope: Scope, tail: boolean): void {
    compileTerm(term.scrutinee, scope, false);
    const matchers: Matcher[] = [];
    const targets: number[] = [];
    emit(scope, { tag: "case", matchers, targets, span: term.span });
    const ends: { target: number }[] = [];
    for (const branch of term.branches) {
      scoped(scope, () => {
        matchers.push(matcher(branch.pattern, scope));
        targets.push(scope.block.code.length);
        compileTerm(branch.body, scope, tail);
      });
      if (branch === term.branches.at(-1)) break;
      const end = { tag: "jump", target: -1, span: undefined } as const;
      ends.push(end as { target: number });
      emit(scope, end);
    }
    for (const end of ends) end.target = scope.block.code.length;
  }

  function customOf(name: string): CustomCode {
    return customs.get(name) ?? internal("a custom op is not defined", name);
  }

  /** The code of a part of a fork: a function of a parameter that it ignores. */
  function partBlock(term: Term, outer: Scope): Block {
    const block = newBlock({ ...outer.block.of, kind: "part", params: [] });
    const scope: Scope = { block, outer, slots: new Map(), bound: [], captured: new Map() };
    block.slots++;
    compileTerm(term, scope, true);
    emit(scope, { tag: "return", span: term.span });
    return block;
  }

  function functionBlock(term: Extract<Term, { tag: "lam" }>, outer: Scope, of: CalledFunction): Block {
    const block = newBlock({ ...of, params: [...of.params, nameOf(term.param)] });
    compileBody({ block, outer, slots: new Map(), bound: [], captured: new Map(), body: term.body }, term);
    return block;
  }
}

/** Where a part of a fork stands: what a stage applies to the state of its monad is the part. */
function placeOf(part: Term): Span | undefined {
  return part.span ?? (part.tag === "app" ? part.fn.span : undefined);
}

const UNKNOWN: Type = { tag: "tuple", items: [] };

function bindSlot(scope: Scope, name: string, slot: number): void {
  scope.bound.push({ name, slot: scope.slots.get(name) });
  scope.slots.set(name, slot);
}

function newBlock(of: CalledFunction, means?: Block["means"]): Block {
  return { name: of.name, of, code: [], slots: 0, captures: [], means };
}

function named(name: string): CalledFunction {
  return { name, builtin: undefined, kind: "named", params: [] };
}

function functionOf({ name, builtin, term }: Global): CalledFunction {
  const params = term.tag === "lam" ? [nameOf(term.param)] : [];
  return { name, builtin, kind: "named", params };
}

/** A function within another one. */
function localOf({ block }: Scope, name: string): CalledFunction {
  return { name, builtin: block.of.builtin, kind: "named", params: [] };
}

/** The function that a λ is: the next parameter of the one whose body it is, else one without a name. */
function innerOf({ block, body }: Scope, term: Term): CalledFunction {
  return body === term ? block.of : { ...block.of, kind: "anonymous", params: [] };
}

function nameOf(param: CorePattern): string | undefined {
  return param.tag === "var" ? param.name : undefined;
}

function emit(scope: Scope, instr: Instr): void {
  scope.block.code.push(instr);
}

/** Where a variable is at run time; captures it through every function between. */
function locate(scope: Scope, name: string): { readonly tag: "slot" | "captured"; readonly index: number } {
  const slot = scope.slots.get(name);
  if (slot !== undefined) return { tag: "slot", index: slot };
  let index = scope.captured.get(name);
  if (index === undefined) {
    if (scope.outer === undefined) internal("a variable is not in scope", name);
    const from = locate(scope.outer, name);
    index = scope.block.captures.length;
    scope.block.captures.push({ name, from: from.tag, index: from.index });
    scope.captured.set(name, index);
  }
  return { tag: "captured", index };
}
