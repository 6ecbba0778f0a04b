// The ladder for the user to keep: the place of the climb that is shown as SVG, PNG or TikZ, and the whole climb as SVG that moves.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { picturesAs, type SavedFile, saveMoving } from "../../picture/saved/save-shapes.ts";
import type { Room } from "../../picture/scale.ts";
import type { Shape } from "../../picture/shape.ts";
import { ladderAt } from "../drawn/picture.ts";
import type { FarLadder } from "../far/ladder.ts";
import { farLadderPaper } from "../far/paper.ts";
import { farLadderAt } from "../far/picture.ts";
import type { Ladder } from "../model/ladder.ts";
import { ladderPaper } from "../model/paper.ts";
import { shownPlace, useClimb } from "../state.ts";

/** The size of saved files, in pixels. */
const SIZE = { width: 1440, height: 620, projected: 0 };
/** How long it takes from a rung to the next in a climb that moves, in seconds, and the part of that for each rung. */
const SECONDS = 3;
const STANDS = 0.3;

/** Files to save, by their words. */
export function savedOf(ladder: Ladder | FarLadder, of: Explored): readonly SavedFile[] {
  const titled = { of, size: SIZE, name: "ladder" };
  const climb = (): Promise<void> => {
    const { at } = sheetOf(ladder, SIZE);
    const last = ladder.rungs.length - 1;
    return saveMoving(titled, SECONDS * last, (part) => {
      const place = part * last;
      const rung = Math.floor(place);
      return at(rung + Math.max(0, (place - rung - STANDS) / (1 - STANDS)), undefined);
    });
  };
  return [
    ...picturesAs(() => ({ ...titled, shapes: sheetOf(ladder, SIZE).at(shownPlace(useClimb.getState()), undefined) })),
    { words: t`The whole climb as an SVG that moves`, run: climb },
  ];
}

/** A ladder on a paper: its pictures by places of the climb, and its part at a height of the page. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  at(place: number, lit: number | undefined): readonly Shape[];
  /** The column at a place from the left. */
  under(x: number): number | undefined;
}

/** A ladder laid out in a room, in pixels. */
export function sheetOf(ladder: Ladder | FarLadder, room: Room): Sheet {
  if (!("inputs" in ladder)) {
    const paper = farLadderPaper(ladder, room);
    const lane = (x: number): number => Math.floor((x - paper.left) / paper.lane);
    const under = (x: number): number | undefined => (lane(x) >= 0 && lane(x) < paper.lanes ? lane(x) : undefined);
    return { ...room, at: (place, lit) => farLadderAt(ladder, paper, place, lit), under };
  }
  const paper = ladderPaper(ladder, room);
  const isUnder = (x: number, number: number): boolean =>
    Math.abs(x - nth(paper.x, number)) <= nth(paper.w, number) / 2;
  const under = (x: number): number | undefined => [...paper.x.keys()].find((number) => isUnder(x, number));
  return { ...room, at: (place, lit) => ladderAt(ladder, paper, place, lit), under };
}
