// The code of derivatives in a program: a pass calls its function on a copy of the point and sweeps over what that left on the
// tape; the copy becomes the gradient, and the cells and words that came after it are free again.
//
// A pass whose own derivative is wanted leaves a record of its own, a negative number, and on P what it was called with and what it gave. To
// take it back, the function with tangents runs at the end of the tape, with the cotangent of the gradient as its direction, and is swept over.
import { present } from "../../base/nth.ts";
import type { Fn, Stmt } from "../ir/ir.ts";
import type { Writer } from "./forward/writer.ts";

/** Where the code counts what is on the tape: before a pass, where its piece is longest, and when it is over. */
const COUNT_FROM = "const counted = C.slice();";
const AT_LONGEST = "noteLength(true);";
const COUNT_BACK = "C.set(counted);";

/** Within the function of a pass: the calls of its function and of the sweep. */
export function writeSweep(w: Writer, { pass, args, outs }: Extract<Stmt, { tag: "sweep" }>): void {
  const { calls } = w.context;
  const { count, primal } = pass;
  w.context.widest = Math.max(w.context.widest, count);
  const given = args.map((arg) => w.stored(arg)).join(", ");
  const cells = Array.from({ length: count }, (_, index) => (index === 0 ? "y" : `$${index}`));
  w.sync("save");
  w.emit(`const ys = ${calls.runtime("cells")}(${count}), words = hOut, evaluated = evaluations;`);
  const isCounting = w.context.counters !== undefined;
  if (isCounting) w.emit(COUNT_FROM);
  w.emit(`${calls.runtime("beginPiece")}();`);
  w.emit(`const y = f${primal.id}(${given});`);
  w.emit(`const values = [${cells.map((cell) => `Vin[${cell}]`).join(", ")}];`);
  if (isCounting) w.emit(AT_LONGEST);
  w.emit(`${calls.runtime("sweepPass")}(from, y);`);
  if (isCounting) w.emit(COUNT_BACK);
  if (pass.hasInts) {
    w.emit("for (let i = notes; i < noted.length; i++) Vin[noted[i]] = Pin[noted[i]] + 0;");
    w.emit("noted.length = notes;");
  } else w.emit("for (let i = from; i < ys; i++) Vin[i] = Pin[i] + 0;");
  w.emit("Vin.set(values, ys);");
  w.emit(`if (evaluations === evaluated) { nOut = ys + ${count}; hOut = words; }`);
  w.emit("passFrom = from;");
  w.sync("restore");
  outs.forEach((out, index) => {
    w.emit(`${w.c(out)} = ys + ${index}; ${w.loaded(out)}`);
  });
}

/** Within a function with a pullback of its own, before the copy of what it gives. */
export function writeMark(w: Writer): void {
  // the record is taken back by what takes passes back
  w.context.calls.runtime("sweepPass");
  w.sync("save");
  w.emit("passFrom = nOut;");
}

/** The record of a pass, by its place among them. */
function recordOf(place: number): number {
  return -2 - place;
}

/** The functions of the passes that are differentiated: the call that leaves a record, and what takes it back. */
export function passText(fn: Fn, place: number, beginPiece: string, isCounting: boolean): string {
  const pass = present(fn.pass);
  const { captured, count, tangent } = pass;
  if (tangent === undefined) return "";
  const params = fn.params.map((_, index) => `p${index}`);
  const results = fn.results.map((_, index) => (index === 0 ? "first" : `$${index}`));
  const at = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `g[${from + i}]`);
  const [points, first] = [2 + captured, 2 + params.length];
  const seeds = Array.from({ length: count }, (_, index) => `to - ${count - index}`);
  const direction = at(first + count, first + results.length);
  const given = [...at(2, points), ...at(points, first), ...direction, ...seeds].join(", ");
  const line = (text: string): string => (isCounting ? `\n  ${text}` : "");
  return `function w${fn.id}(${params.join(", ")}) {
  const first = f${fn.id}(${params.join(", ")});
  if (ipOut === Iin.length) { moreI(1); ipOut = 0; }
  Iin[ipOut++] = ${recordOf(place)};
  P[pp++] = [passFrom, ${count === 0 ? "nOut" : `first + ${count}`}, ${[...params, ...results].join(", ")}];
  return first;
}
function takeBack${place}(isNanSafe) {
  const g = P[--pp], from = g[0], to = g[1];
  if (isNanSafe && isUnreached(from, to)) return;
  const kept = Vin.slice(from, to);
  for (let i = from; i < to; i++) Vin[i] = Ain[i] + 0;
  const tape = [tk, tpOut, ik, ipOut, pp], end = [endTk, endT, endIk, endI, endP];
  const [firstCell, firstWord, evaluated] = [nOut, hOut, evaluations];
  goTo(end);${line(COUNT_FROM)}
  ${beginPiece}();
  const y = f${tangent.id}(${given});
  endHere();${line(AT_LONGEST)}
  moreA();
  Ain.fill(isNanSafe ? -0 : 0, firstCell, nOut);
  Ain[y] += 1;
  if (isNanSafe) sweepNanSafe(); else sweepFast();
  goTo(tape);${line(COUNT_BACK)}
  [endTk, endT, endIk, endI, endP] = end;
  if (evaluations === evaluated) { nOut = firstCell; hOut = firstWord; }
  Vin.set(kept, from);
}
`;
}

/** The cases of the driver that take passes back. */
export function passCases(count: number, isNanSafe: boolean): readonly string[] {
  return Array.from({ length: count }, (_, place) => `case ${recordOf(place)}: takeBack${place}(${isNanSafe}); break;`);
}
