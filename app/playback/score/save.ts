// A picture that is played, for the user to keep: what is shown as SVG, PNG or TikZ, and the whole run as SVG that moves.
import { t } from "@lingui/core/macro";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { CAPTION, captionOf } from "../../picture/saved/caption.ts";
import { type Kind, saveMovingShapes, saveShapes } from "../../picture/saved/save-shapes.ts";
import type { Room } from "../../picture/scale.ts";
import type { Shape } from "../../picture/shape.ts";

/** A picture that is laid out: its size, and its shapes by time. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  at(t: number): readonly Shape[];
}

/** The size of saved files, in pixels. */
const ROOM = { width: 1440, height: 760, projected: 0 };
const SIZE = { width: ROOM.width, height: ROOM.height + CAPTION };
/** Pictures of a run that moves, a second; how long it takes. */
const RATE = 10;
const SECONDS = 30;

interface Saved {
  readonly explored: Explored;
  readonly end: number;
  readonly name: string;
  lay(room: Room): Drawn;
  /** The sentence of a time. */
  said(at: number): string;
  /** The time that is shown. */
  time(): number;
}

/** Files to save, by their words. */
export function savedScore({ explored, end, name, lay, said, time }: Saved): readonly {
  readonly words: string;
  readonly run: () => void;
}[] {
  const captioned = (): ((at: number) => readonly Shape[]) => {
    const { width, height, at: shapesAt } = lay(ROOM);
    return (at) => [...shapesAt(at), ...captionOf(said(at), width, height)];
  };
  const save = (kind: Kind) => (): void => void saveShapes(captioned()(time()), explored, SIZE, kind, name);
  const whole = (): void => {
    const count = RATE * SECONDS;
    const pictures = Array.from({ length: count + 1 }, (_, index) => (end * index) / count).map(captioned());
    void saveMovingShapes(pictures, explored, SIZE, SECONDS, name);
  };
  return [
    { words: t`This picture as SVG`, run: save("svg") },
    { words: t`This picture as PNG`, run: save("png") },
    { words: t`This picture as TikZ`, run: save("tex") },
    { words: t`The whole run as an SVG that moves`, run: whole },
  ];
}
