// Choices of a film: columns, stages, how thick edges are; and the files to save.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Smallest } from "../../../engine/lessons/smallest-input.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { prefer } from "../../exploration/state/explorer.ts";
import { askSmallest } from "../../exploration/state/questions.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { OrderNote } from "../../exploration/view/order-note.tsx";
import type { SavedFile } from "../../picture/saved/save-shapes.ts";
import { type Film, type FilmColumn, filmWithout, GRAPH, PROGRAM } from "../../playback/model/film.ts";
import { changeWords, cutWords } from "../../playback/narration/cut-words.ts";
import { isPlayable } from "../../playback/playable.ts";
import { setNumbers, setWeighted, toggleColumn, toggleCut, useFilm, wantColumn } from "../../playback/state.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { savedFar, savedFilm } from "./save-film.ts";
import { StagePicker, TracedStages } from "./stage-picker.tsx";

/** Shows a stage among the columns, before all others. */
function showStage(id: StageId): void {
  prefer(id);
  wantColumn(id);
}

/** The column that is broken on purpose; the one that loses something, where one does. */
function brokenColumn(film: Film | undefined): FilmColumn | undefined {
  const broken = film?.columns.filter(({ isBroken }) => isBroken) ?? [];
  const loses = ({ animation }: FilmColumn): boolean =>
    animation.tag === "waiting" && animation.pieces.some(({ lostAt }) => lostAt !== undefined);
  return broken.find(loses) ?? broken[0];
}

interface FilmBarProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
  /** Opens the debugger. */
  readonly onDebugger: () => void;
}

