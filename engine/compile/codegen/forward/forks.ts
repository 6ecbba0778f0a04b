// Forks where jobs run on several threads: handed over as `parallel/jobs.js` has it where a thread is idle and the jobs are long, and else
// calls like any others.
import { nth, present } from "../../../base/nth.ts";
import type { For, Fork, Stmt, Var } from "../../ir/ir.ts";
import type { Kind } from "../../ir/kind.ts";
import type { Writer } from "./writer.ts";

/** A call of a function. */
export type CallStmt = Extract<Stmt, { readonly tag: "call" }>;

/** The calls of a fork that begin at a place; undefined where not all of them stand there. */
export function callsOfFork(stmts: readonly Stmt[], from: number): readonly CallStmt[] | undefined {
  const first = nth(stmts, from);
  if (first.tag !== "call" || first.job?.place !== 0) return undefined;
  const { fork } = first.job;
  const calls = stmts.slice(from, from + present(fork.count)).filter((stmt): stmt is CallStmt => stmt.tag === "call");
  const isWhole = calls.length === fork.count && calls.every(({ job }, at) => job?.fork === fork && job.place === at);
  return isWhole ? calls : undefined;
}

/** How an argument is written for a job, and how a result is read, where all are numbers. */
function written(kind: Kind, code: string): string {
  return kind === "pointer" ? `jobs.give(${code})` : kind === "bool" ? `${code} ? 1 : 0` : code;
}

function read(kind: Kind, place: string): string {
  return kind === "pointer" ? `jobs.object(Vin[${place}])` : kind === "bool" ? `Vin[${place}] === 1` : `Vin[${place}]`;
}

/** The variable that a result of a call goes to. */
function targetOf(w: Writer, { fn }: CallStmt, out: Var): string {
  return out.kind === "real" && fn.passing === "reference" ? w.c(out) : w.v(out);
}

/** Writes the calls of a fork. */
export function writeFork(w: Writer, calls: readonly CallStmt[], fork: Fork): void {
  const { context } = w;
  const id = present(context.jobs).fork(fork);
  const each = Math.max(...calls.map(({ args }) => args.length));
  const fns = calls.map(({ fn }) => present(context.jobs).numberOf(fn, 0)).join(", ");
  context.calls.runtime("wantsFork");
  context.calls.runtime("forkTimed");
  w.emit("{");
  w.emit("let B = 0;");
  w.emit(`if (control[IDLE] > 0 && (B = wantsFork(${id})) > 0) {`);
  w.sync("save");
  w.emit(`let R = jobs.fork(${id}, forkDepth, [${fns}], ${calls.length}, 0, ${each});`);
  calls.forEach(({ fn, args }, job) =>
    args.forEach((arg, index) =>
      w.emit(`Vin[R + ${job * each + index}] = ${written(nth(fn.params, index).kind, w.passed(arg, fn.passing))};`),
    ),
  );
  w.emit("R = jobs.par();");
  calls.forEach((call, job) =>
    call.outs.forEach((out, index) =>
      w.emit(`${targetOf(w, call, out)} = ${read(out.kind, `R + ${job} * WIDEST + ${index}`)};`),
    ),
  );
  w.emit("} else {");
  w.sync("save");
  w.emit("forkDepth++;");
  for (const call of calls) {
    context.widest = Math.max(context.widest, call.outs.length);
    const given = call.args.map((arg) => w.passed(arg, call.fn.passing)).join(", ");
    const first = call.outs[0] === undefined ? "" : `${targetOf(w, call, call.outs[0])} = `;
    w.emit(`${first}f${call.fn.id}(${given});`);
    call.outs.forEach((out, index) => {
      if (index > 0) w.emit(`${targetOf(w, call, out)} = $${index};`);
    });
  }
  w.emit("forkDepth--;");
  w.emit(`if (B < 0) forkTimed(${id}, B);`);
  w.emit("}");
  w.emit("}");
  w.sync("restore");
  for (const { fn, outs } of calls)
    for (const out of outs) {
      if (out.kind !== "real") continue;
      if (fn.passing === "reference") w.emit(w.loaded(out));
      else w.allocateSlot(out);
    }
}

/** Variables of a loop whose rounds are jobs: the cell of the results, where they were handed over, and since when it is timed. */
export interface Rounds {
  readonly results: string;
  readonly began: string;
}

/** Before a loop whose rounds are jobs: hands them over. */
export function handOver(w: Writer, loop: For, { results, began }: Rounds, write: (stmt: Stmt) => void): void {
  const { context } = w;
  const fork = present(loop.fork);
  const at = loop.body.stmts.findIndex(({ tag }) => tag === "call");
  const { fn, args } = loop.body.stmts[at] as CallStmt;
  const id = present(context.jobs).fork(fork);
  const each = args.length - fork.captured;
  const [index, count] = [w.v(loop.index), w.value(loop.count)];
  const argument = (place: number): string =>
    written(nth(fn.params, place).kind, w.passed(nth(args, place), fn.passing));
  context.calls.runtime("wantsFork");
  context.calls.runtime("forkTimed");
  w.emit(`let ${results} = -1, ${began} = 0;`);
  w.emit(`if (control[IDLE] > 0 && ${count} > 1 && (${began} = wantsFork(${id})) > 0) {`);
  const number = present(context.jobs).numberOf(fn, fork.captured);
  w.emitSynced(`${results} = jobs.fork(${id}, forkDepth, ${number}, ${count}, ${fork.captured}, ${each});`);
  for (let place = 0; place < fork.captured; place++) w.emit(`Vin[${results} + ${place}] = ${argument(place)};`);
  w.emit(`for (${index} = 0; ${index} < ${count}; ${index}++) {`);
  w.emit(w.state.tick());
  for (const stmt of loop.body.stmts.slice(0, at)) write(stmt);
  for (let place = fork.captured; place < args.length; place++)
    w.emit(`Vin[${results} + ${index} * ${each} + ${place}] = ${argument(place)};`);
  w.emit("}");
  w.emitSynced(`${results} = jobs.par();`);
  w.emit("}");
  w.emit("forkDepth++;");
}

/** After the loop. */
export function handedOver(w: Writer, loop: For, { began }: Rounds): void {
  w.emit("forkDepth--;");
  w.emit(`if (${began} < 0) forkTimed(${present(loop.fork).id}, ${began});`);
}

/** The result of a job in a loop whose rounds are jobs. */
export function roundResult(w: Writer, loop: For, { results }: Rounds, kind: Kind, index: number): string {
  return read(kind, `${results} + ${w.v(loop.index)} * WIDEST + ${index}`);
}
