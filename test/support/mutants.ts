// Mutants: programs in which one term, or one statement of the compiled engine's language, is wrong. A number chooses them, so that they come again.

import type { Assembled } from "../../engine/compile/codegen/text.ts";
import { type Atom, type Block, blocksOf, type Fn, literal, type Stmt } from "../../engine/compile/ir/ir.ts";
import { printTerm } from "../../engine/core/notation/print.ts";
import { childrenOf, mapTerm } from "../../engine/core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../engine/core/terms/term.ts";
import type { OpId } from "../../engine/scalars/ops.ts";

/** Faults of a term: another one, which may well be of another type. */
const WRONG_TERMS: Readonly<Record<string, (term: Term) => Term | undefined>> = {
  "operands are swapped": (term) =>
    "args" in term && term.args.length > 1 ? { ...term, args: term.args.toReversed() } : undefined,
  "the first operand stands for the last": (term) =>
    "args" in term && term.args.length > 1 ? { ...term, args: term.args.with(-1, term.args[0]!) } : undefined,
  "an operation is left out": (term) =>
    (term.tag === "op" || term.tag === "prim") && term.args.length > 0 ? term.args[0] : undefined,
  "a partial is left out": (term) => (term.tag === "partial" ? term.cotangent : undefined),
  "an index is another": (term) => {
    if (term.tag === "partial" && term.args.length > 1) return { ...term, index: (term.index + 1) % term.args.length };
    if (term.tag === "proj") return { ...term, index: (term.index + 1) % term.size };
    return term.tag === "field" ? { ...term, index: term.index + 1 } : undefined;
  },
  "a number is another": (term) =>
    term.tag === "real" || term.tag === "int" ? { ...term, value: term.value + 1 } : undefined,
  "parts are swapped": (term) =>
    (term.tag === "tuple" || term.tag === "fork") && term.items.length > 1
      ? { ...term, items: term.items.toReversed() }
      : undefined,
  "an item is missing": (term) =>
    term.tag === "list" && term.items.length > 0 ? { ...term, items: term.items.slice(1) } : undefined,
  "branches are swapped": (term) => {
    if (term.tag !== "case" || term.branches.length !== 2) return undefined;
    const [yes, no] = term.branches;
    return {
      ...term,
      branches: [
        { ...yes!, body: no!.body },
        { ...no!, body: yes!.body },
      ],
    };
  },
  "what is bound is swapped": (term) => {
    if (term.tag !== "let" || term.bindings.length < 2) return undefined;
    const [first, second, ...rest] = term.bindings;
    return { ...term, bindings: [{ ...first!, bound: second!.bound }, { ...second!, bound: first!.bound }, ...rest] };
  },
  "a call is left out": (term) => (term.tag === "app" ? term.arg : undefined),
};

function subterms(term: Term): readonly Term[] {
  return [term, ...childrenOf(term).flatMap(subterms)];
}

/** A program with one wrong term, and what is wrong in it. */
export interface Mutant {
  what(): string;
  readonly program: CoreProgram;
}

/** Mutants of a program, as many of each kind as `each` says where there are so many. */
export function mutantsOf(program: CoreProgram, each: number, random: () => number): readonly Mutant[] {
  const places = program.globals.flatMap((global) => subterms(global.term).map((term) => ({ global, term })));
  return Object.entries(WRONG_TERMS).flatMap(([kind, wrong]) =>
    some(
      places.flatMap(({ global, term }) => {
        const other = wrong(term);
        return other === undefined ? [] : [{ global, term, other }];
      }),
      each,
      random,
    ).map(({ global, term, other }) => {
      const shown = (one: Term): string => printTerm(program, one, { types: false });
      const changed = { ...global, term: mapTerm(global.term, (at) => (at === term ? other : undefined)) };
      return {
        what: () => `in ${global.name} ${kind}: ${shown(term)} is ${shown(other)}`,
        program: { ...program, globals: program.globals.map((one) => (one === global ? changed : one)) },
      };
    }),
  );
}

/** Some of many, none twice. */
function some<T>(all: readonly T[], count: number, random: () => number): readonly T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(random() % left.length, 1)[0]!);
}

