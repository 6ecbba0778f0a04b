// Native operations that tell what goes through the derivatives of a program, and compute nothing: the picture of their legs is made of these.
//
// The legs of a row are the ways over it: for each derivative around it, its way there or its way back. Code: 1, and a digit for each of them,
// from the innermost on: 0 there, 1 back. So two derivatives have 100, 110, 111, 101, which is down, up, down, up.
import { present } from "../../../base/nth.ts";
import { type NativeOperation, nativeOperation } from "../../../core/events/native.ts";
import { builtin, prim, type Term, variable } from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { INT, type Type, typeVariable } from "../../../types/type.ts";
import { CONFUSED, DROPPED, LEG } from "../descriptions.ts";

const a = typeVariable("a");

/** row(x) = the number of the scalar that was made last; x is what is to be there before. */
const ROW = nativeOperation("row", { args: [a], result: INT }, (_, { latest }) => latest);

/** leg(n, c, v) = v, which came over a row: it tells of the row's number, the code of the leg, and v. */
const LEG_OF = nativeOperation("leg", { args: [INT, INT, a], result: a }, ([row, code, value], host) => {
  const content = { tuple: [row as number, code as number, host.content(present(value))] };
  host.observer?.({ tag: "own", event: LEG, about: [], content, captured: undefined, span: host.span });
  return present(value);
});

/** The value itself, an environment's share of a derivative; its event has the names of the variables. */
function given(word: string, event: string, about: readonly string[]): NativeOperation {
  return nativeOperation(word, { args: [INT, a], result: a }, ([row, value], host) => {
    const content = { tuple: [row as number, host.content(present(value))] };
    host.observer?.({ tag: "own", event, about, content, captured: undefined, span: host.span });
    return present(value);
  });
}

const dropped = (names: readonly string[]): NativeOperation => given("dropped", DROPPED, names);
const confused = (names: readonly string[]): NativeOperation => given("confused", CONFUSED, names);

/** All of them. */
export const NATIVES: readonly NativeOperation[] = [ROW, LEG_OF, dropped([]), confused([])];

/** The number of the row that a variable of some type has just been made for. */
export function rowOf(name: string, type: Type, span: Span | undefined): Term {
  return prim(ROW, [type], [variable(name)], span);
}

/** The code of a way back, after so many derivatives that went there. */
export function backCode(there: number): Term {
  return { tag: "int", value: 2 ** (there + 1) + 1 };
}

/** A value that comes over a row. */
export function overRow(row: string, code: Term, type: Type, value: Term, span: Span | undefined): Term {
  return prim(LEG_OF, [type], [variable(row), code, value], span);
}

/** Tells of the share of variables, which is dropped, or, where it is broken on purpose, added to that of the point. */
export function givenTo(names: readonly string[], isConfused: boolean, row: string, type: Type, of: Term, span?: Span) {
  return prim((isConfused ? confused : dropped)(names), [type], [variable(row), of], span);
}

/** A term that tells of a leg, where a term is one: its row, code and value are variables. */
export function legIn(term: Term): { readonly row: string; readonly code: string; readonly value: string } | undefined {
  if (term.tag !== "prim" || term.prim !== LEG_OF) return undefined;
  const [row, code, value] = term.args.map((arg) => (arg.tag === "var" ? arg.name : ""));
  return { row: present(row), code: present(code), value: present(value) };
}

/** The code of a leg, one derivative further out: there, or back. */
export function further(code: string, isBack: boolean): Term {
  const there = builtin("addInt", [variable(code), variable(code)]);
  return isBack ? builtin("addInt", [there, { tag: "int", value: 1 }]) : there;
}
