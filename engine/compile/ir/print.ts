// The language between core and JavaScript as text, each line with the places in the user's text that it comes from.
//
//   function f0 main (v0 : real, v1 : real) → real     a function; `plain` where no derivatives are taken of it
//     v2 : real = v0 * v1                               an operation, in the notation of the core
//     v3 : real = if v4                                 one of two blocks; what it yields is v3
//       yield v2
//     else
//       yield 0.0
//     v5 : real = for v6 < v7 (v8 : real = 0.0)         v6 counts from 0 below v7; v8 is carried from round to round
//       yield v9
//     v5 : real = loop A (v8 : int = 0)                 rounds until one yields; `next A` goes on, `leave A` goes out
//     v2 : real = get v0[v1]                            an element of an array; `get once` where nothing reads it again
//     v2 : real = fields :: v1                          the fields of an object, by its constructor
//
// Kinds of components are those of `kind.ts`. A pass can add what it found out: see Notes.

import { nth, present } from "../../base/nth.ts";
import { showReal } from "../../core/values/show-value.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { type Atom, type Block, type End, endAtoms, type Fn, type Loop, outsOf, type Stmt, type Var } from "./ir.ts";
import { distinct, type LinkedLine } from "./source-links.ts";

/** Values of a column that are printed. */
const SHOWN_VALUES = 8;

/** A pass's notes on a program. */
export interface Notes {
  /** The note on a variable where it is defined; its kind where this is not given. */
  readonly shown?: (one: Var, fn: Fn) => string;
  /** Statements that belong together: by the first of them, what is said of them, and how many they are. */
  readonly group?: (first: Stmt) => { readonly title: string; readonly count: number } | undefined;
  /** The note at the end of a block. */
  readonly atEnd?: (block: Block) => string | undefined;
}

/** Functions as text, line by line. */
export function printIr(fns: readonly Fn[], notes: Notes = {}): LinkedLine[] {
  const printer = new Printer(notes);
  for (const fn of fns) printer.fn(fn);
  return printer.lines;
}

class Printer {
  readonly lines: LinkedLine[] = [];
  private readonly notes: Notes;
  private readonly loops = new Map<Loop, string>();
  private depth = 0;
  private current: Fn | undefined;

  constructor(notes: Notes) {
    this.notes = notes;
  }

  fn(fn: Fn): void {
    if (this.lines.length > 0) this.line("", undefined);
    this.current = fn;
    const results = fn.results.length === 1 ? fn.results[0] : `(${fn.results.join(", ")})`;
    const plain = fn.mode === "plain" ? "plain " : "";
    this.line(`${plain}function f${fn.id} ${fn.name} (${fn.params.map(this.defined).join(", ")}) → ${results}`, fn.at);
    this.block(fn.body, fn.at);
  }

  private line(text: string, at: Span | undefined): void {
    this.lines.push({ text: text === "" ? "" : `${"  ".repeat(this.depth)}${text}`, spans: distinct([at]) });
  }

  private block(block: Block, at: Span | undefined): void {
    this.depth++;
    const { stmts, end } = block;
    for (let i = 0; i < stmts.length; ) {
      const group = this.notes.group?.(nth(stmts, i));
      const count = group?.count ?? 1;
      if (group !== undefined) {
        const spans = distinct(stmts.slice(i, i + count).map((stmt) => stmt.at));
        this.lines.push({ text: `${"  ".repeat(this.depth)}${group.title}`, spans });
        this.depth++;
      }
      for (const stmt of stmts.slice(i, i + count)) this.stmt(stmt);
      if (group !== undefined) this.depth--;
      i += count;
    }
    const note = this.notes.atEnd?.(block);
    if (note !== undefined) this.line(note, at);
    this.end(end, at);
    this.depth--;
  }

  private end(end: End, at: Span | undefined): void {
    if (end.tag === "stop" || (end.tag === "yield" && end.atoms.length === 0)) return;
    const loop = end.tag === "yield" ? "" : ` ${this.nameOf(end.loop)}`;
    this.line(`${end.tag}${loop} ${endAtoms(end).map(atomText).join(", ")}`.trimEnd(), at);
  }

  private nameOf(loop: Loop): string {
    let name = this.loops.get(loop);
    if (name === undefined) {
      const index = this.loops.size;
      name = `${String.fromCharCode(65 + (index % 26))}${index < 26 ? "" : Math.floor(index / 26)}`;
      this.loops.set(loop, name);
    }
    return name;
  }

  private defined = (one: Var): string => `v${one.id} : ${this.notes.shown?.(one, present(this.current)) ?? one.kind}`;

  private carried(params: readonly Var[], init: readonly Atom[]): string {
    if (params.length === 0) return "";
    // a program that is not well-formed is printed, too: `validate.ts` shows it
    const start = (index: number): string => (init[index] === undefined ? "?" : atomText(init[index]));
    return ` (${params.map((param, index) => `${this.defined(param)} = ${start(index)}`).join(", ")})`;
  }

