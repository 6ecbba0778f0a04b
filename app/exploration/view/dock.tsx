// The dock: the last event in a sentence, the transport, the timeline, and the jumps.

import { t } from "@lingui/core/macro";
import { type FormEvent, memo, useEffect, useState } from "react";
import { goesBack } from "../../../engine/algorithms/catalogue.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Jump } from "../../../engine/timeline/jumps.ts";
import type { ProgramCell } from "../../document/document.ts";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { grouped } from "../../words/numbers.ts";
import { type Caption, captionOf } from "../model/caption.ts";
import { hasBoxes } from "../model/rows.ts";
import { visitWordsOf } from "../model/visits.ts";
import { prefer, setTogether } from "../state/explorer.ts";
import { litOf, useExplorer } from "../state/store.ts";
import { go, goIn, move, play, SPEEDS, setSpeed } from "../state/transport.ts";
import { Breakpoints } from "./breakpoints.tsx";
import { OrderNote } from "./order-note.tsx";
import { JUMPS } from "./timeline-keys.ts";
import { Legend } from "./timeline-legend.tsx";
import { TimelineStrip } from "./timeline-strip.tsx";

/** Milliseconds that a sentence has to stand before it is spoken, so that a play does not talk over itself. */
const STANDING = 250;

interface DockProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
}

/** Shows the sentence of the current step, the buttons for playing, the timeline and the jumps. */
export const Dock = memo(function Dock({ cell, explored }: DockProps) {
  const stages = useExplorer((state) => state.stages);
  const leader = useExplorer((state) => state.leader);
  const info = useExplorer(({ columns }) => columns[leader]?.info);
  const frame = useExplorer(({ frames }) => frames[leader]);
  const caption = info === undefined || frame === undefined ? undefined : captionOf(explored, info, frame);
  const [hasMore, setMore] = useState(false);
  return (
    <section className={hasMore ? "dock with-more" : "dock"} aria-label={t`Timeline`}>
      <div className="dock-head">
        <p className={`caption ${caption?.meaning ?? "plain"}`} aria-hidden="true">
          {caption === undefined ? (
            t`recording …`
          ) : (
            <>
              <b>{caption.lead}.</b> <RichText runs={caption.runs} />
            </>
          )}
        </p>
        <span className="dock-settings">
          <OrderNote cell={cell} />
          <VariationsMenu cell={cell} stages={stages} onShow={prefer} />
          <Together />
          <Legend />
          <Breakpoints explored={explored} />
        </span>
      </div>
      <Narration caption={caption} />
      <div className="dock-controls">
        <Transport steps={info?.steps ?? 0} />
        <button
          type="button"
          className="button icon-only more-controls"
          aria-expanded={hasMore}
          title={t`More controls`}
          onClick={() => setMore(!hasMore)}
        >
          <Icon name="more" />
          <span className="visually-hidden">{t`More controls`}</span>
        </button>
        {info !== undefined && <TimelineStrip info={info} spoken={caption?.spoken ?? ""} />}
        <Jumps />
      </div>
    </section>
  );
});

/** Columns keep their own step in the reverse pass, unless they are to follow. */
function Together() {
  const isTogether = useExplorer((state) => state.isTogether);
  return (
    <label className="switch together">
      <input type="checkbox" checked={isTogether} onChange={(event) => setTogether(event.currentTarget.checked)} />
      {t`step all columns together`}
    </label>
  );
}

