// Exhaustiveness of patterns: a value that no pattern covers, and patterns that can never match (Maranget 2008, decision trees).
import { nth, present } from "../../base/nth.ts";
import { type Diagnostics, warning } from "../../source/diagnostic.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { close, TypeTooLarge } from "../open.ts";
import { dataTypeOf, type Match, type Module } from "../scope.ts";
import { CONS, fieldsAt, LIST, NIL, type Type } from "../type.ts";
import { smallConstructorBefore, smallConstructors } from "./small-constructors.ts";

/** A pattern for matrices: anything, or a head (constructor, tuple or number) with arguments. */
type Pat = typeof ANY | Head;
interface Head {
  readonly tag: "head";
  readonly key: string;
  readonly args: readonly Pat[];
}
const ANY = { tag: "any" } as const;

const TUPLE = "()";
/** Work, in rows looked at and parts of patterns, after which a `case` is taken to be complete: this for each of its parts .. */
const WORK_FOR_A_PART = 20;
/** .. and this for the `case` itself. */
const WORK_FOR_A_MATCH = 200_000;
/** Characters of a pattern in a message. */
const LONGEST_SHOWN = 500;

/**
 * A row's demands on a value: heads at columns, the leftmost first. Columns that it takes anything in are left out, so a row is as long as
 * its pattern has heads. A column's number is less than that of every column to its right: columns of a head's arguments have numbers below
 * all others.
 */
interface Demand {
  readonly column: number;
  readonly type: Type;
  readonly head: Head;
  readonly next: Demand | undefined;
}

interface Row {
  readonly index: number;
  readonly first: Demand | undefined;
}

/** Decisions on a value on the way down the tree, the last one first. */
interface Decision {
  readonly column: number;
  readonly key: string;
  /** The columns of the head's arguments: how many there are from this one on. */
  readonly from: number;
  readonly arity: number;
  readonly before: Decision | undefined;
}

/** The rows that are left for some of the values, in source order. */
interface Node {
  readonly rows: readonly Row[];
  readonly decided: Decision | undefined;
  /** Below the numbers of all columns so far. */
  readonly front: number;
}

/** Reports missing values and redundant patterns of every place where patterns must cover a type. Takes linear time. */
export function checkMatches(module: Module, matches: readonly Match[], diagnostics: Diagnostics): void {
  for (const match of matches) {
    const isBinding = match.patterns.every(({ tag }) => tag === "variable" || tag === "wildcard");
    if (isBinding && match.patterns.length === 1) continue;
    const matching = new Matching(module, diagnostics);
    try {
      matching.check(match);
    } catch (error) {
      // of a type that is too large no values are shown
      if (!(error instanceof TypeTooLarge)) throw error;
    }
    diagnostics.work.add(matching.steps);
  }
}

class Matching {
  private work = 0;
  private budget = WORK_FOR_A_MATCH;
  private readonly module: Module;
  private readonly diagnostics: Diagnostics;
  private readonly signatures = new Map<Type, Signature | undefined>();

  constructor(module: Module, diagnostics: Diagnostics) {
    this.module = module;
    this.diagnostics = diagnostics;
  }

  get steps(): number {
    return this.work;
  }

  check(match: Match): void {
    const type = close(match.type);
    const rows = match.patterns.map((pattern, index): Row => {
      const head = this.simplify(pattern);
      return { index, first: head.tag === "any" ? undefined : { column: 0, type, head, next: undefined } };
    });
    const { reached, missing } = this.explore(rows);
    if (match.kind === "case" && this.work <= this.budget) {
      const small = reached.size < match.patterns.length ? smallConstructors(this.module, match.patterns) : [];
      for (const [index, pattern] of match.patterns.entries()) {
        if (reached.has(index)) continue;
        const meant = small.length === 0 ? undefined : smallConstructorBefore(small, match.patterns, type, index);
        if (meant !== undefined) {
          this.diagnostics.report(meant);
          break;
        }
        const message = `this pattern can never match: the branches before it cover \`${showPattern(pattern)}\``;
        this.diagnostics.report(warning("redundant-pattern", pattern.span, message));
      }
    }
    if (missing === undefined) return;
    const value = shortened((out) => showPat(out, valueOf(missing), type, 0));
    const message =
      match.kind === "case"
        ? `this \`case\` has no branch for \`${value}\``
        : `this pattern does not match every value: \`${value}\` is missing`;
    const span = match.kind === "case" ? { ...match.span, to: match.span.from + "case".length } : match.span;
    this.diagnostics.report(warning("missing-pattern", span, message));
  }

