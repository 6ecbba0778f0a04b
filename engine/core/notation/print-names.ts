// The names of the notation: what variables, definitions, data types and constructors are called where a program is printed, with their
// types where these are printed, too.

import type { Doc } from "../../base/doc.ts";
import { groupedBy } from "../../base/grouped-by.ts";
import { nth } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import { KEYWORDS } from "../../syntax/keywords.ts";
import { CONS, type DataType, type Type } from "../../types/type.ts";
import { childrenOf } from "../terms/map-term.ts";
import { ERROR, PRIMS } from "../terms/prims.ts";
import { type CorePattern, type CoreProgram, OWN_MARK } from "../terms/term.ts";
import { showReal } from "../values/show-value.ts";
import { printType, underlined, type VariableNames } from "./print-type.ts";

/** The words of the notation: a variable of such a name is printed with {@link ESCAPE} after it. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(OPS)
    .filter((op) => !op.infix)
    .map((op) => op.symbol),
  ...Object.values(PRIMS)
    .map((prim) => prim.name)
    .filter((name) => /^[a-z]/i.test(name)),
  ...KEYWORDS,
  ...["nan", "inf", "letrec", "once", "inline", "parList", ERROR],
]);

/** The prime sign, no letter: no program can have written it. */
export const ESCAPE = "′";

/** The names of a data type and of its constructors. */
export function namesOf({ name, constructors }: DataType): readonly string[] {
  return [name, ...constructors.map((one) => one.name)];
}

/** The names that carry the mark of a transformation, without it where no other data type or constructor has the name. */
function addedNames(data: readonly DataType[]): VariableNames {
  const all = new Set(data.flatMap(namesOf));
  const bare = (name: string): string => name.slice(0, -OWN_MARK.length);
  return new Map(
    [...all].flatMap((name) => (name.endsWith(OWN_MARK) && !all.has(bare(name)) ? [[name, bare(name)] as const] : [])),
  );
}

/** Names that the terms of a program use. */
interface Used {
  /** Native operations of algorithms. */
  readonly natives: Set<string>;
  /** Variables, and the language's own operations. */
  readonly others: Set<string>;
}

function usedIn({ globals, ops }: CoreProgram): Used {
  const used: Used = { natives: new Set(), others: new Set() };
  const open = [...globals.map(({ term }) => term), ...ops.flatMap(({ value, partials }) => [value, ...partials])];
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (term.tag === "prim" && typeof term.prim !== "string") used.natives.add(term.prim.name);
    if (term.tag === "var") used.others.add(term.name);
    if ("op" in term && term.op.tag === "builtin") used.others.add(OPS[term.op.id].symbol);
    open.push(...childrenOf(term));
  }
  return used;
}

/** Definitions and operations whose keys have a number, by the names that their user gave them, where nothing else is called so. */
function ownNames({ globals, ops }: CoreProgram, { others }: Used): ReadonlyMap<string, string> {
  const keys = [...globals, ...ops].map(({ name }) => name);
  const ownOf = (key: string): string => key.replace(/#\d+$/, "");
  const counts = groupedBy(keys, ownOf);
  return new Map(
    keys.flatMap((key) => {
      const own = ownOf(key);
      return own === key || counts.get(own)?.length !== 1 || others.has(own) ? [] : [[key, own] as const];
    }),
  );
}

/** The names of a program as they are printed. */
export class Names {
  /** Whether types are printed. */
  readonly areTyped: boolean;
  private readonly customs: ReadonlySet<string>;
  /** Names that would be read as constructors. */
  private readonly constructors: ReadonlySet<string>;
  /** How the data types and constructors that a transformation added are printed. */
  private readonly added: VariableNames;
  /** Names of native operations that an algorithm brought. */
  private readonly natives: ReadonlySet<string>;
  private readonly own: ReadonlyMap<string, string>;
  private names: VariableNames;

  constructor(program: CoreProgram, areTyped: boolean) {
    this.areTyped = areTyped;
    const used = usedIn(program);
    this.natives = used.natives;
    this.own = ownNames(program, used);
    this.customs = new Set(program.ops.map((op) => this.ofOp(op.name)));
    this.constructors = new Set(program.data.flatMap((data) => data.constructors.map(({ name }) => name)));
    this.added = addedNames(program.data);
    this.names = this.added;
  }

  /** Gives short names to quantified variables for what `print` prints, and passes their list. */
  quantified(variables: readonly string[], print: (list: string) => Doc): Doc {
    const before = this.names;
    const names = new Map(before);
    for (const variable of variables) names.set(variable, letter(names.size - this.added.size));
    this.names = names;
    const list =
      variables.length === 0 || !this.areTyped
        ? ""
        : `⟦${variables.map((variable) => names.get(variable)).join(", ")}⟧`;
    const doc = print(list);
    this.names = before;
    return doc;
  }

  type(type: Type, level?: 0 | 1 | 2): string {
    return printType(type, this.names, level);
  }

  instantiation(types: readonly Type[]): string {
    return types.length === 0 || !this.areTyped ? "" : `⟦${types.map((type) => this.type(type)).join(", ")}⟧`;
  }

  /** The name of a data type or a constructor. */
  ofConstructor(name: string): string {
    return this.added.get(name) ?? name;
  }

  /** The name of an operation of the program's own. */
  ofOp(name: string): string {
    return this.own.get(name) ?? name;
  }

  /** The name of a variable or a definition. */
  of(key: string): string {
    const name = this.own.get(key) ?? key;
    const isTaken =
      RESERVED.has(name) || this.natives.has(name) || this.customs.has(name) || this.constructors.has(name);
    return isTaken ? name + ESCAPE : name;
  }

  /** A pattern; `annotate` where its variables carry types (λ). */
  pattern(pattern: CorePattern, annotate: boolean, isCotangent = false): string {
    const of = (type: Type) =>
      annotate && this.areTyped ? ` : ${isCotangent ? underlined(this.type(type)) : this.type(type)}` : "";
    const inner = (at: CorePattern) => this.pattern(at, annotate);
    switch (pattern.tag) {
      case "var":
        return `${this.of(pattern.name)}${of(pattern.type)}`;
      case "any":
        return `_${of(pattern.type)}`;
      case "number": {
        const text = pattern.type === "Real" ? showReal(pattern.value) : String(pattern.value);
        return text.startsWith("-") ? `(${text})` : text;
      }
      case "tuple":
        return `(${pattern.items.map(inner).join(", ")})`;
      case "dual":
        return `⟨${inner(pattern.primal)}, ${inner(pattern.dual)}⟩`;
      case "con": {
        const types = annotate ? this.instantiation(pattern.types) : "";
        if (pattern.con === CONS) return `(${inner(nth(pattern.args, 0))} ::${types} ${inner(nth(pattern.args, 1))})`;
        return `${this.ofConstructor(pattern.con)}${types}${pattern.args.length === 0 ? "" : `(${pattern.args.map(inner).join(", ")})`}`;
      }
    }
  }
}

/** a, b, .., z, a1, .. */
function letter(index: number): string {
  const name = String.fromCharCode(97 + (index % 26));
  return index < 26 ? name : `${name}${Math.floor(index / 26)}`;
}
