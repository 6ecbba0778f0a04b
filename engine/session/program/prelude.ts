// The prelude, checked once: what every program's built-ins are, beside the primitives.

import { internal } from "../../base/unreachable.ts";
import preludeText from "../../prelude/prelude.dual?raw";
import { DiagnosticList } from "../../source/diagnostic.ts";
import { parseProgram } from "../../syntax/parsing/parse.ts";
import { hidePreludeOnly, primitiveModule } from "../../types/builtins.ts";
import { checkModule } from "../../types/checking/check.ts";
import type { Module } from "../../types/scope.ts";

/** The text of the prelude. Places with the source `<prelude>` are places in it. */
export const PRELUDE_TEXT: string = preludeText;

let prelude: Module | undefined;

/** The prelude's module; the same one at every call. */
export function preludeModule(): Module {
  if (prelude === undefined) {
    const diagnostics = new DiagnosticList();
    const primitives = primitiveModule();
    const parsed = parseProgram("<prelude>", PRELUDE_TEXT, diagnostics);
    prelude = checkModule(parsed, primitives, new Map([["<prelude>", PRELUDE_TEXT]]), diagnostics);
    hidePreludeOnly(primitives);
    const wrong = diagnostics.items[0];
    if (wrong !== undefined) internal("the prelude has a mistake", wrong.message, wrong.span);
  }
  return prelude;
}
