// Open types: types with unification variables, as inference uses them; unification and generalisation by levels.
import { nth } from "../base/nth.ts";
import type { Work } from "../base/work.ts";
import type { Span } from "../source/span.ts";
import { INT, type Kind, narrower, type Scheme, showType, type Type } from "./type.ts";

/** A unification variable. Mutable: `solution` is set once. */
export interface Meta {
  readonly tag: "meta";
  readonly id: number;
  /** The types that it may stand for. */
  kind: Kind;
  /** How many generalising binders enclose it; it may be generalised at a lower level only. */
  level: number;
  solution: OpenType | undefined;
  /** The place whose check gave the solution: where the type came from. */
  solvedAt: Span | undefined;
  /** Whether nothing but a number literal has spoken about it yet. */
  readonly literal: boolean;
}

/** A type during inference. {@link prune} gives what a solved variable at its head stands for. */
export type OpenType =
  | Meta
  | { readonly tag: "con"; readonly name: string; readonly args: readonly OpenType[]; readonly alias?: string }
  | { readonly tag: "tuple"; readonly items: readonly OpenType[]; readonly alias?: string }
  | { readonly tag: "fun"; readonly from: OpenType; readonly to: OpenType; readonly alias?: string }
  | { readonly tag: "lin"; readonly from: OpenType; readonly to: OpenType; readonly alias?: string }
  | { readonly tag: "var"; readonly name: string; readonly kind: Kind; readonly alias?: string };

/** Follows solved variables at the head of a type. */
export function prune(type: OpenType): OpenType {
  if (type.tag !== "meta" || type.solution === undefined) return type;
  let root = type.solution;
  while (root.tag === "meta" && root.solution !== undefined) root = root.solution;
  // path compression for later walks
  for (let at: OpenType = type; at.tag === "meta" && at.solution !== undefined && at !== root; ) {
    const next: OpenType = at.solution;
    at.solution = root;
    at = next;
  }
  return root;
}

/** A scheme of a local definition: its type may still hold variables of the enclosing definition. */
export interface OpenScheme {
  readonly variables: Scheme["variables"];
  readonly type: OpenType;
}

/** Thrown where a type has more parts than anyone can mean; `check.ts` makes it a diagnostic. */
export class TypeTooLarge extends Error {}

/** The parts of a type that one walk may visit. */
export const LARGEST_TYPE = 50_000;
/** How deep types may nest. */
export const DEEPEST_TYPE = 1000;
/** The parts of types that all walks over one text may visit together. */
const MOST_PARTS = 30_000_000;

/** Counts the parts that a walk visits, and how deep it is. Inferred types can be exponential in the program's size. */
class Walk {
  private left: number;
  private depth = 0;
  private readonly work: Work | undefined;

  constructor(work: Work | undefined = undefined, most = LARGEST_TYPE) {
    this.work = work;
    this.left = most;
  }

  /** Counts one part more, or `parts` that are known, whose depth is `depth`. */
  step(parts = 1, below = 0): void {
    this.left -= parts;
    this.work?.add(1);
    if (this.left < 0 || this.depth + below > DEEPEST_TYPE) throw new TypeTooLarge("a type is too large");
  }

  /** Goes one deeper. */
  down(): void {
    this.depth++;
  }

  up(): void {
    this.depth--;
  }
}

/** Facts of a type without variables, unsolved or quantified, so that no walk has to visit it again. */
interface Ground {
  readonly parts: number;
  readonly depth: number;
  closed: Type | undefined;
}

/** Parts of a type that is remembered: smaller ones are walked through as fast as they are looked up. */
const WORTH_KNOWING = 8;

const GROUND = new WeakMap<OpenType, Ground>();

type Composite = Exclude<OpenType, { readonly tag: "meta" | "var" }>;

function partsOf(type: Composite): readonly OpenType[] {
  switch (type.tag) {
    case "con":
      return type.args;
    case "tuple":
      return type.items;
    case "fun":
    case "lin":
      return [type.from, type.to];
  }
}

/** Visits the unsolved variables of a type; gives its size where it has none and no quantified ones either. */
function visitMetas(type: OpenType, visit: (meta: Meta) => void, walk: Walk): Ground | undefined {
  const at = prune(type);
  if (at.tag === "meta") {
    walk.step();
    visit(at);
    return undefined;
  }
  if (at.tag === "var") {
    walk.step();
    return undefined;
  }
  const known = GROUND.get(at);
  if (known !== undefined) {
    walk.step(known.parts, known.depth);
    return known;
  }
  walk.step();
  let parts = 1;
  let depth = 0;
  let isGround = true;
  walk.down();
  for (const part of partsOf(at)) {
    const found = visitMetas(part, visit, walk);
    if (found === undefined) isGround = false;
    else {
      parts += found.parts;
      depth = Math.max(depth, found.depth + 1);
    }
  }
  walk.up();
  if (!isGround) return undefined;
  const ground: Ground = { parts, depth, closed: undefined };
  if (parts >= WORTH_KNOWING) GROUND.set(at, ground);
  return ground;
}

