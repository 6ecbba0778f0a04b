// Derivatives unfolded (Pearlmutter and Siskind 2008, §4): a program in which each `grad` is what it stands for, R of its function, as terms
// that R takes again.
//
//   grad f x = CDR ((CDR ((J f) (J x))) 1)         grad(f c, x)  ↦  let (g, _) = ↼f c in let (y, b) = g x in let (_, s) = b 1 in s as a gradient
//
// ↼f is R of a definition f, and ↼↼f is R of that. A derivative within f is unfolded before ↼f is made.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import { freeVariablesOf } from "../../../core/terms/free-variables.ts";
import { childrenOf, findTerm, mapTerm } from "../../../core/terms/map-term.ts";
import { isDerivative } from "../../../core/terms/prims.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type CustomOp,
  type Global,
  lambda,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { fun, INT, REAL, sameType, type Type, tuple } from "../../../types/type.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { TypeTransform } from "../../common/types.ts";
import { UNLIKE } from "../../common/unlike.ts";
import { Family, fieldName, type Whole } from "../../common/wrapper.ts";
import { anf } from "../../front/anf.ts";
import { monomorphic } from "../../front/monomorphic.ts";
import { callOf, parameterTypes } from "../../front/saturated.ts";
import type { Surroundings } from "../context.ts";
import { code, functionOf } from "../definitions.ts";
import { Reverse } from "../reverse.ts";
import { ofScalar, PartsOf, SENS, scalar } from "../sensitivities.ts";
import { withProducts } from "./hessian-vector.ts";
import { withKnownFunctions } from "./known.ts";
import { levelOf, marked, transformedName, untransformedName } from "./levels.ts";
import { derivedOps } from "./partials.ts";
import { NotUnfolded } from "./refused.ts";
import { givenTo, overRow, rowOf } from "./told.ts";

/**
 * The names of identities at the ends of an inner derivative's way back, of the 1 that it begins with, and of what its point gets: with a number
 * for each derivative, whose place they have.
 */
export const PASS = { begin: "Begin", end: "End" } as const;

const PLUS = "Plus";

/** The definitions on sensitivities within the program; those around it have other names, and are counted. */
const INNER = `
data Sens = Zero | Scalar ℝ | Parts [Sens]
def ${PLUS} : Sens × Sens → Sens = λ(s : Sens, t : Sens). case s of {
    Zero → t
  | Scalar(x) → case t of { Zero → s | Scalar(y) → Scalar(x + y) | _ → unlike(s, t) }
  | Parts(p) → case t of { Zero → s | Parts(q) → Parts(PlusAll (p, q)) | _ → unlike(s, t) } }
def PlusAll : [Sens] × [Sens] → [Sens] = λ(p : [Sens], q : [Sens]). case p of {
    [] → []⟦Sens⟧
  | (s :: p') → case q of { [] → []⟦Sens⟧ | (t :: q') → ${PLUS} (s, t) :: PlusAll (p', q') } }
`;

/** How a program is unfolded. */
export interface Unfolding {
  readonly hasOneCell: boolean;
  readonly isTold: boolean;
}

/**
 * A program without derivatives, with the value of the given one. Throws {@link NotUnfolded}. With `hasOneCell` it is broken on purpose: what
 * a captured variable gets is taken for what the point gets (perturbation confusion). With `isTold` its run tells of its legs (`told.ts`).
 */
export function unfolded(program: CoreProgram, { hasOneCell, isTold }: Unfolding): CoreProgram {
  let at = withKnownFunctions(withProducts(program));
  const { data, globals } = readDefinitions(INNER, {}, [UNLIKE]);
  at = { ...at, data: [...at.data, ...data] };
  const derived = derivedOps(at);
  const apart = new PartsOf("Apart");
  const shared: Shared = {
    ops: derived.ops,
    apart,
    gradients: collecting(at, apart),
    definitions: [...globals, ...derived.globals],
    hasOneCell,
    isTold,
    count: 0,
    ends: [],
  };
  for (let left = derivativesIn(at); left.length > 0; left = derivativesIn(at)) {
    const withOne = differentiating(at);
    const ready = left.filter((one) => !withOne.has(functionIn(one)));
    if (ready.length === 0) throw new NotUnfolded(ITSELF, nth(left, 0).span);
    if (sizeOf(at) > MOST_TERMS) throw new NotUnfolded(LONG, nth(left, 0).span);
    at = monomorphic(new Round(withDefinitions(at, shared.definitions), ready, shared).run());
  }
  return at;
}

