// Edits the chosen input and reruns; shows old values beside new ones.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal, showReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn } from "../../../engine/graphs/run-graph.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { inputsOf, shortName } from "../../exploration/model/scalar.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { forgetBefore, noteChanged, useFilm } from "../../playback/state.ts";
import { rangeOf, widened } from "../../program/value/model/range.ts";
import { isWrittenLike, readValue, replaceReals } from "../../program/value/model/value-tree.ts";
import { RealSlider } from "../../program/view/real-slider.tsx";

interface InputNumberProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
}

/** Shows a field for the number of the chosen input; shows nothing where no input is chosen or its number has no place in the text. */
export function InputNumber({ cell, explored }: InputNumberProps) {
  const pinned = useExplorer((state) => state.pinned);
  if (pinned === undefined || pinned >= explored.graph.size) return null;
  const text = explored.at?.text;
  if (kindIn(explored.graph, pinned) !== "input" || text === undefined) return null;
  if (explored.at?.scalars.length !== inputsOf(explored.graph).length) return null;
  return <Field key={`${cell.id} ${pinned}`} cell={cell} explored={explored} number={pinned} text={text} />;
}

/** The Reals of an input that is written as the run shows its own; none of another expression. */
function realsOf(text: string, shown: string): readonly number[] {
  const [asked, own] = [readValue(text), readValue(shown)];
  if (asked === undefined || own === undefined || !isWrittenLike(asked, own)) return [];
  const reals: number[] = [];
  replaceReals(text, (real) => {
    reals.push(Number(real));
    return real;
  });
  return reals;
}

function Field({
  cell,
  explored,
  number,
  text,
}: InputNumberProps & { readonly number: number; readonly text: string }) {
  const { graph } = explored;
  const value = nth(graph.values, number);
  const [range, setRange] = useState(() => rangeOf(value));
  const isCompared = useFilm((state) => state.before !== undefined);
  const name = shortName(graph, number);
  // the Reals of the text are the inputs, in their order
  const place = inputsOf(graph).indexOf(number);
  // the requested input, if it has not run yet
  const asked = realsOf(cell.ask.at, text);
  const isAhead = asked.length === inputsOf(graph).length;
  const shown = isAhead ? nth(asked, place) : value;
  const change = (to: number): void => {
    noteChanged(number);
    const at = replaceReals(isAhead ? cell.ask.at : text, (old, index) => (index === place ? showReal(to) : old));
    setAsk(cell.id, { at }, false);
  };
  return (
    <div className="input-number">
      <label>
        <span translate="no">{name}</span>
        <RealSlider
          name={name}
          real={shown}
          range={range}
          onReal={change}
          onRest={() => setRange(widened(range, shown))}
        />
        <output translate="no">{shortReal(shown)}</output>
      </label>
      {isCompared && (
        <button type="button" className="button line small" onClick={forgetBefore}>
          {t`Clear the earlier numbers`}
        </button>
      )}
    </div>
  );
}