  private simplify(pattern: Pattern): Pat {
    this.budget += WORK_FOR_A_PART;
    switch (pattern.tag) {
      case "variable":
      case "wildcard":
        return ANY;
      case "annotated":
        return this.simplify(pattern.pattern);
      case "integer":
      case "real":
        return { tag: "head", key: String(pattern.value), args: [] };
      case "tuple":
        return { tag: "head", key: TUPLE, args: pattern.items.map((item) => this.simplify(item)) };
      case "list":
        return pattern.items.reduceRight<Pat>(
          (tail, item) => ({ tag: "head", key: CONS, args: [this.simplify(item), tail] }),
          { tag: "head", key: NIL, args: [] },
        );
      case "record":
        return this.simplify(present(this.module.table.records.get(pattern)));
      case "constructor": {
        const args = pattern.args.map((arg) => this.simplify(arg));
        return { tag: "head", key: pattern.name, args };
      }
    }
  }

  /**
   * Which rows are the first to match some value, and the decisions that lead to a value that no row matches. The tree is walked without
   * recursion, in the order in which a reader would list the values.
   */
  private explore(rows: readonly Row[]): {
    readonly reached: ReadonlySet<number>;
    readonly missing: Found | undefined;
  } {
    const reached = new Set<number>();
    let missing: Found | undefined;
    const nodes: Node[] = [{ rows, decided: undefined, front: 0 }];
    for (let node = nodes.pop(); node !== undefined && this.work <= this.budget; node = nodes.pop()) {
      const first = node.rows[0];
      if (first === undefined) missing ??= { decided: node.decided };
      else if (first.first === undefined) reached.add(first.index);
      else nodes.push(...this.branches(node).reverse());
    }
    return { reached, missing };
  }

  /** The values of a node told apart by their heads in the leftmost column that a row asks for. */
  private branches({ rows, decided, front }: Node): Node[] {
    this.work += rows.length;
    let column = Number.POSITIVE_INFINITY;
    let type: Type | undefined;
    for (const { first } of rows) if (first !== undefined && first.column < column) ({ column, type } = first);
    const heads = new Map<string, Row[]>();
    const others: Row[] = [];
    for (const row of rows) {
      if (row.first?.column !== column) {
        others.push(row);
        for (const rest of heads.values()) rest.push(row);
        this.work += heads.size;
        continue;
      }
      const { head } = row.first;
      const known = heads.get(head.key);
      if (known === undefined) {
        heads.set(head.key, [...others, row]);
        this.work += others.length;
      } else known.push(row);
      if (this.work > this.budget) return [];
    }
    const signature = this.signature(present(type));
    const under = (key: string, ofHead: readonly Row[]): Node => {
      const fields = signature?.get(key) ?? [];
      const from = front - fields.length;
      const inner = ofHead.map((row) => (row.first?.column === column ? this.inside(row, fields, from) : row));
      return { rows: inner, decided: { column, key, from, arity: fields.length, before: decided }, front: from };
    };
    if (signature !== undefined && signature.size === heads.size)
      return [...signature.keys()].flatMap((key) => {
        const ofHead = heads.get(key);
        return ofHead === undefined ? [] : [under(key, ofHead)];
      });
    const absent = this.absent(present(type), signature, heads);
    const rest: Node = {
      rows: others,
      decided: absent === undefined ? decided : { column, key: absent, from: front, arity: 0, before: decided },
      front,
    };
    const arity = absent === undefined ? 0 : (signature?.get(absent)?.length ?? 0);
    const open = rest.decided;
    return [
      arity === 0 || open === undefined
        ? rest
        : { ...rest, decided: { ...open, from: front - arity, arity }, front: front - arity },
      ...[...heads].map(([key, ofHead]) => under(key, ofHead)),
    ];
  }

  /** A row whose first demand is met: the demands of its arguments are next. */
  private inside(row: Row, fields: readonly Type[], from: number): Row {
    const { head, next } = present(row.first);
    let first = next;
    this.work += head.args.length;
    for (let at = head.args.length - 1; at >= 0; at--) {
      const arg = nth(head.args, at);
      if (arg.tag === "head") first = { column: from + at, type: nth(fields, at), head: arg, next: first };
    }
    return { index: row.index, first };
  }

  /** A head that no row has: a constructor, or for a number type the least natural number; undefined where anything else will do. */
  private absent(
    type: Type,
    signature: Signature | undefined,
    heads: ReadonlyMap<string, unknown>,
  ): string | undefined {
    if (signature !== undefined) {
      for (const key of signature.keys()) if (!heads.has(key)) return key;
      return undefined;
    }
    const isNumber =
      (type.tag === "con" && (type.name === "Int" || type.name === "Real")) ||
      (type.tag === "var" && type.kind === "number");
    if (!isNumber) return undefined;
    let value = 0;
    while (heads.has(String(value))) value++;
    return String(value);
  }

