// A checked program's entry as a standalone ES module.
import { COMPILED } from "../algorithms/algorithm.ts";
import { compileProgram } from "../compile/compile.ts";
import { Layouts, LeftToMachine } from "../compile/ir/layout.ts";
import { exportedModule } from "../compile/module/module.ts";
import type { ModuleThreads } from "../compile/module/threads-code.ts";
import { lowerProgram } from "../core/lowering/lower.ts";
import { checkProgram } from "../core/terms/check.ts";
import { type Entry, entryName, findEntry } from "../session/program/entry.ts";
import {
  type CheckedProgram,
  directiveSpan,
  sourcesOf,
  stackExhausted,
  withinStack,
} from "../session/program/program.ts";
import { type Diagnostic, mistake } from "../source/diagnostic.ts";
import { place } from "../source/render.ts";
import { fieldsAt } from "../types/type.ts";

/** The text of the ES module with the name of its entry, or why there is none. */
export type Exported =
  | { readonly tag: "module"; readonly text: string; readonly entry: string }
  | { readonly tag: "mistake"; readonly diagnostics: readonly Diagnostic[] };

/** The entry that is asked for, or the header's, or `main`. */
export function entryOf(
  checked: CheckedProgram,
  asked: string | undefined,
): { readonly name: string; readonly entry: Entry } | { readonly diagnostics: readonly Diagnostic[] } {
  if (checked.hasErrors) return { diagnostics: checked.diagnostics };
  const name = entryName(checked, asked);
  const entry = findEntry(checked, name, directiveSpan(checked, "entry"));
  return "severity" in entry ? { diagnostics: [entry] } : { name, entry };
}

/**
 * The module of an entry (the header's, or `main`, where none is named); `file` is what the program is called in it. With
 * `threads` its jobs can run on several.
 */
export function exportProgram(
  checked: CheckedProgram,
  entryName: string | undefined,
  file: string,
  threads?: ModuleThreads,
): Exported {
  const found = entryOf(checked, entryName);
  if ("diagnostics" in found) return { tag: "mistake", ...found };
  const { name, entry } = found;
  const { param, result } = entry;
  try {
    return withinStack(
      (): Exported => {
        const core = lowerProgram(checked.module, entry);
        checkProgram(core);
        const assembled = compileProgram(core, "active");
        const parallel = threads && compileProgram(core, "active", undefined, undefined, true);
        const sources = sourcesOf(checked, file);
        const data = new Map(core.data.map((one) => [one.name, one]));
        const text = exportedModule({
          assembled,
          threads: threads && { ...threads, parallel: parallel?.isParallel === true ? parallel : undefined },
          layouts: new Layouts(core.data),
          fieldsOf: (type) => {
            const found = type.tag === "con" ? data.get(type.name) : undefined;
            if (found === undefined || type.tag !== "con") return undefined;
            return found.constructors.map((con) => ({ name: con.name, fields: fieldsAt(found, con, type.args) }));
          },
          placeOf: (span) => place(span, sources),
          entry: name,
          param,
          result,
          text: [...checked.above, checked.text].join("\n\n"),
          file,
        });
        return { tag: "module", text, entry: name };
      },
      (): Exported => ({ tag: "mistake", diagnostics: [stackExhausted()] }),
    );
  } catch (error) {
    if (!(error instanceof LeftToMachine)) throw error;
    const { reason = "grows beyond measure when its functions are specialised" } = error;
    const message = `\`${name}\` ${reason}, so it cannot be exported`;
    return { tag: "mistake", diagnostics: [mistake(`${COMPILED}-size`, entry.entity.span, message)] };
  }
}
