// All slides at once, to go to one of them.
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import type { Slide } from "./model.ts";
import { SlideView } from "./slide/slide-view.tsx";
import { Stage } from "./stage.tsx";
import { show } from "./state.ts";

interface OverviewProps {
  readonly slides: readonly Slide[];
  /** The slide that is shown, from 0. */
  readonly at: number;
}

/** Shows all slides small, to go to one; arrows move, Enter chooses, Escape leads back. */
export function Overview({ slides, at }: OverviewProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    // the focus returns to its place
    return () => document.querySelector<HTMLElement>("main.present")?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="slides-all" aria-label={t`All slides`}>
      <ol ref={list}>
        {slides.map((slide, index) => (
          <li key={JSON.stringify([index, slide.cells])}>
            <button
              type="button"
              aria-current={index === at ? "true" : undefined}
              onClick={() => show({ slide: index, step: 0 })}
            >
              <span className="slides-picture" aria-hidden="true" inert>
                <Stage className="small">
                  <SlideView slide={slide} step={0} isLive={false} />
                </Stage>
              </span>
              <span className="slides-name">
                <b>{index + 1}</b> {slide.name}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
