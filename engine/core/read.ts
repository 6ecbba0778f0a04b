// Reads printed core programs back (core/print.ts with types), so that a test can show that what is printed is what runs.
// What the notation leaves out follows from the types of binders: Int or Real operations, and the types of patterns.
import type { SyntaxNode } from "@lezer/common";
import { internal } from "../base/unreachable.ts";
import { BUILT_IN_DATA } from "../types/builtins.ts";
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
  substitute,
  type Type,
  typeVariable,
  UNIT,
} from "../types/type.ts";
import { quantifiedIn } from "./check.ts";
import { parser } from "./core.grammar";
import { OPS, opFor } from "./ops.ts";
import { PRIMS, type PrimId } from "./prims.ts";
import { ESCAPE } from "./print.ts";
import { Reader } from "./read-node.ts";
import { typeKey } from "./shape.ts";
import {
  CALLER,
  type CoreBinding,
  type CoreFunction,
  type CorePattern,
  type CoreProgram,
  type CustomOp,
  DUAL,
  type Global,
  MONOID,
  type OpRef,
  OWN_MARK,
  prim,
  type Term,
} from "./term.ts";

/** A term and its type. */
interface Typed {
  readonly term: Term;
  readonly type: Type;
}

interface Known {
  readonly variables: readonly string[];
  readonly type: Type;
  readonly isGlobal: boolean;
}

/** What is in scope. `linear` inside a λ̲, where + is the sum on c. */
interface Context {
  readonly names: ReadonlyMap<string, Known>;
  readonly variables: ReadonlySet<string>;
  readonly linear: boolean;
}

