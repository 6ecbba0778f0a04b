// A ladder in a room: its pictures by places of the climb, of few scalars and of many.
import { nth } from "../../../engine/base/nth.ts";
import type { Room } from "../../picture/scale.ts";
import type { Shape } from "../../picture/shape.ts";
import { ladderAt } from "../drawn/picture.ts";
import type { FarLadder } from "../far/ladder.ts";
import { farLadderPaper } from "../far/paper.ts";
import { farLadderAt } from "../far/picture.ts";
import type { Ladder } from "../model/ladder.ts";
import { ladderPaper } from "../model/paper.ts";

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
