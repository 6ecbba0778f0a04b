// The declarations of a program that its own operations are made of, as they are written: another program can begin with them.
import type { Declarations } from "../algorithms/study.ts";
import { childrenOf } from "../core/terms/map-term.ts";
import type { Term } from "../core/terms/term.ts";
import type { Prepared } from "../session/input/prepare.ts";
import { sourcesOf } from "../session/program/program.ts";
import { DiagnosticList } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import type { Declaration } from "../syntax/ast.ts";
import { parseProgram } from "../syntax/parsing/parse.ts";

/** The operations of a program's own with the definitions that they use and all data types; nothing where it has no such operations. */
export function ownOperations({ checked, core }: Prepared): Declarations {
  if (core.ops.length === 0) return { text: "", names: [] };
  const places = placesOf(core);
  const kept: string[] = [];
  const names: string[] = [];
  for (const [source, { text }] of sourcesOf(checked, "")) {
    if (source === "<prelude>") continue;
    for (const one of parseProgram(source, text, new DiagnosticList()).declarations) {
      const isData = one.tag === "data" || one.tag === "type";
      if (!isData && !places.some((at) => isWithin(at, one.span))) continue;
      kept.push(`${text.slice(one.span.from, one.span.to).trimEnd()}\n`);
      if (!isData) names.push(nameOf(one));
    }
  }
  return { text: kept.join("\n"), names };
}

/** Where the operations, and the definitions that they use, are written. */
function placesOf({ ops, globals }: Prepared["core"]): readonly Span[] {
  const places = ops.flatMap(({ span }) => (span === undefined ? [] : [span]));
  const seen = new Set<string>();
  const visit = (term: Term): void => {
    if (term.tag === "global" && !seen.has(term.name)) {
      seen.add(term.name);
      const found = globals.find(({ name }) => name === term.name);
      if (found?.span !== undefined) places.push(found.span);
      if (found !== undefined) visit(found.term);
    }
    for (const one of childrenOf(term)) visit(one);
  };
  for (const { value, partials } of ops) for (const one of [value, ...partials]) visit(one);
  return places;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.from >= outer.from && inner.to <= outer.to;
}

function nameOf(declaration: Exclude<Declaration, { readonly tag: "data" | "type" }>): string {
  return declaration.tag === "def" ? declaration.binding.name.text : declaration.name.text;
}