/** The text of a step for screen readers. */
function Narration({ caption }: { readonly caption: Caption | undefined }) {
  const [said, setSaid] = useState("");
  const spoken = caption?.spoken ?? "";
  useEffect(() => {
    const timer = setTimeout(() => setSaid(spoken), STANDING);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <p className="visually-hidden" role="status" data-part="narration">
      {said}
    </p>
  );
}

function Transport({ steps }: { readonly steps: number }) {
  const isPlaying = useExplorer((state) => state.isPlaying);
  const speed = useExplorer((state) => state.speed);
  const step = useExplorer(({ cursors, leader, columns }) =>
    Math.min(cursors[leader] ?? 0, columns[leader]?.info?.steps ?? 0),
  );
  const playing = isPlaying ? t`Pause` : t`Play`;
  return (
    <fieldset className="transport" aria-label={t`Playback`}>
      <TransportButton
        icon="first"
        words={t`To the start`}
        keys="Home"
        shownKeys={t({ message: "Home", comment: "the key" })}
        onClick={() => go(0)}
        disabled={step === 0}
      />
      <TransportButton
        icon="previous"
        words={t`Step back`}
        keys="ArrowLeft"
        shownKeys="←"
        onClick={() => void move({ tag: "change" }, -1)}
        disabled={step === 0}
      />
      <button
        type="button"
        className="play"
        aria-label={playing}
        aria-keyshortcuts="Space"
        title={t({ message: `${playing} (Space)`, comment: "Space: the key" })}
        onClick={() => void play()}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <TransportButton
        icon="next"
        words={t`Step`}
        keys="ArrowRight"
        shownKeys="→"
        onClick={() => void move({ tag: "change" }, 1)}
        disabled={step >= steps}
      />
      <TransportButton
        icon="last"
        words={t`To the end`}
        keys="End"
        shownKeys={t({ message: "End", comment: "the key" })}
        onClick={() => go(steps)}
        disabled={step >= steps}
      />
      <span className="select-box speed">
        <select aria-label={t`Speed`} value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </fieldset>
  );
}

interface TransportButtonProps {
  readonly icon: IconName;
  readonly words: string;
  /** As `aria-keyshortcuts` names them, and as they are shown. */
  readonly keys: string;
  readonly shownKeys: string;
  readonly disabled: boolean;
  onClick(): void;
}

function TransportButton({ icon, words, keys, shownKeys, disabled, onClick }: TransportButtonProps) {
  return (
    <button
      type="button"
      className="button icon-only"
      title={`${words} (${shownKeys})`}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}

function Jumps() {
  const leader = useExplorer((state) => state.leader);
  const info = useExplorer(({ columns }) => columns[leader]?.info);
  const step = useExplorer(({ cursors, columns }) => Math.min(cursors[leader] ?? 0, columns[leader]?.info?.steps ?? 0));
  const pinned = useExplorer(({ pinned: one }) => one);
  const lit = useExplorer(litOf);
  const total = grouped(info?.steps ?? 0);
  const hasJobs = info !== undefined && goesBack(leader) && info.jobs > 1;
  const visits = visitWordsOf(leader);
  const isThere = (tag: Jump["tag"]): boolean => {
    if (tag === "merge") return (info?.totals.merged ?? 0) > 0;
    if (tag === "fork" || tag === "join") return hasJobs;
    if (tag === "call") return visits !== undefined;
    return tag !== "resolve" || info === undefined || hasBoxes(leader);
  };
  const onGo = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    const wanted = field?.value.trim() ?? "";
    const isEvent = /^\d+$/.test(wanted);
    const to = isEvent ? Math.min(Number(wanted), info?.steps ?? 0) : step;
    if (isEvent) goIn(leader, to);
    // the field shows the run's step, also where there is no such event
    if (field !== null) field.value = String(to);
  };
  return (
    <fieldset className="jumps" aria-label={t`Go to`}>
      <form className="go-to" onSubmit={onGo}>
        <label>
          <span className="visually-hidden">{t`Go to event`}</span>
          <input
            key={step}
            name="step"
            className="number go-to-step"
            inputMode="numeric"
            defaultValue={step}
            autoComplete="off"
          />
        </label>
        <span>{t({ message: `of ${total}`, comment: "after a field with the number of an event" })}</span>
      </form>
      {JUMPS.filter(({ to }) => isThere(to.tag)).map(({ key, words, next, to }) => (
        <button
          key={key}
          type="button"
          className="button line small jump"
          aria-keyshortcuts={`${key} Shift+${key}`}
          title={t({ message: `${next} (${key}); previous with Shift`, comment: "next: such as Next operation" })}
          onClick={(event) => void move(to, event.shiftKey ? -1 : 1)}
        >
          {to.tag === "call" ? visits?.event : words} <span className="key">{key}</span>
        </button>
      ))}
      <button
        type="button"
        className="button line small jump touching"
        aria-keyshortcuts="n Shift+n"
        disabled={lit === undefined && pinned === undefined}
        onClick={(event) => {
          const scalar = pinned ?? lit;
          if (scalar !== undefined) void move({ tag: "touching", scalar }, event.shiftKey ? -1 : 1);
        }}
      >
        {pinned === undefined ? t`Next event for selection` : t`Next event for #${pinned}`}{" "}
        <span className="key">n</span>
      </button>
    </fieldset>
  );
}