  private stmt(stmt: Stmt): void {
    const outs = outsOf(stmt).map(this.defined).join(", ");
    const before = outs === "" ? "" : `${outs} = `;
    switch (stmt.tag) {
      case "if":
        this.line(`${before}if ${atomText(stmt.test)}`, stmt.at);
        this.block(stmt.yes, stmt.at);
        if (isEmpty(stmt.no)) return;
        this.line("else", stmt.at);
        return this.block(stmt.no, stmt.at);
      case "loop":
        this.line(`${before}loop ${this.nameOf(stmt)}${this.carried(stmt.params, stmt.init)}`, stmt.at);
        return this.block(stmt.body, stmt.at);
      case "for": {
        const jobs = stmt.fork === undefined ? "" : `, the jobs of fork ${stmt.fork.id},`;
        const head = `${before}for v${stmt.index.id} < ${atomText(stmt.count)}${jobs}`;
        this.line(`${head}${this.carried(stmt.params, stmt.init)}`, stmt.at);
        return this.block(stmt.body, stmt.at);
      }
      default:
        this.line(`${before}${simpleText(stmt)}`, stmt.at);
    }
  }
}

function isEmpty({ stmts, end }: Block): boolean {
  return stmts.length === 0 && end.tag === "yield" && end.atoms.length === 0;
}

/** A statement without blocks, without what it defines. */
function simpleText(stmt: Exclude<Stmt, { readonly tag: "if" | "loop" | "for" }>): string {
  switch (stmt.tag) {
    case "op":
      return opText(stmt.op, stmt.args.map(atomText));
    case "chain": {
      const partials = stmt.args.map((arg, index) => `${atomText(nth(stmt.partials, index))} by ${atomText(arg)}`);
      return `op ${atomText(stmt.value)}, partials ${partials.join(", ")}`;
    }
    case "plain":
      return `plain ${atomText(stmt.arg)}`;
    case "and":
      return `${atomText(stmt.args[0])} && ${atomText(stmt.args[1])}`;
    case "not":
      return `not ${atomText(stmt.arg)}`;
    case "is":
      return `${atomText(stmt.of)} is ${stmt.con.name}`;
    case "new":
      return ["new", stmt.con.name, ...stmt.fields.map(atomText)].join(" ");
    case "link":
      return `set field ${stmt.index} of ${stmt.con.name} ${atomText(stmt.of)} = ${atomText(stmt.value)}`;
    case "fields":
      return `fields ${stmt.con.name} ${atomText(stmt.of)}`;
    case "contiguous":
      return `contiguous ${atomText(stmt.of)}`;
    case "conses":
      return `list of ${atomText(stmt.size)} from ${atomText(stmt.first)}, then ${atomText(stmt.rest)}`;
    case "alloc":
      return `array (${stmt.kinds.join(", ")}) of ${atomText(stmt.size)}`;
    case "column": {
      const some = stmt.values.slice(0, SHOWN_VALUES).map(String).join(", ");
      return `column ${some}${stmt.values.length > SHOWN_VALUES ? `, … (${stmt.values.length})` : ""}`;
    }
    case "put":
      return `put ${several(stmt.columns)}[${atomText(stmt.index)}] ${stmt.isSum === true ? "+=" : "="} ${several(stmt.values)}`;
    case "get":
      return `${stmt.isSingleUse === true ? "get once" : "get"} ${several(stmt.columns)}[${atomText(stmt.index)}]`;
    case "bounds":
      return `check 0 <= ${atomText(stmt.index)} < ${atomText(stmt.size)}`;
    case "push":
      return `push ${stmt.values.map(atomText).join(", ")}`;
    case "pop":
      return "pop";
    case "call": {
      const job = stmt.job === undefined ? "" : `, job ${stmt.job.place + 1} of fork ${stmt.job.fork.id}`;
      return `call f${stmt.fn.id} (${stmt.args.map(atomText).join(", ")})${job}`;
    }
    case "mark":
      return `the copy of f${stmt.pass.tangent?.id ?? 0}`;
    case "sweep":
      return `sweep f${stmt.pass.primal.id} (${stmt.args.map(atomText).join(", ")})`;
    case "closure": {
      const forms = [stmt.active, stmt.plain].flatMap((fn) => (fn === undefined ? [] : [`f${fn.id}`]));
      return `object ${forms.join(" or ")} (${stmt.captured.map(atomText).join(", ")})`;
    }
    case "apply":
      return `apply ${stmt.mode === "plain" ? "plain " : ""}${atomText(stmt.of)} (${stmt.args.map(atomText).join(", ")})`;
    case "global":
      return `definition x${stmt.global.id} ${stmt.global.name}`;
    case "fail": {
      const message = stmt.failure.message.map((part) => (typeof part === "string" ? part : atomText(part)));
      return `fail ${stmt.failure.kind}${message.length === 0 ? "" : `: ${message.join("")}`}`;
    }
  }
}

function several(atoms: readonly Atom[]): string {
  return atoms.length === 1 ? atomText(nth(atoms, 0)) : `(${atoms.map(atomText).join(", ")})`;
}

function opText(id: OpId, args: readonly string[]): string {
  const { symbol, infix } = OPS[id];
  if (infix && args.length === 2) return `${args[0]} ${symbol} ${args[1]}`;
  return [symbol, ...args].join(" ");
}

/** The text of an operand. */
export function atomText(atom: Atom): string {
  if (atom.tag === "var") return `v${atom.id}`;
  const { kind, value } = atom;
  if (value === undefined) return "nothing";
  if (kind === "real") return showReal(value as number);
  return Object.is(value, -0) ? "0" : String(value);
}