/** Reads a program; `entry` names its entry. Throws on text that {@link printProgram} cannot have made. */
export function readProgram(text: string, entry: string): CoreProgram {
  return new ProgramReader(new Reader(text), parse(text), entry).read();
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
 * their constructors' get {@link OWN_MARK}. `types` are abbreviations, among them c, the type of 𝟎.
 */
export function readDefinitions(
  text: string,
  types: Readonly<Record<string, Type>> = {},
): { readonly data: readonly DataType[]; readonly globals: readonly Global[] } {
  const key = [text, ...Object.entries(types).map(([name, type]) => `${name} = ${typeKey(type)}`)].join("\n");
  const known = read.get(key);
  if (known !== undefined) return known;
  if (read.size >= MOST_READ) read.clear();
  const declarations = [...text.matchAll(/\bdata [^\n]*/g)].map(([line]) => line);
  const names = new Set(
    declarations.flatMap((line) => [...line.matchAll(/(?:data|[=|]) (\p{Lu}\w*)/gu)].map((match) => match[1]!)),
  );
  const marked = text.replace(/\p{Lu}\w*/gu, (name) => (names.has(name) ? name + OWN_MARK : name));
  const tree = parse(marked);
  const definitions = new ProgramReader(new Reader(marked, false), tree, "", types).definitions();
  read.set(key, definitions);
  return definitions;
}

/** What {@link readDefinitions} has read: the same few texts again and again. */
const read = new Map<string, ReturnType<typeof readDefinitions>>();
const MOST_READ = 100;

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
  private readonly constructors = new Map<string, { readonly data: DataType; readonly constructor: Constructor }>();
  private readonly customs = new Map<string, number>();
  private dual: Type | undefined;
  /** The type of the entry's argument: c. */
  private input: Type | undefined;
  private readonly at: Reader;
  private readonly top: SyntaxNode;
  private readonly entry: string;
  private readonly abbreviations: Readonly<Record<string, Type>>;

  constructor(reader: Reader, top: SyntaxNode, entry: string, abbreviations: Readonly<Record<string, Type>> = {}) {
    this.at = reader;
    this.top = top;
    this.entry = entry;
    this.abbreviations = abbreviations;
    this.input = abbreviations.c;
  }

  /** What is defined, without what makes it a program. */
  definitions(): { readonly data: readonly DataType[]; readonly globals: readonly Global[] } {
    const { data, globals } = this.read();
    return { data: data.slice(BUILT_IN_DATA.length), globals };
  }

  read(): CoreProgram {
    const { at } = this;
    const dual = this.top.getChild("DualType");
    if (dual !== null) this.dual = this.type(at.child(dual, "Type"), new Set());
    for (const node of this.top.getChildren("Data")) this.data.push(this.readData(node));
    for (const data of this.data)
      for (const constructor of data.constructors) this.constructors.set(constructor.name, { data, constructor });
    for (const node of this.top.getChildren("Op"))
      this.customs.set(at.text(at.child(node, "Name")), node.getChildren("Term").length - 1);
    const names = new Map<string, Known>();
    const heads = this.top.getChildren("Global").map((node) => {
      const variables = this.quantified(node);
      const known = { variables, type: this.type(at.child(node, "Type"), new Set(variables)), isGlobal: true };
      const name = this.name(at.child(node, "Name"));
      names.set(name, known);
      return { node, name, known };
    });
    const entry = names.get(this.entry)?.type;
    if (entry?.tag === "fun") this.input = entry.from;
    const plus = names.get(MONOID.plus)?.type;
    const monoid = plus?.tag === "fun" ? { ...MONOID, type: plus.from } : undefined;
    const context: Context = { names, variables: new Set(), linear: false };
    const ops = this.top.getChildren("Op").map((node): CustomOp => {
      const [value, ...partials] = node.getChildren("Term").map((term) => this.term(term, context).term);
      return {
        name: at.text(at.child(node, "Name")),
        arity: partials.length,
        value: value!,
        partials,
        span: at.span(node),
      };
    });
    const globals = heads.map(({ node, name, known }): Global => {
      const { term } = this.term(at.child(node, "Term"), { ...context, variables: new Set(known.variables) });
      return {
        name,
        kind: kindOf(at.text(node), term),
        variables: known.variables,
        type: known.type,
        term,
        span: at.span(node),
      };
    });
    const caller = names.has(CALLER) ? CALLER : undefined;
    return { dual: this.dual, monoid, caller, data: this.data, ops, globals, entry: this.entry };
  }

  private readData(node: SyntaxNode): DataType {
    const [name, ...params] = node.getChildren("Name").map((child) => this.at.text(child));
    const variables = new Set(params);
    const constructors = node.getChildren("Constructor").map((child) => {
      const [head, ...fields] = this.at.children(child);
      return { name: this.at.text(head!), fields: fields.map((field) => this.typePart(field, variables)) };
    });
    return { name: name!, params, constructors };
  }

  /** The names in ⟦..⟧ of a definition. */
  private quantified(node: SyntaxNode): readonly string[] {
    const types = node.getChild("Types");
    return types === null ? [] : types.getChildren("Type").map((child) => this.at.text(child));
  }

  private name(node: SyntaxNode): string {
    const text = this.at.text(node);
    return text.endsWith(ESCAPE) ? text.slice(0, -ESCAPE.length) : text;
  }

  // ---- types

  private type(node: SyntaxNode, variables: ReadonlySet<string>): Type {
    const product = this.at.child(node, "TypeProduct");
    const items = this.at.children(product).map((child) => this.typePart(child, variables));
    const from: Type = items.length === 1 ? items[0]! : { tag: "tuple", items };
    const to = node.getChild("Type");
    if (to === null) return from;
    const result = this.type(to, variables);
    return node.getChild("Lollipop") === null ? fun(from, result) : lin(from, result);
  }

  private typePart(node: SyntaxNode, variables: ReadonlySet<string>): Type {
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
        return Object.hasOwn(this.abbreviations, name) ? this.abbreviations[name]! : con(name);
      }
      default: {
        const [name, ...args] = this.at.children(node);
        return con(this.at.text(name!), ...args.map((arg) => this.typePart(arg, variables)));
      }
    }
  }

  private types(node: SyntaxNode, context: Context): readonly Type[] {
    const types = node.getChild("Types");
    return types === null ? [] : types.getChildren("Type").map((child) => this.type(child, context.variables));
  }

  // ---- patterns

  /** A pattern for a value of a type; the type is undefined under a λ, whose pattern says it. */
  private pattern(
    node: SyntaxNode,
    wanted: Type | undefined,
    context: Context,
  ): { readonly pattern: CorePattern; readonly type: Type } {
    const annotation = node.getChild("Type");
    const type = annotation === null ? wanted : this.type(annotation, context.variables);
    const shape = this.at.children(node)[0]!;
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
          primal: this.pattern(primal!, REAL, context).pattern,
          dual: this.pattern(dual!, this.dual, context).pattern,
        };
        return { pattern, type: DUAL };
      }
      default: {
        const parts = shape.getChildren("Pattern");
        if (parts.length === 1) return this.pattern(parts[0]!, type, context);
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

  private bind(context: Context, pattern: CorePattern, variables: readonly string[] = []): Context {
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

  // ---- terms

  private number(node: SyntaxNode): { readonly value: number; readonly type: Type } {
    const text = this.at.text(node).replace(/[()\s]/g, "");
    return { value: Number(text), type: /[.e]/.test(text) ? REAL : INT };
  }

  private term(node: SyntaxNode, context: Context): Typed {
    const shape = this.at.children(node)[0]!;
    const span = this.at.span(node);
    switch (shape.name) {
      case "Let":
        return this.let(shape, context);
      case "Letrec":
        return this.letrec(shape, context);
      case "If": {
        const [condition, then, otherwise] = shape.getChildren("Term").map((child) => this.term(child, context));
        const pattern = (name: string): CorePattern => ({ tag: "con", data: "Bool", con: name, types: [], args: [] });
        const branches = [
          { pattern: pattern("True"), body: then!.term },
          { pattern: pattern("False"), body: otherwise!.term },
        ];
        return { term: { tag: "case", scrutinee: condition!.term, branches, span }, type: then!.type };
      }
      case "Lambda": {
        const { pattern, type } = this.pattern(this.at.child(shape, "Pattern"), undefined, context);
        const linear = shape.getChild("LinearSign") !== null;
        const body = this.term(this.at.child(shape, "Term"), { ...this.bind(context, pattern), linear });
        return {
          term: { tag: "lam", linear, param: pattern, body: body.term, span },
          type: linear ? lin(type, body.type) : fun(type, body.type),
        };
      }
      case "Infix":
        return this.infix(shape, context);
      case "ConsChain": {
        const parts = shape.getChildren("Application").map((child) => this.application(child, context));
        const tail = parts.pop()!;
        const item = parts[0]!.type;
        return {
          term: { tag: "list", items: parts.map((part) => part.term), tail: tail.term, item, span },
          type: list(item),
        };
      }
      default:
        return this.application(shape, context);
    }
  }

  private let(node: SyntaxNode, context: Context): Typed {
    const bindings: CoreBinding[] = [];
    let inner = context;
    let at: SyntaxNode | null = node;
    let body: SyntaxNode = node;
    while (at?.name === "Let") {
      const quantified = at.getChild("QuantifiedPattern");
      const patternNode = quantified ?? this.at.child(at, "Pattern");
      const [bound, rest] = at.getChildren("Term");
      const head = quantified ?? patternNode.getChild("VarPattern");
      const variables = head === null ? [] : this.quantified(head);
      const found = this.term(bound!, { ...inner, variables: new Set([...inner.variables, ...variables]) });
      const { pattern } = this.pattern(patternNode, found.type, inner);
      bindings.push({ pattern, variables, bound: found.term });
      inner = this.bind(inner, pattern, variables);
      body = rest!;
      at = rest!.firstChild;
    }
    const result = this.term(body, inner);
    return { term: { tag: "let", bindings, body: result.term, span: this.at.span(node) }, type: result.type };
  }

  private letrec(node: SyntaxNode, context: Context): Typed {
    const names = new Map(context.names);
    const heads = node.getChildren("Function").map((child) => {
      const variables = this.quantified(child);
      const type = this.type(this.at.child(child, "Type"), new Set([...context.variables, ...variables]));
      const name = this.name(this.at.child(child, "Name"));
      names.set(name, { variables, type, isGlobal: false });
      return { child, name, variables, type };
    });
    const inner: Context = { ...context, names };
    const functions = heads.map(({ child, name, variables, type }): CoreFunction => {
      const own = { ...inner, variables: new Set([...context.variables, ...variables]) };
      return { name, variables, type, term: this.term(this.at.child(child, "Term"), own).term };
    });
    const body = this.term(this.at.child(node, "Term"), inner);
    return { term: { tag: "letrec", functions, body: body.term, span: this.at.span(node) }, type: body.type };
  }

  private infix(node: SyntaxNode, context: Context): Typed {
    const [left, right] = node.getChildren("Application").map((child) => this.application(child, context));
    const symbol = this.at.text(this.at.child(node, "Infixed"));
    const span = this.at.span(node);
    if (symbol === "⋆") {
      return {
        term: { tag: "fork", items: [left!.term, right!.term], span },
        type: { tag: "tuple", items: [left!.type, right!.type] },
      };
    }
    if (symbol === "!") {
      const item = left!.type.tag === "con" ? left!.type.args[0]! : internal("an index of what is no array");
      return { term: prim("index", [item], [left!.term, right!.term], span), type: item };
    }
    if (symbol === "+" && context.linear)
      return { term: prim("plus", [left!.type], [left!.term, right!.term], span), type: left!.type };
    return this.operation(symbol, [left!, right!], span);
  }

  private operation(symbol: string, args: readonly Typed[], span: Term["span"]): Typed {
    const isInt = args[0]!.type.tag === "con" && args[0]!.type.name === "Int";
    const id = opFor(symbol, isInt ? "Int" : "Real") ?? internal("an operation is not known", symbol);
    return {
      term: { tag: "op", op: { tag: "builtin", id }, args: args.map((arg) => arg.term), span },
      type: con(OPS[id].result),
    };
  }

  /** Atoms one after the other: a word with a tuple right behind it is a call, the rest is application. */
  private application(node: SyntaxNode, context: Context): Typed {
    const atoms = this.at.children(node);
    let result: Typed | undefined;
    for (let index = 0; index < atoms.length; index++) {
      const atom = atoms[index]!;
      const calls: SyntaxNode[] = [];
      while (atoms[index + 1]?.name === "Tuple" && atoms[index + 1]!.from === atoms[index]!.to)
        calls.push(atoms[++index]!);
      const name = atom.name === "PartialSign" ? atoms[++index]! : undefined;
      while (name !== undefined && atoms[index + 1]?.name === "Tuple" && atoms[index + 1]!.from === atoms[index]!.to)
        calls.push(atoms[++index]!);
      const found = name === undefined ? this.atom(atom, calls, context) : this.partial(atom, name, calls, context);
      result = result === undefined ? found : applied(result, found, this.at.span(node));
    }
    return result!;
  }

  private atom(node: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const span = this.at.span(node);
    const terms = (at: SyntaxNode | undefined) =>
      (at?.getChildren("Term") ?? []).map((child) => this.term(child, context));
    switch (node.name) {
      case "Number":
      case "Negative": {
        const { value, type } = this.number(node);
        return { term: { tag: type === REAL ? "real" : "int", value, span }, type };
      }
      case "ZeroSign": {
        const like = terms(calls[0])[0];
        if (like !== undefined) return { term: prim("coldOf", [like.type], [like.term], span), type: like.type };
        const c = this.input ?? internal("𝟎 in a program without an input");
        return { term: prim("zero", [c], [], span), type: c };
      }
      case "Variable":
        return this.variable(node, calls, context);
      case "ProjectionSign": {
        const index = subscriptOf(this.at.text(node)) - 1;
        const [of] = terms(calls[0]);
        const type = of!.type;
        if (type.tag === "tuple")
          return {
            term: { tag: "proj", index, size: type.items.length, term: of!.term, span },
            type: type.items[index]!,
          };
        return { term: { tag: "proj", index, size: 2, term: of!.term, span }, type: index === 0 ? REAL : this.dual! };
      }
      case "FieldName":
      case "ConsField": {
        const text = this.at.text(node);
        const name = node.name === "ConsField" ? "::" : text.slice(0, text.lastIndexOf("."));
        const index = Number(text.slice(text.lastIndexOf(".") + 1)) - 1;
        const [of] = terms(calls[0]);
        const { data, constructor } = this.constructors.get(name) ?? internal("a constructor is not declared", name);
        const args = of!.type.tag === "con" ? of!.type.args : [];
        return {
          term: { tag: "field", con: name, data: data.name, index, term: of!.term, span },
          type: fieldsAt(data, constructor, args)[index]!,
        };
      }
      case "Fork": {
        const items = node.getChildren("Term").map((child) => this.term(child, context));
        return {
          term: { tag: "fork", items: items.map((item) => item.term), span },
          type: { tag: "tuple", items: items.map((item) => item.type) },
        };
      }
      case "OpSymbol":
        return internal("an operation alone");
      case "Tuple": {
        const items = terms(node);
        if (items.length === 1) return items[0]!;
        return {
          term: { tag: "tuple", items: items.map((item) => item.term), span },
          type: { tag: "tuple", items: items.map((item) => item.type) },
        };
      }
      case "Dual": {
        const [primal, dual] = terms(node);
        return { term: { tag: "dual", primal: primal!.term, dual: dual!.term, span }, type: DUAL };
      }
      case "List":
      case "Array":
      case "EmptyList": {
        const items = terms(node);
        const item = items[0]?.type ?? this.types(node, context)[0]!;
        if (node.name === "Array")
          return { term: { tag: "array", items: items.map((one) => one.term), item, span }, type: con("Array", item) };
        return {
          term: { tag: "list", items: items.map((one) => one.term), tail: undefined, item, span },
          type: list(item),
        };
      }
      default: {
        const scrutinee = this.term(this.at.child(node, "Term"), context);
        const branches = node.getChildren("Branch").map((branch) => {
          const { pattern } = this.pattern(this.at.child(branch, "BranchPattern"), scrutinee.type, context);
          return { pattern, body: this.term(this.at.child(branch, "Term"), this.bind(context, pattern)) };
        });
        const term: Term = {
          tag: "case",
          scrutinee: scrutinee.term,
          branches: branches.map(({ pattern, body }) => ({ pattern, body: body.term })),
          span,
        };
        return { term, type: branches[0]!.body.type };
      }
    }
  }

  private variable(node: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const span = this.at.span(node);
    const written = this.at.text(this.at.child(node, "Name"));
    const name = this.name(this.at.child(node, "Name"));
    const types = this.types(node, context);
    const args = (calls[0]?.getChildren("Term") ?? []).map((child) => this.term(child, context));
    const constructor = this.constructors.get(written);
    if (constructor !== undefined) {
      const { data } = constructor;
      return {
        term: { tag: "con", data: data.name, con: written, types, args: args.map((arg) => arg.term), span },
        type: con(data.name, ...types),
      };
    }
    const known = context.names.get(name);
    if (known !== undefined && (calls.length === 0 || written !== name)) {
      const type = substitute(known.type, new Map(known.variables.map((variable, index) => [variable, types[index]!])));
      return { term: { tag: known.isGlobal ? "global" : "var", name, types, span }, type };
    }
    if (written === "nan" || written === "inf")
      return {
        term: { tag: "real", value: written === "nan" ? Number.NaN : Number.POSITIVE_INFINITY, span },
        type: REAL,
      };
    if (written === "parList")
      return { term: { tag: "forkList", thunks: args[0]!.term, item: types[0]!, span }, type: list(types[0]!) };
    if (this.customs.has(written)) {
      return {
        term: { tag: "op", op: { tag: "custom", name: written }, args: args.map((arg) => arg.term), span },
        type: REAL,
      };
    }
    const primitive = Object.entries(PRIMS).find(([, one]) => one.name === written)?.[0] as PrimId | undefined;
    if (primitive !== undefined) return this.prim(primitive, types, args, span);
    return this.operation(written, args, span);
  }

  private prim(id: PrimId, types: readonly Type[], args: readonly Typed[], span: Term["span"]): Typed {
    const { args: wanted, result, variables } = PRIMS[id];
    const by = new Map(variables.map((variable, index) => [variable, types[index]]));
    wanted.forEach((type, index) => match(type, args[index]!.type, by));
    const at = variables.map((variable) => by.get(variable) ?? internal("a primitive has no type", id));
    const bound = new Map(variables.map((variable, index) => [variable, at[index]!]));
    return {
      term: prim(
        id,
        at,
        args.map((arg) => arg.term),
        span,
      ),
      type: substitute(result, bound),
    };
  }

  /** ∂ᵢop(x₁, .., xₙ)(z). */
  private partial(sign: SyntaxNode, name: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const args = calls[0]!.getChildren("Term").map((child) => this.term(child, { ...context, linear: false }));
    const [cotangent] = calls[1]!.getChildren("Term").map((child) => this.term(child, context));
    const text = this.at.text(name).replace(/[()]/g, "");
    const op: OpRef = this.customs.has(text)
      ? { tag: "custom", name: text }
      : { tag: "builtin", id: opFor(text, "Real") ?? internal("an operation is not known", text) };
    const term: Term = {
      tag: "partial",
      op,
      index: subscriptOf(this.at.text(sign)) - 1,
      args: args.map((arg) => arg.term),
      cotangent: cotangent!.term,
      span: this.at.span(sign),
    };
    return { term, type: REAL };
  }
}

/** What a definition is, by its first word and its term. */
function kindOf(text: string, term: Term): Global["kind"] {
  if (text.startsWith("once ")) return "once";
  if (text.startsWith("inline ")) return "inline";
  return term.tag === "lam" ? "function" : "value";
}

function applied(fn: Typed, arg: Typed, span: Term["span"]): Typed {
  if (fn.type.tag !== "fun" && fn.type.tag !== "lin") return internal("what is applied is no function");
  return { term: { tag: "app", fn: fn.term, arg: arg.term, span }, type: fn.type.to };
}

/** Finds the types that variables stand for, from a type with variables and one without. */
function match(pattern: Type, type: Type, by: Map<string, Type | undefined>): void {
  if (pattern.tag === "var") by.set(pattern.name, type);
  else if (pattern.tag === "con" && type.tag === "con")
    pattern.args.forEach((arg, index) => match(arg, type.args[index]!, by));
  else if (pattern.tag === "tuple" && type.tag === "tuple")
    pattern.items.forEach((item, index) => match(item, type.items[index]!, by));
  else if ((pattern.tag === "fun" && type.tag === "fun") || (pattern.tag === "lin" && type.tag === "lin")) {
    match(pattern.from, type.from, by);
    match(pattern.to, type.to, by);
  }
}

function subscriptOf(text: string): number {
  return Number(
    [...text].flatMap((digit) => ("₀₁₂₃₄₅₆₇₈₉".includes(digit) ? ["₀₁₂₃₄₅₆₇₈₉".indexOf(digit)] : [])).join(""),
  );
}
