// Reads the types and patterns of printed core programs.

import type { SyntaxNode } from "@lezer/common";
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import {
  type Constructor,
  con,
  type DataType,
  fieldsAt,
  fun,
  INT,
  lin,
  list,
  NIL,
  REAL,
  type Type,
  typeVariable,
  UNIT,
} from "../../types/type.ts";
import { quantifiedIn } from "../terms/scope.ts";
import { type CorePattern, DUAL } from "../terms/term.ts";
import { ESCAPE } from "./print-names.ts";
import type { Reader } from "./read-node.ts";

/** Facts about a name. */
export interface Known {
  readonly variables: readonly string[];
  readonly type: Type;
  readonly isGlobal: boolean;
}

/** The scope. `linear` inside a λ̲, where + is the sum on c. */
export interface Context {
  readonly names: ReadonlyMap<string, Known>;
  readonly variables: ReadonlySet<string>;
  readonly linear: boolean;
}

/** Reads types, patterns and names; `constructors` and `dual` are filled as the program declares them. */
export class PatternReader {
  readonly constructors = new Map<string, { readonly data: DataType; readonly constructor: Constructor }>();
  /** The scalars' dual type. */
  dual: Type | undefined;
  readonly at: Reader;
  private readonly abbreviations: Readonly<Record<string, Type>>;

  constructor(reader: Reader, abbreviations: Readonly<Record<string, Type>>) {
    this.at = reader;
    this.abbreviations = abbreviations;
  }

  /** The names in ⟦..⟧ of a definition. */
  quantified(node: SyntaxNode): readonly string[] {
    const types = node.getChild("Types");
    return types === null ? [] : types.getChildren("Type").map((child) => this.at.text(child));
  }

  name(node: SyntaxNode): string {
    const text = this.at.text(node);
    return text.endsWith(ESCAPE) ? text.slice(0, -ESCAPE.length) : text;
  }

  // ---- types

  type(node: SyntaxNode, variables: ReadonlySet<string>): Type {
    const product = this.at.child(node, "TypeProduct");
    const items = this.at.children(product).map((child) => this.typePart(child, variables));
    const from: Type = items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
    const to = node.getChild("Type");
    if (to === null) return from;
    const result = this.type(to, variables);
    return node.getChild("Lollipop") === null ? fun(from, result) : lin(from, result);
  }

  typePart(node: SyntaxNode, variables: ReadonlySet<string>): Type {
    switch (node.name) {
      case "RealSign":
        return REAL;
      case "IntSign":
        return INT;
      case "UnitSign":
        return UNIT;
      case "DualReal":
        return DUAL;
      case "TypeGroup":
        return this.type(this.at.child(node, "Type"), variables);
      case "TypeList":
        return list(this.type(this.at.child(node, "Type"), variables));
      case "Name": {
        const name = this.at.text(node);
        if (variables.has(name)) return typeVariable(name);
        return Object.hasOwn(this.abbreviations, name) ? present(this.abbreviations[name]) : con(name);
      }
      default: {
        const [name, ...args] = this.at.children(node);
        return con(this.at.text(present(name)), ...args.map((arg) => this.typePart(arg, variables)));
      }
    }
  }

  types(node: SyntaxNode, context: Context): readonly Type[] {
    const types = node.getChild("Types");
    return types === null ? [] : types.getChildren("Type").map((child) => this.type(child, context.variables));
  }

  // ---- patterns

  /** A pattern for a value of a type; the type is undefined under a λ, whose pattern says it. */
  pattern(
    node: SyntaxNode,
    wanted: Type | undefined,
    context: Context,
  ): { readonly pattern: CorePattern; readonly type: Type } {
    const annotation = node.getChild("Type");
    const type = annotation === null ? wanted : this.type(annotation, context.variables);
    const shape = nth(this.at.children(node), 0);
    const known = (): Type => type ?? internal("a pattern has no type", this.at.text(node));
    switch (shape.name) {
      case "Wildcard":
        return { pattern: { tag: "any", type: known() }, type: known() };
      case "ZeroPattern":
        return { pattern: { tag: "var", name: "𝟎", type: known() }, type: known() };
      case "Number":
      case "Negative": {
        const { value, type: number } = this.number(shape);
        return { pattern: { tag: "number", value, type: number === REAL ? "Real" : "Int" }, type: number };
      }
      case "VarPattern": {
        const name = this.name(this.at.child(shape, "Name"));
        if (this.constructors.has(name))
          return this.constructorPattern(name, [], type, this.types(shape, context), context);
        return { pattern: { tag: "var", name, type: known() }, type: known() };
      }
      case "ConPattern":
        return this.constructorPattern(
          this.at.text(this.at.child(shape, "Name")),
          shape.getChildren("Pattern"),
          type,
          this.types(shape, context),
          context,
        );
      case "EmptyList":
        return this.constructorPattern(NIL, [], type, this.types(shape, context), context);
      case "ConsPattern":
        return this.constructorPattern("::", shape.getChildren("Pattern"), type, this.types(shape, context), context);
      case "DualPattern": {
        const [primal, dual] = shape.getChildren("Pattern");
        const pattern: CorePattern = {
          tag: "dual",
          primal: this.pattern(present(primal), REAL, context).pattern,
          dual: this.pattern(present(dual), this.dual, context).pattern,
        };
        return { pattern, type: DUAL };
      }
      default: {
        const parts = shape.getChildren("Pattern");
        if (parts.length === 1) return this.pattern(nth(parts, 0), type, context);
        const items = parts.map((part, index) =>
          this.pattern(part, type?.tag === "tuple" ? type.items[index] : undefined, context),
        );
        return {
          pattern: { tag: "tuple", items: items.map((item) => item.pattern) },
          type: { tag: "tuple", items: items.map((item) => item.type) },
        };
      }
    }
  }

  private constructorPattern(
    name: string,
    args: readonly SyntaxNode[],
    wanted: Type | undefined,
    types: readonly Type[],
    context: Context,
  ) {
    const { data, constructor } = this.constructors.get(name) ?? internal("a constructor is not declared", name);
    const at = wanted?.tag === "con" ? wanted.args : types;
    const fields = fieldsAt(data, constructor, at);
    const inner = args.map((arg, index) => this.pattern(arg, fields[index], context).pattern);
    const pattern: CorePattern = { tag: "con", data: data.name, con: name, types: at, args: inner };
    return { pattern, type: con(data.name, ...at) };
  }

  bind(context: Context, pattern: CorePattern, variables: readonly string[] = []): Context {
    const names = new Map(context.names);
    const visit = (at: CorePattern): void => {
      if (at.tag === "var")
        names.set(at.name, { variables: quantifiedIn(at.type, variables), type: at.type, isGlobal: false });
      else if (at.tag === "tuple") at.items.forEach(visit);
      else if (at.tag === "con") at.args.forEach(visit);
      else if (at.tag === "dual") [at.primal, at.dual].forEach(visit);
    };
    visit(pattern);
    return { ...context, names };
  }

  // ---- numbers

  number(node: SyntaxNode): { readonly value: number; readonly type: Type } {
    const text = this.at.text(node).replace(/[()\s]/g, "");
    return { value: Number(text), type: /[.e]/.test(text) ? REAL : INT };
  }
}
