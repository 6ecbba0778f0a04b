// Forks where jobs run on several threads: handed over as `parallel/jobs.js` has it where a thread is idle and the jobs are long, and else
// calls like any others.
import type { Atom, For, Fork, Stmt } from "../../ir/ir.ts";
import { definedIn } from "../../ir/rewrite.ts";
import { RESTORE, SAVE } from "../runtime-state.ts";
import type { Writer } from "./writer.ts";

/** A call of a function. */
export type CallStmt = Extract<Stmt, { readonly tag: "call" }>;

/** The calls of a fork that begin at a place; undefined where not all of them stand there. */
export function callsOfFork(stmts: readonly Stmt[], from: number): readonly CallStmt[] | undefined {
  const first = stmts[from]!;
  if (first.tag !== "call" || first.job?.place !== 0) return undefined;
  const { fork } = first.job;
  const calls = stmts.slice(from, from + fork.count!).filter((stmt): stmt is CallStmt => stmt.tag === "call");
  const isWhole = calls.length === fork.count && calls.every(({ job }, at) => job?.fork === fork && job.place === at);
  return isWhole ? calls : undefined;
}

/** The place of a result among those of all jobs. */
function resultCode(job: string, index: number, width: string): string {
  return `R[${job} * ${width} + ${index}]`;
}

/** Writes the calls of a fork. */
export function writeFork(w: Writer, calls: readonly CallStmt[], fork: Fork): void {
  const { jobs, calls: called } = w.context;
  const table = jobs!;
  const id = table.fork(fork);
  const widest = Math.max(...calls.map(({ args }) => args.length));
  const args = calls.flatMap(({ fn, args: given }) => [
    ...given.map((arg) => w.passed(arg, fn.passing)),
    ...Array.from({ length: widest - given.length }, () => "0"),
  ]);
  const fns = calls.map(({ fn }) => table.numberOf(fn)).join(", ");
  const target = ({ fn }: CallStmt, index: number, call: CallStmt): string => {
    const out = call.outs[index]!;
    return out.kind === "real" && fn.passing === "reference" ? w.c(out) : w.v(out);
  };
  called.runtime("wantsFork");
  w.emit(`if (control[IDLE] > 0 && wantsFork(${id})) {`);
  w.emit(
    `${SAVE}const R = jobs.par(${id}, forkDepth, [${fns}], ${calls.length}, [], [${args.join(", ")}], ${widest});`,
  );
  calls.forEach((call, place) =>
    call.outs.forEach((_, index) =>
      w.emit(`${target(call, index, call)} = ${resultCode(String(place), index, "WIDEST")};`),
    ),
  );
  w.emit("} else {");
  w.emit(`${SAVE}forkDepth++;`);
  for (const call of calls) {
    w.context.widest = Math.max(w.context.widest, call.outs.length);
    const given = call.args.map((arg) => w.passed(arg, call.fn.passing)).join(", ");
    const first = call.outs.length === 0 ? "" : `${target(call, 0, call)} = `;
    w.emit(`${first}f${call.fn.id}(${given});`);
    call.outs.forEach((_, index) => {
      if (index > 0) w.emit(`${target(call, index, call)} = $${index};`);
    });
  }
  w.emit("forkDepth--;");
  w.emit("}");
  w.emit(RESTORE);
  for (const call of calls)
    for (const out of call.outs) {
      if (out.kind !== "real") continue;
      if (call.fn.passing === "reference") w.emit(w.loaded(out));
      else w.allocateSlot(out);
    }
}

/** Before a loop whose rounds are jobs: hands them over, and leaves their results in the variable that is given. */
export function handOver(w: Writer, loop: For, results: string, written: (stmt: Stmt) => void): void {
  const { jobs, calls: called } = w.context;
  const at = loop.body.stmts.findIndex(({ tag }) => tag === "call");
  const call = loop.body.stmts[at] as CallStmt;
  const inside = definedIn([loop]);
  const isCaptured = (arg: Atom): boolean => arg.tag === "literal" || !inside.has(arg.id);
  const captured = call.args.filter(isCaptured);
  const each = call.args.slice(captured.length);
  const code = (atoms: readonly Atom[]): string => atoms.map((atom) => w.passed(atom, call.fn.passing)).join(", ");
  const id = jobs!.fork(loop.fork!);
  const [index, count] = [w.v(loop.index), w.value(loop.count)];
  called.runtime("wantsFork");
  w.emit(`let ${results};`);
  w.emit(`if (control[IDLE] > 0 && ${count} > 1 && wantsFork(${id})) {`);
  w.emit("const given = [];");
  w.emit(`for (${index} = 0; ${index} < ${count}; ${index}++) {`);
  w.emit(w.state.tick());
  for (const stmt of loop.body.stmts.slice(0, at)) written(stmt);
  if (each.length > 0) w.emit(`given.push(${code(each)});`);
  w.emit("}");
  const fn = jobs!.numberOf(call.fn);
  w.emit(
    `${SAVE}${results} = jobs.par(${id}, forkDepth, ${fn}, ${count}, [${code(captured)}], given, ${each.length});${RESTORE}`,
  );
  w.emit("}");
}

/** The result of a job in a loop whose rounds are jobs. */
export function roundResult(loop: For, results: string, w: Writer, index: number): string {
  return `${results}[${w.v(loop.index)} * WIDEST + ${index}]`;
}
