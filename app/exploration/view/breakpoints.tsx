// Where playing stops, and scalars that are watched.
import { t } from "@lingui/core/macro";
import type { FormEvent } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { spanIn } from "../../../engine/graphs/run-graph.ts";
import type { Breakpoint } from "../../../engine/timeline/jumps.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { numbered } from "../model/scalar.ts";
import { watchWords } from "../model/watch.ts";
import { setBreakpoints, setWatches } from "../state/explorer.ts";
import { useExplorer } from "../state/store.ts";

/** Shows the breakpoints and the watched scalars, with the controls that add and remove them. */
export function Breakpoints({ explored }: { readonly explored: Explored }) {
  const { graph, text } = explored;
  const breakpoints = useExplorer((state) => state.breakpoints);
  const stoppedBy = useExplorer((state) => state.stoppedBy);
  const watches = useExplorer((state) => state.watches);
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const stop = stoppedBy === undefined ? undefined : breakpoints[stoppedBy];
  const reason = stop === undefined ? undefined : wordsOf(stop, text);
  return (
    <details className="stops">
      <summary>
        {t`Breakpoints and watches`}
        {breakpoints.length + watches.length > 0 && (
          <span className="note"> {breakpoints.length + watches.length}</span>
        )}
        {reason !== undefined && (
          <span className="stopped-by" role="status">
            {t`stopped: ${reason}`}
          </span>
        )}
      </summary>
      <div className="stops-body">
        <Add explored={explored} />
        <ul className="stops-list">
          {keyed(breakpoints).map(({ key, item }) => {
            const words = wordsOf(item, text);
            return (
              <li key={key}>
                <Icon name="flag" /> {words}
                <Remove
                  words={t`Remove the breakpoint: ${words}`}
                  onClick={() => setBreakpoints(breakpoints.filter((one) => one !== item))}
                />
              </li>
            );
          })}
          {watches.map((number) => (
            <li key={`w${number}`}>
              <Icon name="eye" /> <b translate="no">{numbered(graph, number)}</b> {watchWords(graph, frame, number)}
              <Remove
                words={t`Stop watching #${number}`}
                onClick={() => setWatches(watches.filter((one) => one !== number))}
              />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** Breakpoints and watches to add, of the selected scalar and of any. */
function Add({ explored: { graph } }: { readonly explored: Explored }) {
  const breakpoints = useExplorer((state) => state.breakpoints);
  const watches = useExplorer((state) => state.watches);
  const pinned = useExplorer((state) => state.pinned);
  const add = (breakpoint: Breakpoint): void => {
    const isKnown = breakpoints.some((one) => JSON.stringify(one) === JSON.stringify(breakpoint));
    if (!isKnown) setBreakpoints([...breakpoints, breakpoint]);
  };
  const onAbove = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const bound = Number(new FormData(event.currentTarget).get("bound"));
    if (Number.isFinite(bound) && bound >= 0) add({ tag: "above", bound });
  };
  const place = pinned === undefined || pinned >= graph.size ? undefined : spanIn(graph, pinned);
  return (
    <fieldset className="stops-add">
      <legend className="label">{t`stop at`}</legend>
      <button type="button" className="button line small" onClick={() => add({ tag: "nan" })}>
        {t`a NaN`}
      </button>
      <button type="button" className="button line small" onClick={() => add({ tag: "infinite" })}>
        {t`an infinity`}
      </button>
      <button
        type="button"
        className="button line small"
        disabled={pinned === undefined}
        onClick={() => pinned !== undefined && add({ tag: "scalar", scalar: pinned })}
      >
        {pinned === undefined ? t`the selected scalar` : `#${pinned}`}
      </button>
      <button
        type="button"
        className="button line small"
        disabled={place === undefined}
        onClick={() => place !== undefined && add({ tag: "span", span: place })}
      >
        {t`its place in the program`}
      </button>
      <form onSubmit={onAbove}>
        <label>
          {t`|cotangent| >`} <input name="bound" className="number" inputMode="decimal" defaultValue="1000" size={6} />
        </label>{" "}
        <button type="submit" className="button line small">
          {t`add`}
        </button>
      </form>
      <button
        type="button"
        className="button line small"
        disabled={pinned === undefined || watches.includes(pinned)}
        onClick={() => pinned !== undefined && setWatches([...watches, pinned])}
      >
        {pinned === undefined ? t`watch the selected scalar` : t`watch #${pinned}`}
      </button>
    </fieldset>
  );
}

function Remove({ words, onClick }: { readonly words: string; onClick(): void }) {
  return (
    <button type="button" className="button icon-only quiet" title={words} onClick={onClick}>
      <Icon name="cross" />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}

function wordsOf(breakpoint: Breakpoint, text: string): string {
  switch (breakpoint.tag) {
    case "nan":
      return t`a NaN`;
    case "infinite":
      return t`an infinity`;
    case "above": {
      const { bound } = breakpoint;
      return t`|cotangent| > ${bound}`;
    }
    case "scalar":
      return `#${breakpoint.scalar}`;
    case "span":
      return `\u201c${text.slice(breakpoint.span.from, breakpoint.span.to)}\u201d`;
  }
}
