// The prelude: what every program's built-ins are, beside the primitives. A definition is parsed and checked when it is first used.

import { internal } from "../../base/unreachable.ts";
import preludeText from "../../prelude/prelude.dual?raw";
import { DiagnosticList } from "../../source/diagnostic.ts";
import { Comparisons } from "../../source/nearest.ts";
import { type Span, span } from "../../source/span.ts";
import type { Declaration, FunctionBinding } from "../../syntax/ast.ts";
import { DECLARATION } from "../../syntax/keywords.ts";
import { parseDeclaration } from "../../syntax/parsing/parse.ts";
import type { Extent } from "../../syntax/regions.ts";
import { primitiveModule, withPreludeOnly } from "../../types/builtins.ts";
import { inferDefinitions, opDefinition, opType, usesOf } from "../../types/checking/check.ts";
import { declareTypes } from "../../types/checking/declarations.ts";
import { Inference } from "../../types/inference/infer.ts";
import type { OpenType } from "../../types/open.ts";
import { type GlobalEntity, type Module, newModule, type OpDefinition, uniqueKey } from "../../types/scope.ts";
import { type Scheme, UNIT } from "../../types/type.ts";

/** The text of the prelude. Places with the source `<prelude>` are places in it. */
export const PRELUDE_TEXT: string = preludeText;

let prelude: Module | undefined;

/** The prelude's module; the same one at every call. */
export function preludeModule(): Module {
  prelude ??= newPrelude();
  return prelude;
}

/** A module of the prelude, no definition of which has been used. */
export function newPrelude(): Module {
  const primitives = primitiveModule();
  const module = newModule(withPreludeOnly(primitives));
  const diagnostics = new DiagnosticList();
  const types: Declaration[] = [];
  const beginnings = [...PRELUDE_TEXT.matchAll(new RegExp(`^(${DECLARATION}) (\\S+)`, "gm"))];
  for (const [place, { index: from, 1: word, 2: name = "" }] of beginnings.entries()) {
    const extent = { from, to: beginnings[place + 1]?.index ?? PRELUDE_TEXT.length };
    if (word === "def" || word === "op") {
      const entity = new Definition(word, name, extent, module);
      module.globals.push(entity);
      module.values.set(name, entity);
    } else types.push(parseDeclaration({ source: "<prelude>", text: PRELUDE_TEXT, diagnostics }, extent));
  }
  declareTypes(module, types, diagnostics, new Comparisons(diagnostics.work));
  expectNone(diagnostics);
  // only the prelude sees its own primitives
  return { ...module, parent: primitives };
}

/** A definition of the prelude. Its name and place are known; it is parsed, and its type is inferred, when that is first looked at. */
class Definition implements GlobalEntity {
  readonly tag = "global";
  readonly kind: "def" | "op";
  readonly name: string;
  readonly key: string;
  readonly span: Span;
  readonly module: Module;
  faulty = false;
  usedOutside = true;
  group: readonly GlobalEntity[] = [];
  type: OpenType = UNIT;
  private readonly extent: Extent;
  private parts: Pick<GlobalEntity, "binding" | "op"> | undefined;
  private inferred: Scheme | undefined;
  /** Whether its type is being inferred: it has none then. */
  private isOpen = false;

  constructor(kind: "def" | "op", name: string, extent: Extent, module: Module) {
    this.kind = kind;
    this.name = name;
    this.key = uniqueKey(module, "values", name);
    const from = extent.from + kind.length + 1;
    this.span = span("<prelude>", from, from + name.length);
    this.module = module;
    this.extent = extent;
  }

  get binding(): FunctionBinding | undefined {
    return this.parsed().binding;
  }

  get op(): OpDefinition | undefined {
    return this.parsed().op;
  }

  get scheme(): Scheme | undefined {
    if (this.inferred === undefined && !this.isOpen) this.infer();
    return this.inferred;
  }

  set scheme(scheme: Scheme | undefined) {
    this.inferred = scheme;
  }

  private parsed(): Pick<GlobalEntity, "binding" | "op"> {
    if (this.parts === undefined) {
      const diagnostics = new DiagnosticList();
      const declaration = parseDeclaration({ source: "<prelude>", text: PRELUDE_TEXT, diagnostics }, this.extent);
      const op = declaration.tag === "op" ? opDefinition(declaration, diagnostics) : undefined;
      if (op !== undefined) this.type = opType(op.arity);
      this.parts = { binding: declaration.tag === "def" ? declaration.binding : undefined, op };
      expectNone(diagnostics);
    }
    return this.parts;
  }

  /** Infers its type, and before it those of the definitions that it uses. */
  private infer(): void {
    const diagnostics = new DiagnosticList();
    const comparisons = new Comparisons(diagnostics.work);
    const inference = new Inference(this.module, diagnostics, new Set(), TEXTS, comparisons);
    const uses = new Map<GlobalEntity, readonly GlobalEntity[]>();
    const needed = new Set<Definition>([this]);
    for (const one of needed) {
      const used = usesOf(inference, one).filter((other) => other instanceof Definition);
      const open = used.filter(({ inferred }) => inferred === undefined);
      uses.set(one, open);
      for (const other of open) needed.add(other);
    }
    for (const one of needed) one.isOpen = true;
    try {
      inferDefinitions(inference, uses);
    } finally {
      for (const one of needed) one.isOpen = false;
    }
    expectNone(diagnostics);
  }
}

const TEXTS: ReadonlyMap<string, string> = new Map([["<prelude>", PRELUDE_TEXT]]);

/** Ends what has found a mistake in the prelude. */
function expectNone({ items: [wrong] }: DiagnosticList): void {
  if (wrong !== undefined) internal("the prelude has a mistake", wrong.message, wrong.span);
}
