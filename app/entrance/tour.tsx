// The tour: six ideas, each a bubble beside a part of the real screen that shows it.
import { autoUpdate, computePosition, flip, offset, shift, size } from "@floating-ui/dom";
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import "./entrance.css";
import { endTour, goToStop } from "./state.ts";

interface Stop {
  /** The first element that is seen and that this selects. */
  readonly at: string;
  /** The text of one of these elements that is rather shown, where one has it. */
  readonly within?: RegExp;
  readonly title: string;
  readonly words: string;
}

const STOPS: readonly Stop[] = [
  {
    at: ".card .program .editor",
    title: t`A program is a function of numbers`,
    words: t`This one takes two numbers and gives one. Every program here is such a function, however long it is.`,
  },
  {
    at: ".card .result",
    title: t`The gradient answers “what if”`,
    words: t`Blue is the answer. Orange has one number for each input: how many times as much the answer grows when that input grows a little.`,
  },
  {
    at: ".card .program .cm-line",
    within: /^[^-]*\*/,
    title: t`Every step multiplies`,
    words: t`A sum passes a change on as it is. A product multiplies it by the other factor. Along a path these factors multiply; several paths add up.`,
  },
  {
    at: ".card [data-part=graph]",
    title: t`The paths are a graph`,
    words: t`Open this to see it: numbers are nodes, and each edge has its factor. All paths from an input to the answer, multiplied and added, are its gradient.`,
  },
  {
    at: ".card [data-part=play]",
    title: t`Try it`,
    words: t`Open this to move the inputs: answer and gradient follow. Or change the program; errors come with a fix.`,
  },
  {
    at: ".bar .views, .views",
    title: t`Once backwards is enough`,
    words: t`A path at a time would take forever: there can be exponentially many. Going backwards from the answer visits each node once. The Explorer plays both, side by side.`,
  },
];

function targetOf({ at, within }: Stop): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(at)];
  return all.find(({ textContent }) => within?.test(textContent) === true) ?? all[0];
}

/** One stop of the tour, which takes the focus: arrow keys go on and back, Escape ends it from anywhere. Nothing is shown past the last stop. */
export default function Tour({ stop }: { readonly stop: number }) {
  const bubble = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const shown = STOPS[stop];
  useEffect(() => {
    const target = shown && targetOf(shown);
    if (target === undefined || bubble.current === null || ring.current === null) return;
    // a target with room for the bubble below it is not scrolled; a narrow window has no room for both
    const { offsetWidth, offsetHeight } = bubble.current;
    if (2 * offsetWidth < innerWidth) target.style.scrollMarginBlockEnd = `${offsetHeight + 2 * GAP}px`;
    target.scrollIntoView({ block: "nearest" });
    next.current?.focus({ preventScroll: true });
    const stop = follow(target, bubble.current, ring.current);
    return () => {
      stop();
      target.style.removeProperty("scroll-margin-block-end");
    };
  }, [shown]);
  useEffect(() => {
    // wherever the focus is
    const onEscape = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === "Escape") endTour();
    };
    addEventListener("keydown", onEscape, { capture: true });
    return () => {
      removeEventListener("keydown", onEscape, { capture: true });
      // a finished tour focuses the page, unless the reader is elsewhere
      if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
    };
  }, []);
  if (shown === undefined) return null;
  const go = (by: 1 | -1): void => {
    if (stop + by >= STOPS.length) endTour();
    else goToStop(Math.max(0, stop + by));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowRight") go(1);
    else if (event.key === "ArrowLeft") go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = stop + 1;
  const count = STOPS.length;
  return (
    <>
      <div ref={ring} className="tour-ring" aria-hidden="true" />
      <div ref={bubble} className="tour-bubble" role="dialog" aria-labelledby={heading} onKeyDown={onKeyDown}>
        <p className="tour-place">{plural(count, { one: `${place} of ${count}`, other: `${place} of ${count}` })}</p>
        <h2 id={heading}>{shown.title}</h2>
        <p>{shown.words}</p>
        <div className="tour-ways">
          <button type="button" className="button" onClick={endTour}>
            {t`Skip the tour`}
          </button>
          {stop > 0 && (
            <button type="button" className="button line" onClick={() => go(-1)}>
              {t`Back`}
            </button>
          )}
          <button ref={next} type="button" className="button solid" onClick={() => go(1)}>
            {stop === STOPS.length - 1 ? t`Done` : t({ message: "Next", context: "tour" })}
          </button>
        </div>
      </div>
    </>
  );
}

const GAP = 12;

/** Keeps a bubble beside its target and a ring around it, within the window, until the function that comes back is called. */
function follow(target: HTMLElement, bubble: HTMLElement, ring: HTMLElement): () => void {
  const place = async (): Promise<void> => {
    const box = target.getBoundingClientRect();
    Object.assign(ring.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const { x, y } = await computePosition(target, bubble, {
      strategy: "fixed",
      placement: "bottom-start",
      middleware: [
        offset(GAP),
        flip({ fallbackPlacements: ["top-start", "right-start", "left-start"] }),
        shift({ padding: GAP }),
        size({
          padding: GAP,
          apply: ({ availableHeight }) => {
            Object.assign(bubble.style, { maxHeight: `${Math.max(160, availableHeight)}px` });
          },
        }),
      ],
    });
    Object.assign(bubble.style, { left: `${x}px`, top: `${y}px` });
  };
  const stopPlacing = autoUpdate(target, bubble, () => void place());
  // an opened panel grows when it is loaded
  const growing = new ResizeObserver(() => {
    if (target instanceof HTMLDetailsElement && target.open) target.scrollIntoView({ block: "nearest" });
  });
  growing.observe(target);
  return () => {
    growing.disconnect();
    stopPlacing();
  };
}
