// The film of a run that is too large for single movements: all scalars from top to bottom, and how both passes go through them.
import { present } from "../../../engine/base/nth.ts";
import "../film.css";
import { t } from "@lingui/core/macro";
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { FarAnimation } from "../../../engine/animation/far.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ProgramCell } from "../../document/document.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { Play, Press, Speed } from "../../picture/view/press.tsx";
import { pointIn, Stage, staged } from "../../picture/view/stage.tsx";
import { leaveKeys, PartButtons, PlayingDock } from "../../playback/transport/dock.tsx";
import { Recording, StillRecorded } from "../../playback/view/recording.tsx";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { plainMessage } from "../../words/rich-text.ts";
import { Beside } from "../view/beside.tsx";
import { DebuggerButton } from "../view/debugger-button.tsx";
import { SAVED_FAR } from "../view/save-film.ts";
import { StagePicker } from "../view/stage-picker.tsx";
import { TracedStages } from "../view/traced-stages.tsx";
import { sayFar } from "./narration.ts";
import { type FarPaper, farPaper, scalarsOf } from "./paper.ts";
import { farPicture } from "./picture.ts";
import { rowWords } from "./row-bars.ts";
import {
  type FarPart,
  farParts,
  followFarScenes,
  forgetFar,
  makeFar,
  pauseFar,
  playFar,
  playFarPart,
  seekFar,
  setFarSpeed,
  stepFar,
  useFar,
} from "./state.ts";

interface FarViewProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
  /** Opens the debugger. */
  readonly onDebugger: () => void;
}

const KEYS: readonly TimelineKey[] = [
  timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, playFar),
  timelineKey(["arrowright"], "→", t`Step`, () => stepFar(1)),
  timelineKey(["arrowleft"], "←", t`Step back`, () => stepFar(-1)),
  timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => seekFar(0)),
  timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () =>
    seekFar(Number.POSITIVE_INFINITY),
  ),
];

/** Shows the film of a large run from afar; handles the keys for playing while it is mounted, and forgets the film afterwards. */
export function FarView({ cell, explored, onDebugger }: FarViewProps) {
  const stages = useExplorer((state) => state.stages);
  // a stage that takes long does not hold up the others
  const recorded = useExplorer(({ columns }) => stages.filter((stage) => columns[stage]?.info !== undefined).join(" "));
  const animation = useFar((state) => (state.explored === explored ? state.animation : undefined));
  useEffect(() => {
    if (recorded !== "") void makeFar(explored, recorded.split(" "));
  }, [explored, recorded]);
  const missing = stages.filter((stage) => !animation?.columns.some(({ replayOrder }) => replayOrder.stage === stage));
  useEffect(() => forgetFar, []);
  useEffect(followFarScenes, []);
  useKeys(KEYS);
  return (
    <>
      <div className="film-bar scrolls-aside">
        <SweepField cell={cell} />
        <StagePicker stages={stages} />
        <TracedStages stages={stages} cell={cell.id} />
        <DebuggerButton onClick={onDebugger} />
        {animation !== undefined && <StillRecorded stages={missing} />}
      </div>
      {animation === undefined ? (
        <Recording />
      ) : (
        <>
          <div className="film-body">
            <FarStage animation={animation} />
            <Beside explored={explored} />
          </div>
          <FarDock animation={animation} explored={explored} />
        </>
      )}
    </>
  );
}

