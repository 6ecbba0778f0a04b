// The keys of the timeline, in the explorer and the graph: their names, and their actions.
import { t } from "@lingui/core/macro";
import type { Jump } from "../../../engine/timeline/jumps.ts";
import { lead, pin, stopExploring } from "../state/explorer.ts";
import { useExplorer } from "../state/store.ts";
import { faster, go, move, play } from "../state/transport.ts";

/** A kind of event that the timeline jumps to, and the key for it. */
export interface JumpKey {
  readonly key: string;
  readonly words: string;
  /** The text for screen readers and the pointer. */
  readonly next: string;
  readonly to: Jump;
}

/** The jumps by their keys; `n` jumps to events of the selection. */
export const JUMPS: readonly JumpKey[] = [
  { key: "o", words: t`operation`, next: t`Next operation`, to: { tag: "operation" } },
  { key: "c", words: t`call`, next: t`Next call`, to: { tag: "call" } },
  { key: "m", words: t`merge`, next: t`Next merge`, to: { tag: "merge" } },
  { key: "r", words: t`resolve`, next: t`Next resolve`, to: { tag: "resolve" } },
  { key: "p", words: t`phase`, next: t`Next phase`, to: { tag: "phase" } },
  { key: "f", words: t`fork`, next: t`Next fork`, to: { tag: "fork" } },
  { key: "j", words: t`join`, next: t`Next join`, to: { tag: "join" } },
];

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey">;

/** A shortcut: the keys, their display, the action in words, and the action. */
export interface TimelineKey {
  /** The keys as events have them, letters in lower case. */
  readonly keys: readonly string[];
  /** The keys as people read them. */
  readonly shown: string;
  readonly words: string;
  /** Does it; false where it has nothing to do with the key as it was pressed. */
  press(event: Pressed): boolean;
}

/** A key that always has something to do. */
export function timelineKey(
  keys: readonly string[],
  shown: string,
  words: string,
  press: (event: Pressed) => void,
): TimelineKey {
  return {
    keys,
    shown,
    words,
    press: (event) => {
      press(event);
      return true;
    },
  };
}

function done(_: unknown): true {
  return true;
}

/** All keys of the timeline, for the handler and for the help that lists them. */
export const TIMELINE_KEYS: readonly TimelineKey[] = [
  {
    keys: [" "],
    shown: t({ message: "Space", comment: "the key" }),
    words: t`Play, or pause`,
    press: () => done(play()),
  },
  {
    keys: ["arrowright", "arrowleft"],
    shown: "→ ←",
    words: t`Step forward, step back; with Alt, by event`,
    press: ({ key, altKey }) => done(move({ tag: altKey ? "event" : "change" }, key === "ArrowRight" ? 1 : -1)),
  },
  {
    keys: ["home"],
    shown: t({ message: "Home", comment: "the key" }),
    words: t`To the start`,
    press: () => done(go(0)),
  },
  {
    keys: ["end"],
    shown: t({ message: "End", comment: "the key" }),
    words: t`To the end`,
    press: () => {
      const { columns, leader } = useExplorer.getState();
      return done(go(columns[leader]?.info?.steps ?? 0));
    },
  },
  {
    keys: ["[", "]"],
    shown: "[ ]",
    words: t`Play slower, play faster`,
    press: ({ key }) => done(faster(key === "]" ? 1 : -1)),
  },
  ...JUMPS.map(
    ({ key, next, to }): TimelineKey => ({
      keys: [key],
      shown: key,
      words: t({ message: `${next}; with Shift, the previous one`, comment: "next: such as Next operation" }),
      press: ({ altKey, shiftKey }) => !altKey && done(move(to, shiftKey ? -1 : 1)),
    }),
  ),
  {
    keys: ["n"],
    shown: "n",
    words: t`Next step that touches the selected scalar; with Shift, the previous one`,
    press: ({ shiftKey }) => {
      const { pinned, hovered } = useExplorer.getState();
      const scalar = pinned ?? hovered;
      if (scalar !== undefined) void move({ tag: "touching", scalar }, shiftKey ? -1 : 1);
      return true;
    },
  },
  {
    keys: ["g"],
    shown: "g",
    words: t`Go to an event by number`,
    press: () => done(document.querySelector<HTMLInputElement>(".go-to-step")?.select()),
  },
  {
    keys: ["1", "2", "3", "4"],
    shown: "1 2 3 4",
    words: t`Choose the column to follow`,
    press: ({ key }) => {
      const stage = useExplorer.getState().stages[Number(key) - 1];
      if (stage !== undefined) lead(stage);
      return stage !== undefined;
    },
  },
  {
    keys: ["w"],
    shown: "w",
    words: t`Explain the cotangent of the selected scalar`,
    press: () => done(document.querySelector<HTMLElement>(".why")?.focus()),
  },
  {
    keys: ["escape"],
    shown: t`Esc`,
    words: t`Clear the selection; stop recording`,
    press: () => {
      const { pinned } = useExplorer.getState();
      if (pinned === undefined) stopExploring();
      // back from the explanation to its scalar
      if (pinned !== undefined && document.activeElement?.closest(".why, .graph-side") != null)
        document.querySelector<HTMLElement>(`[data-id="${pinned}"], [data-node="${pinned}"]`)?.focus();
      return done(pin(undefined));
    },
  },
];
