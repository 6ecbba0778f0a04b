// Long lines wrap under their own indentation, so that code stays readable on a phone and at 400 % zoom.
import { type Extension, type Range, RangeSet } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** What a wrapped line's rest is indented by beyond the line itself. */
const HANG = 2;
const DEEPEST = 24;

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
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = Math.min(DEEPEST, /^ */.exec(line.text)![0].length + HANG);
      if (ranges.at(-1)?.from !== line.from) ranges.push(hanging(indent).range(line.from));
      at = line.to + 1;
    }
  }
  return RangeSet.of(ranges);
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

export const wrapping: Extension = [EditorView.lineWrapping, hang];
