// The film for the user to keep: a picture as SVG, PNG or TikZ, the whole run as SVG that moves.
import { t } from "@lingui/core/macro";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { CAPTION, captionOf } from "../../picture/saved/caption.ts";
import { picturesAs, type SavedFile, type Size, saveMoving } from "../../picture/saved/save-shapes.ts";
import type { Shape } from "../../picture/shape.ts";
import type { FarFilm } from "../../playback/model/far.ts";
import { type Film, filmWithout, type Marks, NO_MARKS } from "../../playback/model/film.ts";
import { narrationOf, sentenceAt } from "../../playback/narration/narration.ts";
import { endOf } from "../../playback/rests.ts";
import { lookedAt } from "../../playback/rows.ts";
import { shownTime, useFilm } from "../../playback/state.ts";
import { pictureAt } from "../drawn/picture.ts";
import { farPaper } from "../far/paper.ts";
import { farPicture } from "../far/picture.ts";
import { columnsChosen } from "../model/columns.ts";
import { type Paper, paperOf } from "../model/paper.ts";

/** How long a run that moves takes, in seconds. */
const SECONDS = 30;
/** The sizes of saved pictures: the first in which all shown columns find room. */
const SIZES = [1280, 1440, 1600, 1920].map((width) => ({ width, height: (width * 9) / 16, projected: 0 }));
const SIZE = nth(SIZES, 0);

function laidOut(film: Film): Paper {
  const { wanted, order } = columnsChosen(film, useFilm.getState());
  const count = useFilm.getState().shown.length;
  const papers = SIZES.map(({ width, height, projected }) =>
    paperOf({ width, height: height - CAPTION, projected }, film.graph.size, wanted, order),
  );
  return papers.find(({ places }) => places.length >= count) ?? lastOf(papers);
}

/** The pictures of a film at times, each with its sentence below. */
function captioned(film: Film, paper: Paper, marks: Marks): (t: number) => readonly Shape[] {
  const sentences = narrationOf(filmWithout(film, marks.cut), useFilm.getState().away);
  return (t) => [
    ...pictureAt(film, paper, t, marks),
    ...captionOf(sentenceAt(sentences, t), paper.width, paper.height),
  ];
}

/** The size of a picture with its caption. */
function wholeSize({ width, height, top }: Paper): Size {
  return { width, height: height + CAPTION, rows: { from: top, to: height } };
}

/** The reader's marks for the whole run: without the pointed row and the played path, which are of a moment. */
function marked(): Marks {
  const { isWeighted, hasNumbers, cut, before } = useFilm.getState();
  return { ...NO_MARKS, isWeighted, hasNumbers, cut, before };
}

/** The whole run as one SVG file that plays itself, over and over, with the edges that are cut. */
function saveWhole(film: Film): Promise<void> {
  const paper = laidOut(film);
  const at = captioned(film, paper, marked());
  const end = endOf(film, useFilm.getState().away);
  return saveMoving(titled(film.explored, wholeSize(paper)), SECONDS, (part) =>
    at(part === 1 ? film.animation.end : end * part),
  );
}

const titled = (of: Explored, size: Size) => ({ of, size, name: "film" });

/** Ways to save a film. */
export function savedFilm(film: Film): readonly SavedFile[] {
  const { explored } = film;
  return [
    ...picturesAs(() => {
      const state = useFilm.getState();
      const paper = laidOut(film);
      const marks = { ...marked(), path: state.path, first: lookedAt(state) };
      return { ...titled(explored, wholeSize(paper)), shapes: captioned(film, paper, marks)(shownTime(state)) };
    }),
    { words: t`The whole run as an SVG that moves`, run: () => saveWhole(film) },
  ];
}

/** Ways to save a large run: its picture as it is drawn on a paper. */
export function savedFar({ animation, explored }: FarFilm): readonly SavedFile[] {
  return picturesAs(() => {
    const { pinned } = useExplorer.getState();
    const shapes = farPicture(animation, farPaper(animation, SIZE), shownTime(useFilm.getState()), pinned);
    return { ...titled(explored, SIZE), shapes };
  }, ["svg", "png"]);
}