/** The picture, painted past React. A press on it chooses a scalar. */
function FarStage({ animation }: { readonly animation: FarAnimation }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const laid = useRef<FarPaper>(undefined);
  const tip = useRef<HTMLDivElement>(null);
  const pointer = useRef<{ readonly x: number; readonly y: number }>(undefined);
  /** Converts a place of the page: its place in the picture, and the row there. */
  const under = (place: {
    readonly x: number;
    readonly y: number;
  }): { x: number; y: number; row: number; paper: FarPaper } | undefined => {
    const paper = laid.current;
    if (paper === undefined) return undefined;
    const [x, y] = pointIn({ box }, { clientX: place.x, clientY: place.y });
    const row = Math.floor((y - paper.top) / paper.rowHeight);
    return row < 0 || row >= paper.rows ? undefined : { x, y, row, paper };
  };
  /** Says how often the row of a tree is called that is under the pointer. */
  const tell = (): void => {
    const found = pointer.current === undefined ? undefined : under(pointer.current);
    const place = found?.paper.places.find(({ x, w }) => found.x >= x && found.x < x + w)?.column;
    const column = typeof place === "number" ? animation.columns[place] : undefined;
    const isTree = found !== undefined && column !== undefined && !column.replayOrder.waits;
    present(tip.current).hidden = !isTree;
    if (!isTree) return;
    present(tip.current).textContent = rowWords(animation, found.paper, found.row, column);
    const isRight = found.x > found.paper.width / 2;
    present(tip.current).style.translate = `${found.x}px ${found.y}px`;
    present(tip.current).dataset.side = isRight ? "right" : "left";
  };
  const tellAnew = useEffectEvent(tell);
  useLayoutEffect(() => {
    const { painter, lay, leave } = staged({ box, picture }, "far-rows", (room) => {
      laid.current = farPaper(animation, room);
      paint();
      // the pointer may rest where another column is now
      tellAnew();
    });
    const paint = (): void => {
      const paper = laid.current;
      if (paper === undefined) return;
      const shapes = farPicture(animation, paper, useFar.getState().t, useExplorer.getState().pinned);
      painter.paint(shapes, 0, paper.width, paper.height);
    };
    lay();
    const stop = useFar.subscribe((state, before) => state.t !== before.t && paint());
    const forget = useExplorer.subscribe((state, before) => state.pinned !== before.pinned && paint());
    return () => {
      leave();
      stop();
      forget();
    };
  }, [animation]);
  const press = (event: PointerEvent): void => {
    const found = under({ x: event.clientX, y: event.clientY });
    if (found === undefined) return;
    const [first] = scalarsOf(animation, found.paper, found.row);
    pin(first === useExplorer.getState().pinned ? undefined : first);
  };
  const point = (event: PointerEvent): void => {
    const isOver = event.pointerType === "mouse" && event.type !== "pointerleave";
    pointer.current = isOver ? { x: event.clientX, y: event.clientY } : undefined;
    tell();
  };
  return (
    <Stage
      box={box}
      picture={picture}
      label={t`All scalars of the run, from top to bottom. The sentence below describes the current moment.`}
      onPointerUp={press}
      onPointerMove={point}
      onPointerLeave={point}
    >
      <div className="far-tip" ref={tip} hidden aria-hidden="true" />
    </Stage>
  );
}

const PART_WORDS: Readonly<Record<FarPart["key"], string>> = {
  forward: t`forward`,
  reverse: t`reverse pass, all stages`,
  alone: t`one stage continues alone`,
};

/** The sentence, the transport, the timeline with its parts, the speed, and the files to save. */
function FarDock({ animation, explored }: { readonly animation: FarAnimation; readonly explored: Explored }) {
  const speed = useFar((state) => state.speed);
  const choices = SAVED_FAR.map(({ words, save }) => ({
    words,
    run: () => void save(animation, explored, useFar.getState().t, useExplorer.getState().pinned),
  }));
  const isPlaying = useFar((state) => state.isPlaying);
  const at = useFar((state) => state.t);
  const text = sayFar(animation, at);
  const parts = farParts(animation).map((part) => ({ ...part, words: PART_WORDS[part.key] }));
  return (
    <PlayingDock
      text={text}
      buttons={
        <>
          <Press icon="previous" words={t`Step back`} keys="←" onClick={() => stepFar(-1)} />
          <Play isPlaying={isPlaying} words={t`Play`} onClick={playFar} />
          <Press icon="next" words={t`Step`} keys="→" onClick={() => stepFar(1)} />
        </>
      }
      strip={
        <div className="far-strip">
          <PartButtons parts={parts} end={animation.end} onPlay={playFarPart} />
          <input
            className="far-range"
            type="range"
            min={0}
            max={animation.end}
            step={1}
            value={at}
            aria-label={t`Time of the film`}
            aria-valuetext={plainMessage(text)}
            onChange={(event) => seekFar(Number(event.currentTarget.value))}
            onPointerDown={pauseFar}
            onKeyDown={leaveKeys}
          />
        </div>
      }
      settings={
        <>
          <Speed speed={speed} onSpeed={setFarSpeed} />
          <SaveButton label={t`Save the film`} choices={choices} />
        </>
      }
    />
  );
}
