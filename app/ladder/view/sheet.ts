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

function nearSheet(ladder: Ladder, room: Room): Sheet {
  const paper = ladderPaper(ladder, room);
  return {
    ...room,
    at: (place, lit) => ladderAt(ladder, paper, place, lit),
    under: (x) => {
      const found = paper.x.findIndex((middle, number) => Math.abs(x - middle) <= nth(paper.w, number) / 2);
      return found < 0 ? undefined : found;
    },
  };
}

function farSheet(ladder: FarLadder, room: Room): Sheet {
  const paper = farLadderPaper(ladder, room);
  return {
    ...room,
    at: (place, lit) => farLadderAt(ladder, paper, place, lit),
    under: (x) => {
      const lane = Math.floor((x - paper.left) / paper.lane);
      return lane < 0 || lane >= paper.lanes ? undefined : lane;
    },
  };
}

/** A ladder laid out in a room, in pixels. */
export function sheetOf(ladder: Ladder | FarLadder, room: Room): Sheet {
  return "inputs" in ladder ? nearSheet(ladder, room) : farSheet(ladder, room);
}