const ITSELF = "a function is differentiated within itself, so its derivative would need R of R of .. without end";
const DIRECTION = "`jvp` is a derivative in a direction, which goes forward, and R goes back";

/** The terms that a program may have before a round, which makes it some five times as long. */
const MOST_TERMS = 10_000;
const LONG =
  "each derivative around others makes its text some five times as long, and here it would be too long to run";

/** The number of terms of a program. */
function sizeOf({ globals }: CoreProgram): number {
  let size = 0;
  const open = globals.map(({ term }) => term);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    size++;
    open.push(...childrenOf(at));
  }
  return size;
}

type Derivative = Extract<Term, { tag: "prim" }>;

function isPrim(term: Term): term is Derivative {
  return term.tag === "prim" && isDerivative(term.prim);
}

function derivativesIn({ globals, ops }: CoreProgram): readonly Derivative[] {
  const found: Derivative[] = [];
  const visit = (term: Term): void => {
    if (isPrim(term)) found.push(term);
    childrenOf(term).forEach(visit);
  };
  for (const { term } of globals) visit(term);
  for (const { value, partials } of ops) [value, ...partials].forEach(visit);
  return found;
}

/** The definition that a derivative is one of. */
function functionIn({ args }: Derivative): string {
  return callOf(nth(args, 0))?.name ?? internal("a derivative of what is no definition");
}

/** The definitions that have a derivative, or use one that does. */
function differentiating({ globals }: CoreProgram): ReadonlySet<string> {
  const found = new Set<string>();
  const asks = (at: Term): boolean => isPrim(at) || (at.tag === "global" && found.has(at.name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, term } of globals) if (findTerm(term, asks) !== undefined) found.add(name);
  }
  return found;
}

/** The definitions that all rounds use. */
interface Shared extends Unfolding {
  readonly apart: PartsOf;
  readonly gradients: Family;
  readonly ops: ReadonlyMap<string, CustomOp>;
  /** On sensitivities, and those that partials use. */
  readonly definitions: readonly Global[];
  /** The derivatives so far, and the identities at the ends of their ways back. */
  count: number;
  readonly ends: Global[];
}

/** A program with definitions that it does not have yet. */
function withDefinitions(program: CoreProgram, more: readonly Global[]): CoreProgram {
  const known = new Set(program.globals.map(({ name }) => name));
  return { ...program, globals: [...program.globals, ...more.filter(({ name }) => !known.has(name))] };
}

/** One round: the derivatives of functions that have none within are unfolded. */
class Round {
  private readonly program: CoreProgram;
  private readonly ready: ReadonlySet<Term>;
  private readonly byName: ReadonlyMap<string, Global>;
  private readonly types: TypeTransform;
  private readonly shared: Shared;

  constructor(program: CoreProgram, ready: readonly Derivative[], shared: Shared) {
    this.program = program;
    this.ready = new Set(ready);
    this.shared = shared;
    this.byName = new Map(program.globals.map((one) => [one.name, one]));
    this.types = new TypeTransform(program.data, { isPlain: true, fn: code });
  }

  run(): CoreProgram {
    const { program } = this;
    const term = (one: Term): Term =>
      mapTerm(one, (at) => (isPrim(at) && this.ready.has(at) ? this.unfolded(at, term) : undefined));
    const globals = program.globals.map((one) => ({ ...one, term: term(one.term) }));
    const ops = program.ops.map((op) => ({ ...op, value: term(op.value), partials: op.partials.map(term) }));
    const made = this.transformed([...this.ready].map((one) => functionIn(one as Derivative)));
    const { gradients, apart, ends } = this.shared;
    const added = [...made, ...ends, ...gradients.globals, ...apart.globals];
    return withDefinitions({ ...program, ops, data: this.types.dataTypes(), globals }, added);
  }

