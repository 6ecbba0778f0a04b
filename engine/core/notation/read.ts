// Reads printed core programs back (core/notation/print.ts with types), so that a test can show that what is printed is what runs.
// Omitted parts of the notation follow from the types of binders: Int or Real operations, and the types of patterns.

import type { SyntaxNode } from "@lezer/common";
import { nth, present } from "../../base/nth.ts";
import { Remembered } from "../../base/remembered.ts";
import { internal } from "../../base/unreachable.ts";
import { BUILT_IN_DATA } from "../../types/builtins.ts";
import type { DataType, Type } from "../../types/type.ts";
import type { Meaning } from "../terms/meaning.ts";
import type { Prim } from "../terms/prims.ts";
import {
  type CoreProgram,
  type CustomOp,
  functionIn,
  type Global,
  MONOID,
  OWN_MARK,
  type Term,
} from "../terms/term.ts";
import { typeKey } from "../values/shape.ts";
import { parser } from "./core.grammar";
import { Reader } from "./read-node.ts";
import { type Context, type Known, PatternReader } from "./read-pattern.ts";
import { TermReader } from "./read-term.ts";

/**
 * Reads a program; `entry` names its entry. What its parts mean is no part of the text: `meaning` is that of the program that was
 * printed. `natives` are the native operations of the algorithm. Throws on text that {@link printProgram} cannot have made.
 */
export function readProgram(
  text: string,
  entry: string,
  meaning?: Meaning,
  natives: readonly Prim[] = [],
): CoreProgram {
  return { ...new ProgramReader(new Reader(text), parse(text), entry, {}, natives).read(), meaning };
}

function parse(text: string): SyntaxNode {
  const { topNode } = parser.parse(text);
  const wrong = findError(topNode);
  if (wrong !== undefined)
    internal("the printed program cannot be read", text.slice(Math.max(0, wrong - 40), wrong + 40));
  return topNode;
}

/**
 * Reads definitions that a stage states in the notation, with their data types. Those are the stage's own: their names and
 * their constructors' get {@link OWN_MARK}. `types` are abbreviations, among them c, the type of 𝟎; `natives` native operations of its own.
 */
export function readDefinitions(
  text: string,
  types: Readonly<Record<string, Type>> = {},
  natives: readonly Prim[] = [],
): { readonly data: readonly DataType[]; readonly globals: readonly Global[] } {
  const key = [
    text,
    ...natives.map(({ name }) => name),
    ...Object.entries(types).map(([name, type]) => `${name} = ${typeKey(type)}`),
  ].join("\n");
  const known = read.get(key);
  if (known !== undefined) return known;
  const declarations = [...text.matchAll(/\bdata [^\n]*/g)].map(([line]) => line);
  const names = new Set(
    declarations.flatMap((line) => [...line.matchAll(/(?:data|[=|]) (\p{Lu}\w*)/gu)].map((match) => nth(match, 1))),
  );
  const marked = text.replace(/(?<!\w)\p{Lu}\w*/gu, (name) => (names.has(name) ? name + OWN_MARK : name));
  const tree = parse(marked);
  const definitions = new ProgramReader(new Reader(marked, false), tree, "", types, natives).definitions();
  read.set(key, definitions);
  return definitions;
}

/** Results of {@link readDefinitions}: the same few texts again and again. */
const read = new Remembered<ReturnType<typeof readDefinitions>>(100);

function findError(top: SyntaxNode): number | undefined {
  let found: number | undefined;
  top.cursor().iterate((node) => {
    if (found === undefined && node.type.isError) found = node.from;
    return undefined;
  });
  return found;
}

class ProgramReader {
  private readonly data: DataType[] = [...BUILT_IN_DATA];
  private readonly customs = new Set<string>();
  private readonly patterns: PatternReader;
  private readonly terms: TermReader;
  private readonly at: Reader;
  private readonly top: SyntaxNode;
  private readonly entry: string;

  constructor(
    reader: Reader,
    top: SyntaxNode,
    entry: string,
    abbreviations: Readonly<Record<string, Type>>,
    natives: readonly Prim[],
  ) {
    this.at = reader;
    this.top = top;
    this.entry = entry;
    this.patterns = new PatternReader(reader, abbreviations);
    this.terms = new TermReader(this.patterns, this.customs, natives);
    this.terms.input = abbreviations.c;
  }

  /** The definitions, without the rest of a program. */
  definitions(): { readonly data: readonly DataType[]; readonly globals: readonly Global[] } {
    const { data, globals } = this.read();
    return { data: data.slice(BUILT_IN_DATA.length), globals };
  }

  read(): CoreProgram {
    const { at, patterns, terms } = this;
    const dual = this.top.getChild("DualType");
    if (dual !== null) patterns.dual = patterns.type(at.child(dual, "Type"), new Set());
    for (const node of this.top.getChildren("Data")) this.data.push(this.readData(node));
    for (const data of this.data)
      for (const constructor of data.constructors) patterns.constructors.set(constructor.name, { data, constructor });
    for (const node of this.top.getChildren("Op")) this.customs.add(at.text(at.child(node, "Name")));
    const names = new Map<string, Known>();
    const heads = this.top.getChildren("Global").map((node) => {
      const variables = patterns.quantified(node);
      const known = { variables, type: patterns.type(at.child(node, "Type"), new Set(variables)), isGlobal: true };
      const name = patterns.name(at.child(node, "Name"));
      names.set(name, known);
      return { node, name, known };
    });
    const entry = names.get(this.entry)?.type;
    if (entry?.tag === "fun") terms.input = entry.from;
    const plus = names.get(MONOID.plus)?.type;
    const monoid = plus?.tag === "fun" ? { ...MONOID, type: plus.from } : undefined;
    const context: Context = { names, variables: new Set(), linear: false };
    const ops = this.top.getChildren("Op").map((node): CustomOp => {
      const [value, ...partials] = node.getChildren("Term").map((term) => terms.term(term, context).term);
      return {
        name: at.text(at.child(node, "Name")),
        arity: partials.length,
        value: present(value),
        partials,
        span: at.span(node),
      };
    });
    const globals = heads.map(({ node, name, known }): Global => {
      const { term } = terms.term(at.child(node, "Term"), { ...context, variables: new Set(known.variables) });
      return {
        name,
        kind: kindOf(at.text(node), term),
        variables: known.variables,
        type: known.type,
        term,
        span: at.span(node),
      };
    });
    return { dual: patterns.dual, monoid, data: this.data, ops, globals, entry: this.entry };
  }

  private readData(node: SyntaxNode): DataType {
    const [name, ...params] = node.getChildren("Name").map((child) => this.at.text(child));
    const variables = new Set(params);
    const constructors = node.getChildren("Constructor").map((child) => {
      const [head, ...fields] = this.at.children(child);
      return {
        name: this.at.text(present(head)),
        fields: fields.map((field) => this.patterns.typePart(field, variables)),
      };
    });
    return { name: present(name), params, constructors };
  }
}

/** A definition's kind, by its first word and its term. */
function kindOf(text: string, term: Term): Global["kind"] {
  if (text.startsWith("once ")) return "once";
  if (text.startsWith("inline ")) return "inline";
  return functionIn(term) === undefined ? "value" : "function";
}