/** Random numbers that are the same each time. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

type Wrong = (stmt: Stmt, block: Block) => (() => unknown) | undefined;

const OTHER_OPS: Partial<Record<OpId, OpId>> = {
  add: "sub",
  sub: "add",
  mul: "add",
  div: "mul",
  sin: "cos",
  cos: "sin",
};

/** Faults of a statement: it is changed in place. */
const WRONG_STATEMENTS: Readonly<Record<string, Wrong>> = {
  "is missing":
    (stmt, { stmts }) =>
    () =>
      stmts.splice(stmts.indexOf(stmt), 1),
  "is twice":
    (stmt, { stmts }) =>
    () =>
      stmts.splice(stmts.indexOf(stmt), 0, stmt),
  "has its operands swapped": (stmt) =>
    "args" in stmt && stmt.args.length > 1 ? () => Object.assign(stmt, { args: stmt.args.toReversed() }) : undefined,
  "has its first operand for its last": (stmt) =>
    "args" in stmt && stmt.args.length > 1
      ? () => Object.assign(stmt, { args: stmt.args.with(-1, stmt.args[0]!) as readonly Atom[] })
      : undefined,
  "has another number": (stmt) => {
    if (!("args" in stmt)) return undefined;
    const at = stmt.args.findIndex((one) => one.tag === "literal" && typeof one.value === "number");
    const one = stmt.args[at];
    if (one?.tag !== "literal") return undefined;
    return () => Object.assign(stmt, { args: stmt.args.with(at, literal(one.kind, (one.value as number) + 1)) });
  },
  "is another operation": (stmt) => {
    const other = stmt.tag === "op" ? OTHER_OPS[stmt.op] : undefined;
    return other && (() => Object.assign(stmt, { op: other }));
  },
  "has its branches swapped": (stmt) =>
    stmt.tag === "if" ? () => Object.assign(stmt, { yes: stmt.no, no: stmt.yes }) : undefined,
  "has its first values swapped": (stmt) =>
    "init" in stmt && stmt.init.length > 1 ? () => Object.assign(stmt, { init: stmt.init.toReversed() }) : undefined,
  "has its partials swapped": (stmt) =>
    stmt.tag === "chain" && stmt.partials.length > 1
      ? () => Object.assign(stmt, { partials: stmt.partials.toReversed() })
      : undefined,
  "gives its results in another order": (stmt) => {
    const block = blocksOf(stmt).find(({ end }) => end.tag !== "stop" && end.atoms.length > 1);
    if (block?.end.tag !== "yield") return undefined;
    const { end } = block;
    return () => Object.assign(block, { end: { ...end, atoms: end.atoms.toReversed() } });
  },
};

/** The faults that functions can be given, each with what it is called. */
export function faultsOf(fns: readonly Fn[]): readonly { readonly what: string; seed(): void }[] {
  const within = (block: Block): readonly (readonly [Stmt, Block])[] =>
    block.stmts.flatMap((stmt) => [[stmt, block] as const, ...blocksOf(stmt).flatMap(within)]);
  return fns.flatMap(({ name, body }) =>
    within(body).flatMap(([stmt, block], index) =>
      Object.entries(WRONG_STATEMENTS).flatMap(([what, wrong]) => {
        const seed = wrong(stmt, block);
        return seed === undefined
          ? []
          : [{ what: `in ${name} statement ${index}, ${stmt.tag}, ${what}`, seed: () => void seed() }];
      }),
    ),
  );
}

/** Faults of a line of the generated code; undefined where that makes no sense of it. */
const WRONG_LINES: Readonly<Record<string, (line: string) => string | undefined>> = {
  // without m, the rounds up to which there is room, nothing counts down to the look at the clock
  "is left out": (line) => (/^\s*(?=\S)(?!m\d)[\w$[\] +]+ (?:[+-]?=) [^{]*;$/.test(line) ? "" : undefined),
  "replaces what it should add to": (line) => (line.includes(" += ") ? line.replace(" += ", " = ") : undefined),
  "takes away what it should add": (line) => (line.includes(" += ") ? line.replace(" += ", " -= ") : undefined),
  "adds where it should multiply": (line) => (line.includes(" * ") ? line.replace(" * ", " + ") : undefined),
  "has another sign": (line) => (/ = -(?!0)/.test(line) ? line.replace(" = -", " = ") : undefined),
  "takes the other side": (line) =>
    /if \((?!.*(?:fuel|tk|ik|tp|ip|Object\.is))(.*)\) \{$/.test(line)
      ? line.replace(/if \((.*)\) \{$/, "if (!($1)) {")
      : undefined,
  "takes too much of the tape": (line) =>
    /\b[ti]p -= (\d+);/.test(line) ? line.replace(/(\d+);/, (_, n: string) => `${Number(n) + 1};`) : undefined,
  "reads its neighbour": (line) =>
    /= [TIVAD]\[[^\]]+\]/.test(line) ? line.replace(/(= [TIVAD]\[[^\]]+)\]/, "$1 + 1]") : undefined,
  "begins at another round": (line) => (/= (?:v|k)\d+ - 1;/.test(line) ? line.replace(" - 1;", " - 2;") : undefined),
};

/** The text of a program with one wrong line in its reverse pass, and what is wrong with it. The fast adjoints come first. */
export function faultyTexts(assembled: Assembled): readonly { readonly what: string; readonly text: string }[] {
  const sections = (assembled.explained?.sections ?? []).map(({ id, lines }) => ({
    id,
    lines: lines.map(({ text }) => text),
  }));
  const joined = (id: string, changed: readonly string[]): string =>
    sections.flatMap((section) => (section.id === id ? changed : section.lines)).join("\n");
  return sections
    .filter(({ id }) => id === "reverse")
    .flatMap(({ id, lines }) =>
      lines.flatMap((line, at) =>
        Object.entries(WRONG_LINES).flatMap(([wrong, change]) => {
          const changed = change(line);
          return changed === undefined
            ? []
            : [{ what: `${line.trim()} ${wrong}`, text: joined(id, lines.with(at, changed)) }];
        }),
      ),
    );
}
