// The tour: eight stops on the real screen, each a bubble beside what it tells of.
import { autoUpdate, computePosition, flip, offset, shift, size } from "@floating-ui/dom";
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import "./entrance.css";
import { endTour, goToStop } from "./state.ts";

interface Stop {
  /** The first element that is seen and that this selects. */
  readonly at: string;
  readonly title: string;
  readonly words: string;
}

const STOPS: readonly Stop[] = [
  {
    at: ".card .program .editor",
    title: t`A program`,
    words: t`A small functional language, type-checked as you write. Change anything: errors are marked at once, often with a fix.`,
  },
  {
    at: ".card .result",
    title: t`Value and gradient`,
    words: t`Blue is what the program computes. Orange is the gradient: how strongly the value reacts to each number of the input.`,
  },
  {
    at: ".card .input-row",
    title: t`Function, input and method`,
    words: t`Choose the function, its input and the method. The compiled engine is an optimising compiler of the same derivative: fast, without counts. The stages of the algorithm count every step.`,
  },
  {
    at: ".card .run",
    title: t`Run`,
    words: t`Fast programs run while you type. For others, press this button.`,
  },
  {
    at: ".card [data-part=play] > summary",
    title: t`Play with the numbers`,
    words: t`Opens sliders for the input. Value and gradient follow your finger.`,
  },
  {
    at: ".card .program .cm-content",
    title: t`Ask why`,
    words: t`Tap or point at any name in the program to see its type, its value, its number in the run and its cotangent. “Why?” shows where the cotangent comes from.`,
  },
  {
    at: ".card .look-inside",
    title: t`Look inside`,
    words: t`See the same run as a graph, as stages side by side, as a ladder of optimisations, as cost curves, as parallel jobs, and as compiled code.`,
  },
  {
    at: "[data-part=help-button]",
    title: t`Help is one key away`,
    words: t`F1 explains every term and every built-in function. Ctrl K finds every command. You can take this tour again from there.`,
  },
];

/** One stop of the tour, which takes the focus: arrow keys go on and back, Escape ends it. Nothing is shown past the last stop. */
export default function Tour({ stop }: { readonly stop: number }) {
  const bubble = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const shown = STOPS[stop];
  useEffect(() => {
    const target = shown && document.querySelector<HTMLElement>(shown.at);
    if (target == null || bubble.current === null || ring.current === null) return;
    target.scrollIntoView({ block: "center" });
    next.current?.focus({ preventScroll: true });
    return follow(target, bubble.current, ring.current);
  }, [shown]);
  // who has ended it goes on in the page
  useEffect(() => () => document.querySelector("main")?.focus({ preventScroll: true }), []);
  if (shown === undefined) return null;
  const go = (by: 1 | -1): void => {
    if (stop + by >= STOPS.length) endTour();
    else goToStop(Math.max(0, stop + by));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") endTour();
    else if (event.key === "ArrowRight") go(1);
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
  return autoUpdate(target, bubble, () => void place());
}
