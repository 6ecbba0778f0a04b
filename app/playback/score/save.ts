// A picture that is played, for the user to keep: what is shown as SVG, PNG or TikZ, and the whole run as SVG that moves.
import { t } from "@lingui/core/macro";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { CAPTION, captionOf } from "../../picture/saved/caption.ts";
import { picturesAs, type SavedFile, saveMoving } from "../../picture/saved/save-shapes.ts";
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
/** How long a run that moves takes, in seconds. */
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
export function savedScore({ explored: of, end, name, lay, said, time }: Saved): readonly SavedFile[] {
  const captioned = (): ((at: number) => readonly Shape[]) => {
    const { width, height, at: shapesAt } = lay(ROOM);
    return (at) => [...shapesAt(at), ...captionOf(said(at), width, height)];
  };
  const titled = { of, size: SIZE, name };
  const whole = (): Promise<void> => {
    const at = captioned();
    return saveMoving(titled, SECONDS, (part) => at(end * part));
  };
  return [
    ...picturesAs(() => ({ ...titled, shapes: captioned()(time()) })),
    { words: t`The whole run as an SVG that moves`, run: whole },
  ];
}
