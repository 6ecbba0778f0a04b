// The film for the user to keep: a picture as SVG, PNG or TikZ, the whole run as SVG that moves.
import { t } from "@lingui/core/macro";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { CAPTION, captionOf } from "../../picture/saved/caption.ts";
import { type Kind, type Size, saveMovingShapes, saveShapes } from "../../picture/saved/save-shapes.ts";
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

/** Pictures of a run that moves, a second; how long it takes. */
const RATE = 10;
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

/** The picture that is shown, as a file of a kind. */
async function savePicture(film: Film, kind: Kind): Promise<void> {
  const state = useFilm.getState();
  const paper = laidOut(film);
  const shapes = captioned(film, paper, { ...marked(), path: state.path, first: lookedAt(state) })(shownTime(state));
  await saveShapes(shapes, film.explored, wholeSize(paper), kind, "film");
}

/** The whole run as one SVG file that plays itself, over and over, with the edges that are cut. */
async function saveMoving(film: Film): Promise<void> {
  const paper = laidOut(film);
  const at = captioned(film, paper, marked());
  const count = RATE * SECONDS;
  const end = endOf(film, useFilm.getState().away);
  const pictures = Array.from({ length: count + 1 }, (_, index) =>
    at(index === count ? film.animation.end : (end * index) / count),
  );
  await saveMovingShapes(pictures, film.explored, wholeSize(paper), SECONDS, "film");
}

/** A file of a film that can be saved. */
export interface SavedFile<Saved> {
  readonly words: string;
  readonly save: (film: Saved) => Promise<void>;
}

/** Files to save, by their words. */
export const SAVED: readonly SavedFile<Film>[] = [
  { words: t`This picture as SVG`, save: (film) => savePicture(film, "svg") },
  { words: t`This picture as PNG`, save: (film) => savePicture(film, "png") },
  { words: t`This picture as TikZ`, save: (film) => savePicture(film, "tex") },
  { words: t`The whole run as an SVG that moves`, save: saveMoving },
];

/** Files of a large run: its picture as it is drawn on a paper. */
export const SAVED_FAR: readonly SavedFile<FarFilm>[] = (["svg", "png"] as const).map((kind, place) => ({
  words: nth(SAVED, place).words,
  save: ({ animation, explored }) => {
    const { pinned } = useExplorer.getState();
    const shapes = farPicture(animation, farPaper(animation, SIZE), shownTime(useFilm.getState()), pinned);
    return saveShapes(shapes, explored, SIZE, kind, "film");
  },
}));
