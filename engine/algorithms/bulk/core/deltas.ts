// D on lines, and the reverse pass that interprets a Delta (thesis, §4.5, Fig. 4.13-4.18): dual arrays.
//
//   D[x = t] = x = t;  dx = Share id (Δ)       for Reals; of anything else, x = t alone
//
// An ID is the place of its line in the order of evaluation. Lines are straight, and loops make as many IDs each time, so IDs are sums
// that stand in the program: no monad hands them out.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import type { Meaning } from "../../../core/terms/meaning.ts";
import {
  apply,
  builtin,
  type CorePattern,
  OPEN_TYPE,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { con, INT, REAL, type Type, tuple } from "../../../types/type.ts";
import { global, letIn, pairOf } from "../../common/rule-terms.ts";
import { COUNTED } from "../descriptions.ts";
import { idsOf, isConstant, type Line } from "../flat.ts";
import { DeltaNames } from "../language/names.ts";
import { differentiated } from "../language/partials.ts";
import { type Bulk, type BulkOf, ordersOf, sizeOf } from "../language/syntax.ts";
import type { Bound } from "./border.ts";
import {
  blockSize,
  blocksOf,
  type Emission,
  elementType,
  intsTerm,
  intTerm,
  oneInt,
  plusTerm,
  tabulated,
} from "./emit.ts";
import { arrayOfType, NATIVES, STACK } from "./natives.ts";

const REALS = arrayOfType(REAL);
const INTS = arrayOfType(INT);
const DELTA_NAME = `Delta${OWN_MARK}`;
const DELTA = con(DELTA_NAME);
const DUAL_ARRAY = tuple(REALS, DELTA);

/** An entry of the map of what waits: a Delta and its cotangent. */
export const DELTA_AND_COTANGENT: Type = tuple(DELTA, REALS);

/** The definitions that make the parts of a Delta, each call one part. */
const MAKERS = "add scale share pick sumRows choose spread litArray repeat turn reshape".split(" ");

const INTERFACE = `
data Delta = Zero | Input ℤ | Add Delta Delta | Scale Reals Delta | Share ℤ Delta | Index ℤ ℤ Ints Delta | SumOuter ℤ Delta | Gather ℤ ℤ Ints Delta | Scatter ℤ Ints Delta | LitArray ℤ [Delta] | Replicate ℤ ℤ Delta | Transpose Ints Ints Delta | Reshape Delta
data Reached = Unreached | Reached Reals
def add : Delta × Delta → Delta = λ(d : Delta, e : Delta). Add(d, e)
def scale : Reals × Delta → Delta = λ(a : Reals, d : Delta). Scale(a, d)
def share : ℤ × Delta → Delta = λ(i : ℤ, d : Delta). Share(i, d)
def pick : ℤ × ℤ × Ints × Delta → Delta = λ(n : ℤ, k : ℤ, p : Ints, d : Delta). Index(n, k, p, d)
def sumRows : ℤ × Delta → Delta = λ(n : ℤ, d : Delta). SumOuter(n, d)
def choose : ℤ × ℤ × Ints × Delta → Delta = λ(n : ℤ, k : ℤ, p : Ints, d : Delta). Gather(n, k, p, d)
def spread : ℤ × Ints × Delta → Delta = λ(k : ℤ, p : Ints, d : Delta). Scatter(k, p, d)
def litArray : ℤ × [Delta] → Delta = λ(k : ℤ, ds : [Delta]). LitArray(k, ds)
def repeat : ℤ × ℤ × Delta → Delta = λ(n : ℤ, k : ℤ, d : Delta). Replicate(n, k, d)
def turn : Ints × Ints × Delta → Delta = λ(s : Ints, o : Ints, d : Delta). Transpose(s, o, d)
def reshape : Delta → Delta = λ(d : Delta). Reshape(d)
def arrays : [Reals × Delta] → [Reals] = λ(l : [Reals × Delta]). case l of { [] → []⟦Reals⟧ | ((a, _) :: r) → a :: arrays r }
def duals : [Reals × Delta] → [Delta] = λ(l : [Reals × Delta]). case l of { [] → []⟦Delta⟧ | ((_, d) :: r) → d :: duals r }
def eval : Delta × Reals → MArray Reached → Map (Delta × Reals) → Map (Delta × Reals) =
  λ(d : Delta, c : Reals). λ(g : MArray Reached). λ(m : Map (Delta × Reals)). case d of {
    Zero → m
  | Input(v) → let _ = set(v, case get(v, g) of { Unreached → Reached(c) | Reached(a) → Reached(addᵗ(c, a)) }, g) in m
  | Add(d₁, d₂) → eval (d₂, c) g (eval (d₁, c) g m)
  | Scale(a, d₁) → eval (d₁, mulᵗ(a, c)) g m
  | Share(i, d₁) →
      if member(i, m) then let (_, a) = lookup(i, m) in insert(i, (d₁, addᵗ(c, a)), m) else insert(i, (d₁, c), m)
  | Index(n, k, p, d₁) → eval (d₁, oneHotᵗ(n, k, c, p)) g m
  | SumOuter(n, d₁) → eval (d₁, replicateᵗ(n, c)) g m
  | Gather(n, k, p, d₁) → eval (d₁, scatterᵗ(n, k, c, p)) g m
  | Scatter(k, p, d₁) → eval (d₁, gatherᵗ(k, c, p)) g m
  | LitArray(k, ds) → evalRows (0, k, ds, c) g m
  | Replicate(n, k, d₁) → eval (d₁, sumOuterᵗ(n, k, c)) g m
  | Transpose(s, o, d₁) → eval (d₁, trᵗ(s, o, c)) g m
  | Reshape(d₁) → eval (d₁, c) g m }
def evalRows : ℤ × ℤ × [Delta] × Reals → MArray Reached → Map (Delta × Reals) → Map (Delta × Reals) =
  λ(j : ℤ, k : ℤ, ds : [Delta], c : Reals). λ(g : MArray Reached). λ(m : Map (Delta × Reals)). case ds of {
    [] → m
  | (d :: r) → evalRows (j + 1, k, r, c) g (eval (d, rowᵗ(j, k, c)) g m) }
def backprop : MArray Reached → Map (Delta × Reals) → 𝟏 = λ(g : MArray Reached). λ(m : Map (Delta × Reals)).
  if isEmpty(m) then () else
  let i = highest(m) in
  let (d, c) = lookup(i, m) in
  backprop g (eval (d, c) g (delete(i, m)))
def gradient : ℤ × ℤ × MArray Reached → Reals = λ(v : ℤ, n : ℤ, g : MArray Reached).
  case get(v, g) of { Unreached → replicateᵗ(n, #[0.0]) | Reached(a) → a }
`;

/** The definitions that every program with Deltas has. */
export function deltaInterface(): ReturnType<typeof readDefinitions> {
  return readDefinitions(INTERFACE, { Reals: REALS, Ints: INTS }, NATIVES);
}

/** The meaning of their calls: parts of Deltas, IDs, and visits. */
export const DELTA_MEANING: Meaning = {
  dual: "value",
  inputs: [],
  calls: [
    ...MAKERS.map((of) => ({ of, means: { counts: COUNTED.deltas } })),
    { of: "share", means: { counts: COUNTED.ids } },
    { of: "eval", means: { counts: COUNTED.visits } },
  ],
  stores: [],
};

/** D on lines, in order. */
export class DualArrays {
  private readonly emission: Emission;
  private readonly names: DeltaNames;

  constructor(emission: Emission) {
    this.emission = emission;
    this.names = new DeltaNames(emission.names);
  }

  /** The bindings of the Deltas of input arrays, by their places. */
  inputs(inputs: readonly BulkOf<"variable">[]): readonly Bound[] {
    return inputs.map(({ name }, place) => [
      this.named(name),
      { tag: "con", data: DELTA_NAME, con: `Input${OWN_MARK}`, types: [], args: [intTerm(place)] },
    ]);
  }

  /** The Delta of an atom: a number has none. */
  of(atom: Bulk): Term {
    return atom.tag === "variable" ? variable(this.names.of(atom.name)) : ZERO;
  }

  private named(name: string): CorePattern {
    return varPattern(this.names.of(name), DELTA);
  }

  /** The bindings of lines whose first ID is given. */
  lines(lines: readonly Line[], first: Term): readonly Bound[] {
    let id = first;
    return lines.flatMap((line) => {
      const found = this.line(line, id);
      id = plusTerm(id, intTerm(idsOf([line])));
      return found;
    });
  }

  private line(line: Line, id: Term): readonly Bound[] {
    const { name, term, isPlain } = line;
    if (term.tag === "build") return this.loop(term, line, id);
    if (isPlain || isConstant(line)) {
      const value: Bound = [varPattern(name, OPEN_TYPE), this.emission.term(term)];
      return term.element === "Real" && isConstant(line) ? [value, [this.named(name), ZERO]] : [value];
    }
    const shared = (delta: Term): Bound => [this.named(name), call("share", id, delta)];
    if (term.tag !== "index" && term.tag !== "gather" && term.tag !== "scatter")
      return [[varPattern(name, OPEN_TYPE), this.emission.term(term)], shared(this.delta(term))];
    // the places are for both
    const places = this.emission.names.fresh("p");
    return [
      [varPattern(places, OPEN_TYPE), this.emission.placesIn(term)],
      [varPattern(name, OPEN_TYPE), this.emission.at(term, variable(places))],
      shared(this.deltaAt(term, variable(places))),
    ];
  }

  /** The Delta of a line without an index function: each Delta of an operand occurs once. */
  private delta(term: Bulk): Term {
    switch (term.tag) {
      case "op":
      case "custom":
        return sumOfDeltas(
          differentiated(term).map(({ of, factor }) =>
            factor === undefined ? this.of(of) : call("scale", this.emission.term(factor), this.of(of)),
          ),
        );
      case "sum":
        return call("sumRows", intTerm(nth(term.of.shape, 0)), this.of(term.of));
      case "stack": {
        const items = term.items.map((one) => this.of(one));
        return call("litArray", intTerm(sizeOf(term.shape.slice(1))), {
          tag: "list",
          items,
          tail: undefined,
          item: DELTA,
        });
      }
      case "replicate":
        return call("repeat", intTerm(nth(term.shape, 0)), intTerm(sizeOf(term.of.shape)), this.of(term.of));
      case "transpose":
        return call("turn", intsTerm(term.shape), intsTerm(ordersOf(term).inverse), this.of(term.of));
      case "reshape":
        return call("reshape", this.of(term.of));
      default:
        return internal("no Delta of a line", term.tag);
    }
  }

  private deltaAt(term: BulkOf<"index" | "gather" | "scatter">, places: Term): Term {
    const [blocks, block, of] = [intTerm(blocksOf(term)), intTerm(blockSize(term)), this.of(term.of)];
    if (term.tag === "scatter") return call("spread", block, places, of);
    return call(term.tag === "index" ? "pick" : "choose", blocks, block, places, of);
  }

  /** build1: a loop that makes each row with its Delta. */
  private loop(term: BulkOf<"build">, line: Line, first: Term): readonly Bound[] {
    const { names } = this.emission;
    const { lines, result } = present(line.body);
    const index = names.fresh("n");
    const size = nth(term.shape, 0);
    const each = idsOf(lines);
    const start =
      each === 0
        ? first
        : plusTerm(first, each === 1 ? variable(index) : builtin("mulInt", [variable(index), intTerm(each)]));
    const item = line.isPlain ? arrayOfType(elementType(term.element)) : DUAL_ARRAY;
    const value = this.emission.term(result);
    const row = letIn(
      [[varPattern(term.variable, OPEN_TYPE), oneInt(index)], ...this.lines(lines, start)],
      line.isPlain ? value : pairOf(value, this.of(result)),
    );
    const all = tabulated(size, index, names.fresh("rows"), item, row);
    const types = [elementType(term.element)];
    if (line.isPlain) return [[varPattern(line.name, OPEN_TYPE), prim(STACK, types, [all], term.span)]];
    const rows = names.fresh("r");
    const stacked = prim(STACK, types, [apply(global("arrays"), variable(rows))], term.span);
    const deltas = call("litArray", intTerm(sizeOf(term.shape.slice(1))), apply(global("duals"), variable(rows)));
    return [
      [varPattern(rows, OPEN_TYPE), all],
      [varPattern(line.name, OPEN_TYPE), stacked],
      [this.named(line.name), call("share", plusTerm(first, intTerm(each * size)), deltas)],
    ];
  }
}

const ZERO: Term = { tag: "con", data: DELTA_NAME, con: `Zero${OWN_MARK}`, types: [], args: [] };

function sumOfDeltas(deltas: readonly Term[]): Term {
  return deltas.length === 0 ? ZERO : deltas.reduceRight((rest, one) => call("add", one, rest));
}

/** A definition, applied to a tuple. */
function call(name: string, ...args: readonly Term[]): Term {
  return apply(global(name), args.length === 1 ? nth(args, 0) : { tag: "tuple", items: args });
}
