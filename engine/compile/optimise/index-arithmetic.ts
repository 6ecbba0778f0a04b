// Finds Ints that are nothing but the place of an element, such as i * m + j in a table of m columns. The check of the place against the
// size of the array stands for the check that an Int is exact: what is not exact is beyond every array. So they are computed without a
// check, and again on the way back rather than remembered.
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  endAtoms,
  type Fn,
  type Stmt,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { Copier } from "../ir/rewrite.ts";

type Operation = Extract<Stmt, { readonly tag: "op" }>;

const ARITHMETIC: ReadonlySet<string> = new Set(["addInt", "subInt", "mulInt"]);

/** A function's body, in which the places of elements are computed as such. */
export function indexFunction({ body }: Fn, variables: Variables): Block {
  const places = placesIn(body);
  if (places.size === 0) return body;
  return new Copier(variables, undefined, ({ id, kind }) => (places.has(id) ? "index" : kind)).block(body);
}

/** The variables that stand for places of elements and for nothing else, by their numbers. */
function placesIn(body: Block): ReadonlySet<number> {
  const candidates: Operation[] = [];
  /** Uses of a variable: as a place (undefined), in an operation, or for something else (false). */
  const uses = new Map<Atom, (Operation | undefined | false)[]>();
  const use = (atom: Atom, as: Operation | undefined | false): void => {
    if (atom.tag === "var") uses.set(atom, [...(uses.get(atom) ?? []), as]);
  };
  const walk = (block: Block): void => {
    for (const stmt of block.stmts) {
      if (stmt.tag === "op" && ARITHMETIC.has(stmt.op)) {
        if (stmt.out.kind === "int") candidates.push(stmt);
        for (const arg of stmt.args) use(arg, stmt);
      } else {
        const place = stmt.tag === "bounds" || stmt.tag === "get" || stmt.tag === "put" ? stmt.index : undefined;
        for (const atom of atomsOf(stmt)) use(atom, atom === place ? undefined : false);
      }
      for (const inner of blocksOf(stmt)) walk(inner);
    }
    for (const atom of endAtoms(block.end)) use(atom, false);
  };
  walk(body);
  const places = new Set<number>();
  // a variable is used behind its definition
  for (const { out } of candidates.reverse()) {
    const all = uses.get(out) ?? [];
    const isPlace = all.every(
      (as) => as === undefined || (as !== false && places.has(as.out.id) && keepsBeyond(as, out)),
    );
    if (isPlace && all.length > 0) places.add(out.id);
  }
  return places;
}

/** Whether a place that is computed from a number beyond 2^53 is beyond every array, too: where what is added to it is small. */
function keepsBeyond({ op, args }: Operation, one: Var): boolean {
  if (op === "mulInt") return false;
  const others = args.filter((arg) => arg !== one);
  return others.length === 1 && others.every((arg) => arg.kind === "index" || isSmall(arg));
}

function isSmall(atom: Atom): boolean {
  return atom.tag === "literal" && Math.abs(Number(atom.value)) < SMALL;
}

const SMALL = 2 ** 32;
