// The event of the followed stage in a film that plays event by event: the one that happens now, or the last.
import { t } from "@lingui/core/macro";
import { captionOf } from "../../exploration/model/caption.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { grouped } from "../../words/numbers.ts";
import type { Played } from "../clock.ts";
import { useFilm } from "../state.ts";

interface ToldEvent {
  /** With backquotes around code. */
  readonly text: string;
  /** Which of how many it is, and of which stage. */
  readonly place: string;
}

/** Undefined where the film does not go event by event, and where edges are cut: no recording is without them. */
export function useEvent({ tag, explored }: Played): ToldEvent | undefined {
  const isOn = useFilm(({ pace, cut }) => tag === "film" && pace === "event" && cut.size === 0);
  const leader = useExplorer((state) => state.leader);
  const info = useExplorer(({ columns }) => columns[leader]?.info);
  const frame = useExplorer(({ frames }) => frames[leader]);
  if (!isOn || info === undefined || frame === undefined) return undefined;
  const { lead, text } = captionOf(explored, info, frame);
  const [step, steps] = [grouped(frame.step), grouped(info.steps)];
  return { text: `${lead}. ${text}`, place: t`${leader}: event ${step} of ${steps}` };
}