/** Why two types do not unify. */
export type Clash =
  | { readonly tag: "mismatch" }
  | { readonly tag: "infinite" }
  | { readonly tag: "not-a-number"; readonly type: OpenType }
  | { readonly tag: "holds-a-function"; readonly type: OpenType };

/** The store of unification variables of one inference. */
export class Metas {
  private next = 0;
  level = 0;
  private readonly work: Work;
  private readonly most: number;
  private readonly holdsFunction: (data: string) => boolean;

  /** `holdsFunction` says of a data type, by its key, whether a function stands in the types of its fields. */
  constructor(work: Work, holdsFunction: (data: string) => boolean) {
    this.work = work;
    this.holdsFunction = holdsFunction;
    this.most = work.steps + MOST_PARTS;
  }

  /** A walk over types; there are none any more once all have taken too long together. */
  walk(): Walk {
    if (this.work.steps > this.most) throw new TypeTooLarge("types are too large together");
    return new Walk(this.work);
  }

  /** The unsolved variables of types, in order of first occurrence. */
  metasOf(types: readonly OpenType[]): Set<Meta> {
    const found = new Set<Meta>();
    for (const type of types) visitMetas(type, (meta) => found.add(meta), this.walk());
    return found;
  }

  fresh(kind: Kind = "any", literal = false): Meta {
    return {
      tag: "meta",
      id: this.next++,
      kind,
      level: this.level,
      solution: undefined,
      solvedAt: undefined,
      literal,
    };
  }

  /** Replaces a scheme's variables by fresh unification variables; gives the type and the arguments in order. */
  instantiate(scheme: OpenScheme): { readonly type: OpenType; readonly args: readonly Meta[] } {
    const args = scheme.variables.map((variable) => this.fresh(variable.kind));
    if (args.length === 0) return { type: scheme.type, args };
    const by = new Map(scheme.variables.map((variable, index) => [variable.name, nth(args, index)]));
    return { type: substituteOpen(scheme.type, by, this.walk()), args };
  }

  /** Makes two types equal, or says why they cannot be; on a clash some variables may be solved already. */
  unify(a: OpenType, b: OpenType, at: Span, walk?: Walk): Clash | undefined {
    if (a === b) return undefined;
    const left = prune(a);
    const right = prune(b);
    if (left === right) return undefined;
    const within = walk ?? this.walk();
    within.step();
    if (left.tag === "meta") return this.solve(left, right, at, within);
    if (right.tag === "meta") return this.solve(right, left, at, within);
    if (left.tag === "var" && right.tag === "var" && left.name === right.name) return undefined;
    if (left.tag === "con" && right.tag === "con" && left.name === right.name) {
      return this.unifyAll(left.args, right.args, at, within);
    }
    if (left.tag === "tuple" && right.tag === "tuple") return this.unifyAll(left.items, right.items, at, within);
    if ((left.tag === "fun" && right.tag === "fun") || (left.tag === "lin" && right.tag === "lin")) {
      within.down();
      const clash = this.unify(left.from, right.from, at, within) ?? this.unify(left.to, right.to, at, within);
      within.up();
      return clash;
    }
    return { tag: "mismatch" };
  }

  private unifyAll(a: readonly OpenType[], b: readonly OpenType[], at: Span, walk: Walk): Clash | undefined {
    if (a === b) return undefined;
    if (a.length !== b.length) return { tag: "mismatch" };
    walk.down();
    for (let i = 0; i < a.length; i++) {
      const clash = this.unify(nth(a, i), nth(b, i), at, walk);
      if (clash !== undefined) return clash;
    }
    walk.up();
    return undefined;
  }

  private solve(meta: Meta, type: OpenType, at: Span, walk: Walk): Clash | undefined {
    if (type.tag === "meta") {
      type.kind = narrower(meta.kind, type.kind);
      type.level = Math.min(type.level, meta.level);
    } else {
      if (meta.kind === "number" && !isNumber(type)) return { tag: "not-a-number", type };
      const held = meta.kind === "data" ? this.functionIn(type, walk) : undefined;
      if (held !== undefined) return { tag: "holds-a-function", type: held };
      if (this.lowerLevels(meta, type)) return { tag: "infinite" };
    }
    meta.solution = type;
    meta.solvedAt = at;
    return undefined;
  }

