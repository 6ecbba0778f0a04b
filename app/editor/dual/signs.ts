// The papers' signs in place of how they are typed, for the eye alone: the text stays as it is.
import { syntaxTree } from "@codemirror/language";
import { Compartment, type Extension, RangeSetBuilder, type StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";

/** By the node of the grammar, the typed text and its sign. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Arrow: { "->": "→" },
  Lambda: { "\\": "λ" },
  Compare: { "<=": "≤", ">=": "≥", "/=": "≠" },
  ParallelPair: { "|*|": "⋆" },
};

class Sign extends WidgetType {
  private readonly sign: string;
  private readonly width: number;

  constructor(sign: string, width: number) {
    super();
    this.sign = sign;
    this.width = width;
  }

  override eq(other: Sign): boolean {
    return other.sign === this.sign;
  }

  toDOM(): HTMLElement {
    const span = document.createElement("span");
    span.className = "cm-sign";
    span.textContent = this.sign;
    // as wide as the typed text: columns stay
    span.style.width = `${this.width}ch`;
    return span;
  }
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const signs = SHOWN[node.name];
        const sign = signs?.[view.state.sliceDoc(node.from, node.to)];
        if (sign !== undefined)
          builder.add(node.from, node.to, Decoration.replace({ widget: new Sign(sign, node.to - node.from) }));
      },
    });
  return builder.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = decorate(view);
    }
  },
  { decorations: (value) => value.decorations },
);

const shown: Extension = [
  plugin,
  // the cursor passes a sign as one
  EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
];

const compartment = new Compartment();

/** The extension that can show signs in place of typed text; it shows none at first. */
export const signs: Extension = compartment.of([]);

/** Shows signs, or the typed text. */
export function showSigns(areShown: boolean): StateEffect<unknown> {
  return compartment.reconfigure(areShown ? shown : []);
}
