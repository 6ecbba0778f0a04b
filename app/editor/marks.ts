// The engine's diagnostics in the editor: wavy lines, marks in the gutter, and the same words as everywhere else.

import { linter, lintGutter, type Diagnostic as Mark, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import type { SourceName } from "../../engine/source/span.ts";
import { placeInWords } from "../program/model/mistakes.ts";
import { capital } from "../words/capital.ts";
import { message, type Run } from "../words/rich-text.ts";
import { applyEdits } from "./registry.ts";
import { textOf } from "./text-of.ts";

/** Shows the diagnostics that lie in one text; they must be about the document as it is. */
export function showDiagnostics(
  state: EditorState,
  diagnostics: readonly Diagnostic[],
  source: SourceName,
): TransactionSpec {
  const length = state.doc.length;
  const marks = diagnostics
    .filter(({ span }) => span.source === source)
    .map((diagnostic): Mark => {
      const from = Math.min(diagnostic.span.from, length);
      const to = Math.max(from, Math.min(diagnostic.span.to, length));
      return {
        from,
        to,
        severity: diagnostic.severity,
        message: diagnostic.message,
        renderMessage: (view) => explanation(diagnostic, view),
      };
    });
  return setDiagnostics(state, marks);
}

/** Marks in the text and, for programs, in the gutter. The tooltip in the text is the one of `tooltip.ts`. */
export const marks: Extension = linter(null, { tooltipFilter: () => [] });
/** Marks lines with mistakes in the gutter. */
export const gutterMarks: Extension = lintGutter();

/** A message with its notes and its fix, as in the list under the editor. */
export function explanation(diagnostic: Diagnostic, view: EditorView): HTMLElement {
  const box = element("div", "explanation");
  box.append(paragraph("explanation-message", message(diagnostic.message)));
  const text = textOf(view.state);
  for (const note of diagnostic.notes) {
    const line = paragraph("explanation-note", message(note.message));
    if (note.span !== undefined) line.append(` (${placeInWords(note.span, text)})`);
    box.append(line);
  }
  const { fix, span } = diagnostic;
  if (fix !== undefined) {
    const button = element("button", "button line small");
    button.lang = "en";
    button.append(...rich(message(capital(fix.title))));
    button.addEventListener("click", () => applyEdits(view, fix, span.source));
    box.append(button);
  }
  return box;
}

/** A paragraph of the engine's own words. */
function paragraph(className: string, runs: readonly Run[]): HTMLElement {
  const line = element("p", className);
  line.lang = "en";
  line.append(...rich(runs));
  return line;
}

function rich(runs: readonly Run[]): readonly Node[] {
  return runs.map((run) => {
    if (run.mark !== "code") return document.createTextNode(run.text);
    const code = document.createElement("code");
    code.translate = false;
    code.textContent = run.text;
    return code;
  });
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