/** Shows the choices of columns, stages and labels above a film, and the buttons that save it; of a large run, the stages alone. */
export function FilmBar({ cell, explored, onDebugger }: FilmBarProps) {
  const stages = useExplorer((state) => state.stages);
  const shown = useFilm((state) => state.shown);
  const film = useFilm((state) => state.film);
  const far = useFilm((state) => state.far);
  const cut = useFilm((state) => state.cut);
  const before = useFilm((state) => state.before);
  const [said, setSaid] = useState("");
  const isFar = !isPlayable(explored);
  const isDeep = useIsDeep("explorer");
  const broken = brokenColumn(film);
  const columns = [
    { id: PROGRAM, words: t`Program` },
    { id: GRAPH, words: t`Data flow` },
    ...stages.map((id) => ({ id, words: id })),
  ];
  const announced = (saved: readonly SavedFile[]) =>
    saved.map(({ words, run }) => ({
      words,
      run: () => {
        setSaid(t`Saving: ${words}`);
        void run().then(() => setSaid(t`Saved: ${words}`));
      },
    }));
  return (
    <div className="film-bar scrolls-aside">
      <SweepField cell={cell} />
      {!isFar && (isDeep || shown.length < columns.length) && (
        <fieldset className="either" aria-label={t`Columns`}>
          {columns.map(({ id, words }) => (
            <button
              key={id}
              type="button"
              translate={stages.includes(id) ? "no" : undefined}
              aria-pressed={shown.includes(id)}
              onClick={() => toggleColumn(id)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
      <StagePicker stages={stages} />
      {!isFar && <OrderNote cell={cell} onShow={wantColumn} />}
      {(isDeep || isFar) && <TracedStages stages={stages} cell={cell.id} />}
      {isDeep && !isFar && <VariationsMenu cell={cell} stages={stages} onShow={showStage} />}
      {(isDeep || isFar) && <DebuggerButton onClick={onDebugger} />}
      {isDeep && !isFar && <Labels />}
      {film !== undefined &&
        cut.size === 0 &&
        before === undefined &&
        broken === undefined &&
        shown.includes(GRAPH) && <span className="note film-hint">{t`Press an edge to cut it.`}</span>}
      {broken !== undefined && <FindSmallest cell={cell} stage={broken.id} />}
      {cut.size > 0 && film !== undefined && <CutAnswer film={film} cut={cut} />}
      {cut.size === 0 && film !== undefined && before !== undefined && (
        <span className="film-cut" role="status">
          {changeWords(film, before)}
        </span>
      )}
      {cut.size > 0 && (
        <button type="button" className="button line small" onClick={() => [...cut].forEach(toggleCut)}>
          {t`Restore the graph`}
        </button>
      )}
      {film !== undefined && <SaveButton label={t`Save the film`} choices={announced(savedFilm(film))} />}
      {far !== undefined && <SaveButton label={t`Save the film`} choices={announced(savedFar(far))} />}
      {!isFar && <More part="explorer" />}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** How thick edges are, and whether the program has the numbers of its run. */
function Labels() {
  const shown = useFilm((state) => state.shown);
  const isWeighted = useFilm((state) => state.isWeighted);
  const hasNumbers = useFilm((state) => state.hasNumbers);
  return (
    <>
      <label className="switch">
        <input type="checkbox" checked={isWeighted} onChange={(event) => setWeighted(event.currentTarget.checked)} />
        {t`edges as thick as their contributions`}
      </label>
      {shown.includes(PROGRAM) && (
        <label className="switch">
          <input type="checkbox" checked={hasNumbers} onChange={(event) => setNumbers(event.currentTarget.checked)} />
          {t`numbers of this run in the program`}
        </label>
      )}
    </>
  );
}

/** The gradient without the cut edges, whatever the film shows. */
function CutAnswer({ film, cut }: { readonly film: Film; readonly cut: ReadonlySet<number> }) {
  return (
    <span className="film-cut" role="status">
      {cutWords(filmWithout(film, cut))}
    </span>
  );
}

/** The way from the film of a run to the debugger. */
function DebuggerButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="button line small"
      data-part="debugger"
      title={t`Every event, with the code of each stage, counters and breakpoints`}
      onClick={onClick}
    >
      {t`Debugger`}
    </button>
  );
}

interface FindSmallestProps {
  readonly cell: ProgramCell;
  /** The column that is broken. */
  readonly stage: string;
}

type Search = { readonly tag: "idle" | "under-way" | "failed" } | { readonly tag: "found"; readonly found: Smallest };

/** Shows a button that looks for the smallest input at which a broken stage goes wrong, and the result. */
function FindSmallest({ cell, stage }: FindSmallestProps) {
  const subject = useExplorer((state) => state.subject);
  const [search, setSearch] = useState<Search>({ tag: "idle" });
  const key = `${stage} ${cell.text} ${cell.ask.variations}`;
  useEffect(() => {
    if (key !== "") setSearch({ tag: "idle" });
  }, [key]);
  const begin = async (): Promise<void> => {
    if (subject === undefined) return;
    setSearch({ tag: "under-way" });
    const found = await askSmallest(subject, stage);
    setSearch(found === undefined ? { tag: "failed" } : { tag: "found", found });
  };
  return (
    <span className="find-smallest" role="status">
      {search.tag === "found" ? (
        <Answer cell={cell} found={search.found} />
      ) : (
        <button
          type="button"
          className="button line small"
          disabled={search.tag === "under-way"}
          onClick={() => void begin()}
        >
          {search.tag === "under-way" ? t`Searching …` : t`Find the smallest failing input`}
        </button>
      )}
      {search.tag === "failed" && t`The search was stopped.`}
    </span>
  );
}

function Answer({ cell, found }: { readonly cell: ProgramCell; readonly found: Smallest }) {
  const { wrong, tried } = found;
  if (wrong === undefined)
    return plural(tried, {
      one: "The gradient is right at the one input that was tried.",
      other: "The gradient is right at all # inputs that were tried.",
    });
  const { at, contradiction } = wrong;
  const [here, there] =
    contradiction.tag === "gradient" ? [shortReal(contradiction.here), shortReal(contradiction.there)] : ["", ""];
  const how = contradiction.tag === "gradient" ? t`a derivative is ${here}, not ${there}` : t`a different value`;
  return (
    <>
      <Trans>
        Wrong at <code translate="no">{at}</code>: {how}
      </Trans>{" "}
      <button type="button" className="button line small" onClick={() => setAsk(cell.id, { at })}>
        {t`Show it`}
      </button>
    </>
  );
}
