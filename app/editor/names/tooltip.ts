// The one tooltip of the editor: the mistakes and the type at a place.

import { forEachDiagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Hover } from "../../../engine/session/program/editor.ts";
import { arrows } from "../../program/model/input-row.ts";
import type { ScalarAt } from "../../program/model/scalars-at.ts";
import { textOf } from "../text-of.ts";

/** Asks for the type at an offset of a text. */
export type AskHover = (text: string, offset: number) => Promise<Hover | undefined>;

/** The run's scalars at places of the program. */
export interface RunAtPlaces {
  /** Asks for the scalars of the run at a place. */
  ask(text: string, place: { readonly from: number; readonly to: number }): Promise<readonly ScalarAt[]>;
  /** Shows why a scalar has its cotangent. */
  onWhy(scalar: number): void;
}

const HOVER_DELAY = 250;
const LONGEST_TYPE = 400;
/** A type that is a variable alone, or that of a name. */
const ANY_NUMBER = /(?:^|: )[a-z]\w*$/;

/** Shows the mistakes, the type and the numbers at a place under the pointer. */
export function explainOnHover(ask: AskHover, run: RunAtPlaces): Extension {
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
      const scalars = hover === undefined || wrong.length > 0 ? [] : await run.ask(text, hover);
      const from = wrong[0]?.from ?? hover?.from ?? position;
      const to = wrong[0]?.to ?? hover?.to ?? position;
      return {
        pos: from,
        end: Math.min(to, view.state.doc.length),
        above: true,
        create: (at) => draw(at, wrong, hover, { scalars, onWhy: run.onWhy }),
      };
    },
    { hideOnChange: true, hoverTime: HOVER_DELAY },
  );
}

function draw(
  _view: EditorView,
  wrong: readonly { dom(): Node }[],
  hover: Hover | undefined,
  { scalars, onWhy }: { readonly scalars: readonly ScalarAt[]; onWhy(scalar: number): void },
): { readonly dom: HTMLElement } {
  const dom = document.createElement("div");
  dom.className = "tip";
  for (const one of wrong) dom.append(one.dom());
  if (hover !== undefined) {
    const type = document.createElement("p");
    type.className = "tip-type";
    type.translate = false;
    const general = arrows(hover.text);
    // a definition for any number type has a variable here; the scalars of the run are Reals
    const text = scalars.length > 0 && ANY_NUMBER.test(general) ? t`${general}, in the last run Real` : general;
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
  if (scalars.length > 0) dom.append(scalarTable(scalars, onWhy));
  return { dom };
}

/** A row for each scalar: its number, value and cotangent, and the way to why. */
function scalarTable(scalars: readonly ScalarAt[], onWhy: (scalar: number) => void): HTMLElement {
  const table = document.createElement("table");
  table.className = "tip-scalars";
  const row = table.createTHead().insertRow();
  for (const words of ["", t`value`, t`cotangent`, ""]) {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = words;
    row.append(head);
  }
  const body = table.createTBody();
  for (const { number, value, cotangent, index, count } of scalars) {
    const cells = body.insertRow();
    cells.insertCell().textContent = count === 1 ? `#${number}` : t`#${number}, ${index} of ${count}`;
    cells.insertCell().textContent = shortReal(value);
    cells.insertCell().textContent = cotangent === undefined ? "–" : shortReal(cotangent);
    const why = document.createElement("button");
    why.type = "button";
    why.className = "link";
    why.textContent = t`Why?`;
    why.setAttribute("aria-label", t`Why does #${number} have this cotangent?`);
    why.addEventListener("click", () => onWhy(number));
    cells.insertCell().append(why);
    nth(cells.cells, 1).className = "primal";
    nth(cells.cells, 2).className = "cotangent";
  }
  return table;
}
