// A tangent (a Jacobian-vector product, JVP): the derivative of a program in one direction, by one pass of forward mode.
import { TANGENT_STAGE } from "../algorithms/catalogue.ts";
import { stageOf } from "../algorithms/index.ts";
import { internal } from "../base/unreachable.ts";
import type { Counters } from "../core/events/counters.ts";
import { mapReals, realsOf, Shapes } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import type { Code } from "../evaluate/code/code.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import { withTangents } from "../evaluate/oracle.ts";
import { plainReal } from "../evaluate/scalars/forward-op.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { ForwardScalar } from "../evaluate/values/closure.ts";
import { valueLike } from "../session/input/given.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Ended, endedFor } from "../session/run/outcome.ts";
import type { Shown } from "../session/run/shown.ts";
import { primalCode, RunResults, transformed } from "./gradient.ts";
import { checkTangents, type TangentCheck } from "./oracle-tangent.ts";
import { fragmentFor } from "./straight-run.ts";

/** The request: besides a program's input a direction, an expression of the input's type. */
export interface TangentRequest extends Request {
  readonly direction: string;
}

/** Results of a run; undefined if not reached. */
export interface TangentRun {
  readonly entry: string;
  readonly type: string;
  readonly at: Shown | undefined;
  readonly direction: Shown | undefined;
  readonly value: Shown | undefined;
  readonly tangent: Shown | undefined;
  readonly cost: { readonly primal: Counters; readonly forward: Counters };
  readonly check: TangentCheck | undefined;
  readonly ended: Ended;
}

/**
 * Runs a program and its forward derivative in a direction: an expression of the input's type that has the form of the input. Ints in it
 * are not looked at, for they do not move.
 */
export function* runTangent(checked: CheckedProgram, request: TangentRequest, budget: Budget): Steps<TangentRun> {
  const entry = entryName(checked, request.entry);
  const run = new RunResults(entry, TANGENT_STAGE, watchOf(budget));
  const found: { direction?: Shown; tangent?: Shown; check?: TangentCheck } = {};
  let ended: Ended;
  try {
    ended = yield* passOf(run, found, checked, request, budget);
  } catch (error) {
    ended = endedFor(error, run.phase, run.place);
  }
  const { type, at, value } = run.end(ended);
  const { direction, tangent, check } = found;
  const { primal, forward } = run.cost;
  return { entry, type, at, direction, value, tangent, cost: { primal, forward }, check, ended };
}

function* passOf(
  run: RunResults,
  found: { direction?: Shown; tangent?: Shown; check?: TangentCheck },
  checked: CheckedProgram,
  request: TangentRequest,
  budget: Budget,
): Steps<Ended> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const { entry, input, paramShape, resultShape } = prepared;
  run.prepared(prepared);
  const expression = { source: "<direction>", text: request.direction, directive: undefined } as const;
  const given = { ...expression, type: entry.param, shape: paramShape, like: input };
  const direction = yield* valueLike(prepared, { ...given, what: "direction", of: "input" }, budget);
  if (direction.tag !== "value") return direction.ended;
  found.direction = run.shown(paramShape, direction.value);
  const point = yield* valueAt(run, prepared, budget);
  if ("tag" in point) return point;
  const { code } = point;
  const machine = new Machine(code.forward ?? code.primal, { budget });
  const pass = yield* forwardPass(run, prepared, machine, code, direction.value);
  if ("tag" in pass) return pass;
  const [again, tangent] = pass;
  run.phase = "gradient";
  found.tangent = run.shown(resultShape, tangent);
  run.phase = "checks";
  const line = realsOf(paramShape, direction.value, run.watch);
  const result = { value: again, tangents: realsOf(resultShape, tangent, run.watch) };
  found.check = yield* checkTangents(prepared, code.primal, line, result, budget);
  return { tag: "done" };
}

/** The code of a source program and that of its forward derivative, which is undefined where that stage refuses the program. */
export interface PassCodes {
  readonly primal: Code;
  readonly forward: Code | undefined;
}

/** The code of both passes and the program's value, by the machine unless it is known; the run shows it from now on. Or how that ended. */
export function* valueAt(
  run: RunResults,
  prepared: Prepared,
  budget: Budget,
  known?: Value,
): Steps<{ readonly code: PassCodes; readonly value: Value } | Ended> {
  run.phase = "compile";
  const code = withinStack(
    () => ({ primal: primalCode(prepared), forward: tangentCode(prepared) }),
    () => undefined,
  );
  if (code === undefined) return { tag: "mistake", diagnostics: [stackExhausted()] };
  let value = known;
  if (value === undefined) {
    const got = yield* run.call(new Machine(code.primal, { budget }), "primal", prepared.input);
    if (got.tag !== "value") return got.ended;
    value = got.value;
  }
  run.phase = "value";
  run.value = run.shown(prepared.resultShape, value);
  return { code, value };
}

/** The value and its tangent in a direction, by the forward derivative, or by evaluating the program on scalars with tangents; or how that ended. */
export function* forwardPass(
  run: RunResults,
  { paramShape, resultShape, input }: Prepared,
  machine: Machine,
  { forward }: PassCodes,
  direction: Value,
): Steps<readonly [Value, Value] | Ended> {
  if (forward !== undefined) {
    const pass = yield* run.call(machine, "forward", [input, direction]);
    return pass.tag === "value" ? (pass.value as readonly [Value, Value]) : pass.ended;
  }
  const { watch } = run;
  const point = withTangents(paramShape, input, realsOf(paramShape, direction, watch), watch);
  const pass = yield* run.call(machine, "forward", point);
  if (pass.tag !== "value") return pass.ended;
  const tangent = (real: Value): number => (real instanceof ForwardScalar ? real.tangent : 0);
  return [mapReals(resultShape, pass.value, watch, plainReal), mapReals(resultShape, pass.value, watch, tangent)];
}

/** The code of a program's forward derivative σ × σ̲ → τ × τ̲, checked. */
function tangentCode(prepared: Prepared): Code | undefined {
  const stage = stageOf(TANGENT_STAGE) ?? internal("there is no stage for tangents");
  if (fragmentFor(stage, prepared).tag === "outside") return undefined;
  const program = transformed(stage, prepared);
  return compile(program, new Shapes(program.data));
}