  /** The heads of a type's values with their fields; undefined where they are not finitely many. */
  private signature(type: Type): Signature | undefined {
    const known = this.signatures.get(type);
    if (known !== undefined) return known;
    const found = this.makeSignature(type);
    this.signatures.set(type, found);
    return found;
  }

  private makeSignature(type: Type): Signature | undefined {
    if (type.tag === "tuple") return new Map([[TUPLE, type.items]]);
    if (type.tag !== "con") return undefined;
    const data = dataTypeOf(this.module, type.name);
    if (data === undefined) return undefined;
    return new Map(
      data.constructors.map((constructor) => [constructor.name, fieldsAt(data, constructor, type.args)] as const),
    );
  }
}

type Signature = ReadonlyMap<string, readonly Type[]>;

interface Found {
  readonly decided: Decision | undefined;
}

/** The value that decisions lead to. */
function valueOf({ decided }: Found): Pat {
  const values = new Map<number, Pat>();
  // the last decisions lie innermost
  for (let at = decided; at !== undefined; at = at.before) {
    const { from } = at;
    const args = Array.from({ length: at.arity }, (_, index) => values.get(from + index) ?? ANY);
    values.set(at.column, { tag: "head", key: at.key, args });
  }
  return values.get(0) ?? ANY;
}

/** A text that is written piece by piece, as long as anyone will read it. */
class Shown {
  private text = "";

  get isFull(): boolean {
    return this.text.length > LONGEST_SHOWN;
  }

  write(text: string): void {
    if (!this.isFull) this.text += text;
  }

  toString(): string {
    return this.isFull ? `${this.text.slice(0, LONGEST_SHOWN)}..` : this.text;
  }
}

function shortened(show: (out: Shown) => void): string {
  const out = new Shown();
  show(out);
  return out.toString();
}

function listed<T>(out: Shown, items: readonly T[], show: (item: T, index: number) => void): void {
  for (const [index, item] of items.entries()) {
    if (out.isFull) return;
    if (index > 0) out.write(", ");
    show(item, index);
  }
}

/** Prints a missing value as a pattern of Dual. */
function showPat(out: Shown, pat: Pat, type: Type, level: 0 | 1): void {
  if (out.isFull) return;
  if (pat.tag === "any") return out.write("_");
  if (pat.key === TUPLE) {
    const items = type.tag === "tuple" ? type.items : [];
    out.write("(");
    listed(out, pat.args, (arg, index) => showPat(out, arg, items[index] ?? type, 0));
    return out.write(")");
  }
  const item = type.tag === "con" && type.name === LIST ? nth(type.args, 0) : type;
  const isEnclosed = level === 1 && pat.args.length > 0;
  if (isEnclosed) out.write("(");
  if (pat.key === CONS) {
    showPat(out, nth(pat.args, 0), item, 1);
    out.write(" :: ");
    showPat(out, nth(pat.args, 1), type, 0);
  } else {
    const isReal = type.tag === "con" && type.name === "Real" && /^\d+$/.test(pat.key);
    out.write(isReal ? `${pat.key}.0` : pat.key);
    for (const arg of pat.args) {
      out.write(" ");
      showPat(out, arg, type, 1);
    }
  }
  if (isEnclosed) out.write(")");
}

/** Prints a written pattern, shortened. */
function showPattern(pattern: Pattern): string {
  return shortened((out) => writePattern(out, pattern));
}

function writePattern(out: Shown, pattern: Pattern): void {
  if (out.isFull) return;
  switch (pattern.tag) {
    case "variable":
      return out.write(pattern.name);
    case "wildcard":
      return out.write("_");
    case "integer":
    case "real":
      return out.write(String(pattern.value));
    case "annotated":
      return writePattern(out, pattern.pattern);
    case "tuple":
    case "list": {
      const [open, close] = pattern.tag === "tuple" ? ["(", ")"] : ["[", "]"];
      out.write(present(open));
      listed(out, pattern.items, (item) => writePattern(out, item));
      return out.write(present(close));
    }
    case "record":
      return out.write(`${pattern.name} { .. }`);
    case "constructor":
      if (pattern.name === CONS) {
        writePattern(out, nth(pattern.args, 0));
        out.write(" :: ");
        return writePattern(out, nth(pattern.args, 1));
      }
      out.write(pattern.name);
      for (const arg of pattern.args) {
        const isEnclosed = arg.tag === "constructor" && arg.args.length > 0;
        out.write(isEnclosed ? " (" : " ");
        writePattern(out, arg);
        if (isEnclosed) out.write(")");
      }
  }
}
