// The one tooltip of the editor: what is wrong at a place, and the type of what stands there.
import { forEachDiagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Hover } from "../../engine/session/editor.ts";
import { arrows } from "../view-models/input-row.ts";
import { textOf } from "./text-of.ts";

/** Asks for the type at an offset of a text. */
export type AskHover = (text: string, offset: number) => Promise<Hover | undefined>;

const HOVER_DELAY = 250;
const LONGEST_TYPE = 400;

export function explainOnHover(ask: AskHover): Extension {
  return hoverTooltip(
    async (view, position, side): Promise<Tooltip | null> => {
      const wrong: { readonly from: number; readonly to: number; dom(): Node }[] = [];
      forEachDiagnostic(view.state, (diagnostic, from, to) => {
        if (position < from || position > to || (position === from && side < 0 && from < to)) return;
        wrong.push({ from, to, dom: () => diagnostic.renderMessage?.(view) ?? new Text(diagnostic.message) });
      });
      const text = textOf(view.state);
      const hover = await ask(text, position);
      if (wrong.length === 0 && hover === undefined) return null;
      const from = wrong[0]?.from ?? hover?.from ?? position;
      const to = wrong[0]?.to ?? hover?.to ?? position;
      return {
        pos: from,
        end: Math.min(to, view.state.doc.length),
        above: true,
        create: (at) => draw(at, wrong, hover),
      };
    },
    { hideOnChange: true, hoverTime: HOVER_DELAY },
  );
}

function draw(
  _view: EditorView,
  wrong: readonly { dom(): Node }[],
  hover: Hover | undefined,
): { readonly dom: HTMLElement } {
  const dom = document.createElement("div");
  dom.className = "tip";
  for (const one of wrong) dom.append(one.dom());
  if (hover !== undefined) {
    const type = document.createElement("p");
    type.className = "tip-type";
    type.translate = false;
    const text = arrows(hover.text);
    type.textContent = text.length <= LONGEST_TYPE ? text : `${text.slice(0, LONGEST_TYPE)} …`;
    dom.append(type);
    if (hover.documentation !== undefined) {
      const documentation = document.createElement("p");
      documentation.className = "tip-words";
      documentation.lang = "en";
      documentation.textContent = hover.documentation;
      dom.append(documentation);
    }
    if (hover.detail !== undefined) {
      const detail = document.createElement("p");
      detail.className = "tip-detail";
      detail.lang = "en";
      detail.textContent = hover.detail;
      dom.append(detail);
    }
  }
  return { dom };
}
