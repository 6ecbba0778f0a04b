// Long lines wrap under their own indentation, so that code stays readable on a phone and at 400 % zoom.

import { type EditorState, type Extension, type Range, RangeSet, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { present } from "../../engine/base/nth.ts";

/** Extra indent of the rest of a wrapped line. */
const HANG = 2;
const DEEPEST = 24;

/**
 * Characters of a line beyond which no line wraps. Of wrapped lines CodeMirror draws ten thousand characters before and after the view, and
 * a browser breaks them all anew at every key; of lines that scroll sideways it draws a few.
 */
export const LONGEST_WRAPPED = 8000;

/** Whether a text has a line that is too long to wrap, among those that a range touches. */
function hasLongLine(doc: Text, from: number, to: number): boolean {
  if (doc.length <= LONGEST_WRAPPED) return false;
  const last = doc.lineAt(to).number;
  const lines = doc.iterLines(doc.lineAt(from).number, last + 1);
  for (let next = lines.next(); !next.done; next = lines.next()) if (next.value.length > LONGEST_WRAPPED) return true;
  return false;
}

/** Whether a text has a line that is too long to wrap. Only changed lines are checked, until there is one. */
const isTooLong = StateField.define<boolean>({
  create: ({ doc }) => hasLongLine(doc, 0, doc.length),
  update(was, { docChanged, changes, newDoc }) {
    if (!docChanged) return was;
    if (was) return hasLongLine(newDoc, 0, newDoc.length);
    let isFound = false;
    changes.iterChangedRanges((_fromOld, _toOld, from, to) => {
      isFound ||= hasLongLine(newDoc, from, to);
    });
    return isFound;
  },
});

const WRAPPED = { class: "cm-lineWrapping" };

/** Lines wrap, unless one of them is too long for it: then they scroll. */
export const lineWrapping: Extension = [
  isTooLong,
  // as long as no line is that long, this is `EditorView.lineWrapping`
  EditorView.contentAttributes.compute([isTooLong], (state) => (state.field(isTooLong) ? {} : WRAPPED)),
];

const byIndent = new Map<number, Decoration>();

function hanging(indent: number): Decoration {
  let decoration = byIndent.get(indent);
  if (decoration === undefined) {
    const style = `text-indent: -${indent}ch; padding-left: calc(${indent}ch + var(--s2))`;
    decoration = Decoration.line({ attributes: { style } });
    byIndent.set(indent, decoration);
  }
  return decoration;
}

function decorate(view: EditorView): DecorationSet {
  if (!isWrapped(view.state)) return Decoration.none;
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = Math.min(DEEPEST, present(/^ */.exec(line.text))[0].length + HANG);
      if (ranges.at(-1)?.from !== line.from) ranges.push(hanging(indent).range(line.from));
      at = line.to + 1;
    }
  }
  return RangeSet.of(ranges);
}

/** Whether lines wrap in an editor's text as it is. */
export function isWrapped(state: EditorState): boolean {
  return state.field(isTooLong, false) !== true;
}

const hang = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Wraps long lines under their own indentation. */
export const wrapping: Extension = [lineWrapping, hang];
