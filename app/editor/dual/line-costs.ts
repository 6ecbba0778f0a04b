// Costs in the right margin of a program's editor: beside each line its share of the work, until the text changes.
import { type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import "./line-costs.css";

/** The cost of a line, in words. */
export interface LineCost {
  /** From 1. */
  readonly line: number;
  /** Part of the whole, from 0 to 1. */
  readonly share: number;
  /** The share as a text. */
  readonly text: string;
  /** The cost in full. */
  readonly title: string;
}

class Cost extends WidgetType {
  private readonly cost: LineCost;

  constructor(cost: LineCost) {
    super();
    this.cost = cost;
  }

  override eq({ cost }: Cost): boolean {
    return this.cost.share === cost.share && this.cost.title === cost.title;
  }

  toDOM(): HTMLElement {
    const { share, text, title } = this.cost;
    const shown = document.createElement("span");
    shown.className = "line-cost";
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", title);
    shown.title = title;
    shown.textContent = text;
    shown.style.setProperty("--share", `${100 * share}%`);
    // of no width itself, so that the caret stays at the end of the text
    const place = document.createElement("span");
    place.append(shown);
    return place;
  }
}

const setCosts = StateEffect.define<readonly LineCost[]>();

const withCost = Decoration.line({ class: "has-cost" });

/** The costs that are shown; none at first. */
export const lineCosts: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const { doc } = transaction.state;
    let shown = transaction.docChanged ? Decoration.none : before;
    for (const effect of transaction.effects)
      if (effect.is(setCosts))
        shown = Decoration.set(
          effect.value
            .filter(({ line }) => line <= doc.lines)
            .flatMap((cost): readonly Range<Decoration>[] => {
              const { from, to } = doc.line(cost.line);
              return [withCost.range(from), Decoration.widget({ widget: new Cost(cost), side: 1 }).range(to)];
            }),
          true,
        );
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows costs of lines beside them, in place of others; they are gone after a change of the text. */
export function showCosts(shown: readonly LineCost[]): StateEffect<unknown> {
  return setCosts.of(shown);
}