  /** The function that a type holds, where it holds one; its variables are of kind `data` from here on. */
  private functionIn(type: OpenType, walk: Walk): OpenType | undefined {
    const at = prune(type);
    walk.step();
    switch (at.tag) {
      case "meta":
        at.kind = narrower(at.kind, "data");
        return undefined;
      case "var":
        return at.kind === "any" ? at : undefined;
      case "fun":
      case "lin":
        return at;
      default: {
        if (at.tag === "con" && this.holdsFunction(at.name)) return at;
        walk.down();
        let found: OpenType | undefined;
        for (const part of partsOf(at)) found ??= this.functionIn(part, walk);
        walk.up();
        return found;
      }
    }
  }

  /** Lowers the variables in a variable's type to its level; whether the variable itself is in it. */
  private lowerLevels(meta: Meta, type: OpenType): boolean {
    if (type.tag === "con" && type.args.length === 0) return false;
    let occurs = false;
    visitMetas(
      type,
      (inner) => {
        if (inner === meta) occurs = true;
        else if (inner.level > meta.level) inner.level = meta.level;
      },
      this.walk(),
    );
    return occurs;
  }
}

function isNumber(type: OpenType): boolean {
  if (type.tag === "con") return type.name === "Real" || type.name === "Int";
  return type.tag === "var" && type.kind === "number";
}

/** Replaces type variables by open types. */
export function substituteOpen(type: OpenType, by: ReadonlyMap<string, OpenType>, walk = new Walk()): OpenType {
  const at = prune(type);
  if (at.tag === "meta" || at.tag === "var") {
    walk.step();
    return at.tag === "meta" ? at : (by.get(at.name) ?? at);
  }
  const known = GROUND.get(at);
  if (known !== undefined) {
    walk.step(known.parts, known.depth);
    return at;
  }
  walk.step();
  return mapped(at, (part) => substituteOpen(part, by, walk), walk);
}

/** A type with its parts replaced. */
function mapped(type: Composite, replace: (part: OpenType) => OpenType, walk: Walk): OpenType {
  walk.down();
  const made = ((): OpenType => {
    switch (type.tag) {
      case "con":
        return type.args.length === 0 ? type : { ...type, args: type.args.map(replace) };
      case "tuple":
        return { ...type, items: type.items.map(replace) };
      case "fun":
      case "lin":
        return { ...type, from: replace(type.from), to: replace(type.to) };
    }
  })();
  walk.up();
  return made;
}

/**
 * The closed form of a type. What is still unsolved becomes what `unsolved` says: by default `Int` for a number type
 * and `()` for any other, which nothing can tell apart. Parts without variables are closed once, and shared.
 */
export function close(type: OpenType, unsolved: (meta: Meta) => Type = defaultType, walk = new Walk()): Type {
  const at = prune(type);
  if (at.tag === "meta") {
    walk.step();
    return unsolved(at);
  }
  if (at.tag === "var") {
    walk.step();
    return at;
  }
  if (at.tag === "con" && at.args.length === 0) {
    walk.step();
    return at as Type;
  }
  const known = GROUND.get(at);
  if (known?.closed !== undefined) {
    walk.step(known.parts, known.depth);
    return known.closed;
  }
  walk.step();
  // nothing is unsolved in a closed type, whatever was in the open one
  const made = mapped(at, (part) => close(part, unsolved, walk), walk) as Type;
  if (known !== undefined) {
    known.closed = made;
    GROUND.set(made, { ...known, closed: made });
  }
  return made;
}

/** Counts a type's parts, and remembers it if it has no variables; throws where it is too large or too deep. */
export function measure(type: OpenType): void {
  visitMetas(type, () => undefined, new Walk());
}

function defaultType(meta: Meta): Type {
  return meta.kind === "number" ? INT : { tag: "tuple", items: [] };
}

/** The parts of a type that is shown in a message. */
const LARGEST_SHOWN = 1000;

/** Prints an open type for the user: unknown parts as `_`, an undecided number as `a number`. */
export function showOpen(type: OpenType): string {
  const at = prune(type);
  if (at.tag === "meta" && at.kind === "number") return "a number";
  try {
    const unknown = (meta: Meta): Type => ({
      tag: "var",
      name: meta.kind === "number" ? "number" : "_",
      kind: meta.kind,
    });
    return showType(close(at, unknown, new Walk(undefined, LARGEST_SHOWN)));
  } catch (error) {
    if (error instanceof TypeTooLarge) return "a type too large to show";
    throw error;
  }
}
