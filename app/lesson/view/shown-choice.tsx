// The view of a lesson, for its author: its source names it by a word.
import { t } from "@lingui/core/macro";
import { RACE, readView, SHOWN, type Shown, WAYS_IN } from "../../course/model/cells.ts";
import { withOption } from "../../course/model/source.ts";
import type { LessonCell } from "../../document/document.ts";
import { setText } from "../../document/state/changing.ts";
import { VIEW_WORDS } from "../../navigation/route.ts";

/** Views in the text itself, in words. */
const PICTURE_WORDS: Readonly<Record<string, string>> = {
  graph: t`the data-flow graph, step by step`,
  stages: t`what stages have of each scalar, side by side`,
  tree: t`the calls as a tree, stage by stage`,
  orders: t`resolving by hand, in any order`,
  updaters: t`a reverse pass as a chain of updaters, by hand`,
  hands: t`two jobs that add to the same scalars, by hand`,
  [RACE]: t`a race of stages, against the clock`,
};

/** Lets the author of a lesson choose the view of a cell. */
export function ShownChoice({ cell }: { readonly cell: LessonCell }) {
  return (
    <p>
      <label>
        {t`This view shows`}{" "}
        <select
          value={readView(cell).shows}
          onChange={({ target }) => setText(cell.id, withOption(cell.text, "view", target.value))}
        >
          {SHOWN.map((one) => (
            <option key={one} value={one}>
              {wordsOf(one)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

function wordsOf(shown: Shown): string {
  const way = WAYS_IN.find((one) => one === shown);
  if (way === undefined) return PICTURE_WORDS[shown] ?? shown;
  const view = VIEW_WORDS[way];
  return t`a link to ${view}`;
}