  /** The gradient, and the value before it where that is asked for. */
  private unfolded(term: Derivative, within: (term: Term) => Term): Term {
    if (term.prim === "jvp") throw new NotUnfolded(DIRECTION, term.span);
    const [fn, point] = term.args.map(within);
    const { name, args } = callOf(present(fn)) ?? internal("a derivative of what is no definition");
    const type = nth(term.types, 0);
    const { span } = term;
    const lines: (readonly [CorePattern, Term])[] = [];
    let applied: Term = { ...global(transformedName(name)), span: term.span };
    const { hasOneCell, isTold } = this.shared;
    // its environment goes nowhere
    const ifNeeded = (one: string, of: Type, isNeeded = hasOneCell): CorePattern =>
      isNeeded ? varPattern(one, of) : { tag: "any", type: of };
    const captured = capturedBy(present(this.byName.get(name)).term, args.length);
    const tellsDropped = isTold && !hasOneCell && captured.length > 0;
    const ways = args.map((arg, index) => {
      const [next, back] = [subscript(NAMES.fn, index + 1), subscript(NAMES.back, index + 1)];
      lines.push([pairPattern(open(next), ifNeeded(back, BACKWARD)), apply(applied, arg)]);
      applied = variable(next);
      return back;
    });
    const over = (code: number, of: Type, value: Term): Term =>
      isTold ? overRow(NAMES.row, { tag: "int", value: code }, of, value, span) : value;
    const before = isTold ? NAMES.given : NAMES.point;
    lines.push([varPattern(before, type), present(point)]);
    if (isTold) {
      lines.push([varPattern(NAMES.row, INT), rowOf(NAMES.given, type, span)]);
      lines.push([varPattern(NAMES.point, type), over(POINT.there, type, variable(NAMES.given))]);
    }
    const called = apply(applied, variable(NAMES.point));
    lines.push([pairPattern(varPattern(NAMES.value, REAL), varPattern(NAMES.back, BACKWARD)), called]);
    const number = ++this.shared.count;
    const told = (word: string, of: Term): Term => {
      const one = subscript(word, number);
      const identity = definition(one, fun(SENS, SENS), lambda(varPattern("s", SENS), variable("s")));
      this.shared.ends.push({ ...identity, span: term.span });
      return apply(global(one), of);
    };
    const went = apply(variable(NAMES.back), told(PASS.begin, scalar(ONE)));
    lines.push([
      pairPattern(ifNeeded(NAMES.environment, SENS, hasOneCell || tellsDropped), varPattern(NAMES.sensitivity, SENS)),
      went,
    ]);
    if (tellsDropped)
      lines.push([anything, givenTo(captured, false, NAMES.row, SENS, variable(NAMES.environment), span)]);
    if (hasOneCell) this.confuse(name, type, ways, lines, span);
    const gradient = over(
      POINT.back,
      type,
      apply(this.shared.gradients.at(type), pairOf(variable(NAMES.point), told(PASS.end, variable(NAMES.sensitivity)))),
    );
    return letIn(lines, term.prim === "grad" ? gradient : pairOf(variable(NAMES.value), gradient));
  }

  /** Broken on purpose: adds what captured values of the point's type get to what the point gets. */
  private confuse(
    name: string,
    type: Type,
    ways: readonly string[],
    lines: (readonly [CorePattern, Term])[],
    span: Span | undefined,
  ): void {
    const definition = present(this.byName.get(name));
    const params = parameterTypes(definition.type, ways.length);
    const names = parameterNames(definition.term, ways.length);
    for (const [index, back] of [...ways.entries()].toReversed()) {
      const captured = subscript(NAMES.captured, index + 1);
      const sent = apply(variable(back), variable(NAMES.environment));
      lines.push([pairPattern(varPattern(NAMES.environment, SENS), varPattern(captured, SENS)), sent]);
      if (!sameType(nth(params, index), type)) continue;
      const share = this.shared.isTold
        ? givenTo([nth(names, index)], true, NAMES.row, SENS, variable(captured), span)
        : variable(captured);
      const sum = apply(global(PLUS), pairOf(variable(NAMES.sensitivity), share));
      lines.push([varPattern(NAMES.sensitivity, SENS), sum]);
    }
  }

