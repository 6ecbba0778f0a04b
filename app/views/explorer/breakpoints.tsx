// Where playing stops, and scalars that are watched.
import type { FormEvent } from "react";
import { spanIn } from "../../../engine/graphs/run-graph.ts";
import type { Explored } from "../../../engine/session/exploration.ts";
import type { Breakpoint } from "../../../engine/timeline/jumps.ts";
import { Icon } from "../../components/icon.tsx";
import { keyed } from "../../components/keyed.ts";
import { setBreakpoints, setWatches, useExplorer } from "../../state/explorer.ts";
import { numbered } from "../../view-models/scalar.ts";
import { watchWords } from "../../view-models/watch.ts";

export function Breakpoints({ explored }: { readonly explored: Explored }) {
  const { graph } = explored;
  const breakpoints = useExplorer((state) => state.breakpoints);
  const stoppedBy = useExplorer((state) => state.stoppedBy);
  const watches = useExplorer((state) => state.watches);
  const pinned = useExplorer((state) => state.pinned);
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const { text } = explored;
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
    <details className="stops">
      <summary>
        Breakpoints and watches
        {breakpoints.length + watches.length > 0 && (
          <span className="note"> {breakpoints.length + watches.length}</span>
        )}
        {stoppedBy !== undefined && breakpoints[stoppedBy] !== undefined && (
          <span className="stopped-by" role="status">
            stopped: {wordsOf(breakpoints[stoppedBy], text)}
          </span>
        )}
      </summary>
      <div className="stops-body">
        <fieldset className="stops-add">
          <legend className="label">stop at</legend>
          <button type="button" className="button line small" onClick={() => add({ tag: "nan" })}>
            a NaN
          </button>
          <button type="button" className="button line small" onClick={() => add({ tag: "infinite" })}>
            an infinity
          </button>
          <button
            type="button"
            className="button line small"
            disabled={pinned === undefined}
            onClick={() => pinned !== undefined && add({ tag: "scalar", scalar: pinned })}
          >
            {pinned === undefined ? "the chosen scalar" : `#${pinned}`}
          </button>
          <button
            type="button"
            className="button line small"
            disabled={place === undefined}
            onClick={() => place !== undefined && add({ tag: "span", span: place })}
          >
            its place in the program
          </button>
          <form onSubmit={onAbove}>
            <label>
              |cotangent| &gt;{" "}
              <input name="bound" className="number" inputMode="decimal" defaultValue="1000" size={6} />
            </label>{" "}
            <button type="submit" className="button line small">
              add
            </button>
          </form>
          <button
            type="button"
            className="button line small"
            disabled={pinned === undefined || watches.includes(pinned)}
            onClick={() => pinned !== undefined && setWatches([...watches, pinned])}
          >
            watch {pinned === undefined ? "the chosen scalar" : `#${pinned}`}
          </button>
        </fieldset>
        <ul className="stops-list">
          {keyed(breakpoints).map(({ key, item }) => (
            <li key={key}>
              <Icon name="flag" /> {wordsOf(item, text)}
              <Remove
                words={`Remove the breakpoint: ${wordsOf(item, text)}`}
                onClick={() => setBreakpoints(breakpoints.filter((one) => one !== item))}
              />
            </li>
          ))}
          {watches.map((number) => (
            <li key={`w${number}`}>
              <Icon name="eye" /> <b>{numbered(graph, number)}</b> {watchWords(graph, frame, number)}
              <Remove
                words={`Stop watching #${number}`}
                onClick={() => setWatches(watches.filter((one) => one !== number))}
              />
            </li>
          ))}
        </ul>
      </div>
    </details>
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
      return "a NaN";
    case "infinite":
      return "an infinity";
    case "above":
      return `|cotangent| > ${breakpoint.bound}`;
    case "scalar":
      return `#${breakpoint.scalar}`;
    case "span":
      return `\u201c${text.slice(breakpoint.span.from, breakpoint.span.to)}\u201d`;
  }
}