  /** R of definitions, and of all that they use. */
  private transformed(names: readonly string[]): readonly Global[] {
    const needed = new Map<string, Global>();
    const open = [...new Set(names)];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const one = this.byName.get(name) ?? internal("a definition is unknown", name);
      if (needed.has(name) || this.staysSo(one)) continue;
      needed.set(name, one);
      visitGlobals(one.term, (used) => open.push(used));
    }
    // of the others the types are enough
    const stay = this.program.globals.filter((one) => !needed.has(one.name));
    const bodies = anf({ ...this.program, globals: [...needed.values()] }, stay);
    const surroundings: Surroundings = {
      types: this.types,
      apart: this.shared.apart,
      zeros: undefined,
      functions: new Set(),
      isEnvironmentForgotten: false,
      numbers: "none",
      ops: this.shared.ops,
      sum: (s, t) => apply(global(PLUS), pairOf(s, t)),
      definition: (name) => (needed.has(name) ? transformedName(name) : name),
    };
    return bodies.globals.map((one): Global => {
      const there = this.shared.isTold ? levelOf(one.global.name) : undefined;
      const reverse = new Reverse({ ...surroundings, there }, one.types);
      const fn = functionOf(one);
      const { type } = one.global;
      const made = fn === undefined ? reverse.value(one.body) : reverse.code(fn);
      const name = transformedName(one.global.name);
      const term = marked(made, levelOf(name), one.types.keys());
      return { ...one.global, name, type: this.types.type(type), term };
    });
  }

  /** Whether R of a definition is the definition: a value in which there are no functions. */
  private staysSo({ kind, type }: Global): boolean {
    return kind !== "function" && this.types.type(type) === type;
  }
}

/** The variables around an unfolded derivative. */
const NAMES = {
  fn: transformedName("g"),
  row: transformedName("n"),
  given: transformedName("v"),
  point: transformedName("x"),
  value: transformedName("y"),
  back: transformedName("b"),
  sensitivity: transformedName("s"),
  environment: transformedName("e"),
  captured: transformedName("c"),
} as const;

/** The codes of a point's legs, as far as its own derivative goes. */
const POINT = { there: 2, back: 3 } as const;

const anything: CorePattern = { tag: "any", type: SENS };

/** The names of the parameters of a function that stands for one with captured variables, but for its own; "" for a pattern. */
function parameterNames(term: Term, count: number): readonly string[] {
  const names: string[] = [];
  for (let at = term; names.length < count && at.tag === "lam"; at = at.body)
    names.push(at.param.tag === "var" ? at.param.name : "");
  return names;
}

/** The variables that the function captures which another one gives at so many arguments, in the order in which R sends to them. */
function capturedBy(term: Term, count: number): readonly string[] {
  let at = term;
  for (let left = count; left > 0; left--) {
    while (at.tag === "let") at = at.body;
    if (at.tag !== "lam") return [];
    at = at.body;
  }
  while (at.tag === "let") at = at.body;
  return count === 0 ? [] : [...freeVariablesOf(at)].sort();
}

const BACKWARD: Type = fun(SENS, tuple(SENS, SENS));
const ONE: Term = { tag: "real", value: 1 };

function visitGlobals(term: Term, use: (name: string) => void): void {
  if (term.tag === "global") use(term.name);
  for (const one of childrenOf(term)) visitGlobals(one, use);
}

/** The gradient, of a point and its sensitivity: λ(x, s). a value with the form of x. */
function collecting(program: CoreProgram, apart: PartsOf): Family {
  const computing = (param: CorePattern, body: Term): Term => lambda(pairPattern(param, varPattern("s", SENS)), body);
  return new Family("Collect", program, {
    type: (type) => fun(tuple(type, SENS), type),
    real: () =>
      computing({ tag: "any", type: REAL }, ofScalar(variable("s"), "z", variable("z"), { tag: "real", value: 0 })),
    discrete: () => computing(varPattern("n", INT), variable("n")),
    whole: (whole, family) => collectedWhole(whole, family, apart),
    fn: (_, param, body) => computing(param, body),
    array: () => internal("an array"),
  });
}

function collectedWhole({ fields, make }: Whole, family: Family, apart: PartsOf): Term {
  if (fields.length === 0) return make([]);
  const shares = fields.map((_, index) => varPattern(subscript("s", index + 1), SENS));
  const split: CorePattern = shares.length === 1 ? nth(shares, 0) : { tag: "tuple", items: shares };
  const made = fields.map((field, index) =>
    apply(family.at(field), pairOf(variable(fieldName(index)), variable(subscript("s", index + 1)))),
  );
  return letIn([[split, apart.of(fields.length, variable("s"))]], make(made));
}

/** The end of a way back that a definition is, transformed or not: `begin`, `end`, or none. */
export function endOf(name: string): keyof typeof PASS | undefined {
  const base = untransformedName(name).replace(/[₀-₉]+$/u, "");
  if (base === PASS.begin) return "begin";
  return base === PASS.end ? "end" : undefined;
}
