// Pictures that are made of shapes as files: as SVG, PNG or TikZ, and several as SVG that moves.
import { t } from "@lingui/core/macro";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { pngOf } from "../../base/pixels.ts";
import { download } from "../../ui/download.ts";
import type { Shape } from "../shape.ts";
import { coloursInNumbers } from "./file-colours.ts";
import { movingSvg, pictureSvg, pictureTikz, type Sheet } from "./files.ts";

/** How large a picture is, and where its rows are. */
export type Size = Pick<Sheet, "width" | "height" | "rows">;

/** A run whose pictures are saved, for the title of their files; the name of these without an ending, and their size. */
interface Titled {
  readonly of: Pick<Explored, "entry" | "at">;
  readonly name: string;
  readonly size: Size;
}

/** A way to save something, by its words; over when the file is there. */
export interface SavedFile {
  readonly words: string;
  run(): Promise<void>;
}

async function sheetOf({ of: { entry, at }, size }: Titled): Promise<Sheet> {
  const paint = coloursInNumbers();
  const { FACES } = await import("../../fonts/faces.ts");
  return { ...size, ground: paint("paper"), fonts: FACES, title: `${entry} ${at?.text ?? ""}`.trim(), paint };
}

/** The kinds of files of a picture. */
type Kind = "svg" | "png" | "tex";

/** Ways to save a picture as it is then; undefined where there is none. */
export function picturesAs(
  drawn: () => (Titled & { readonly shapes: readonly Shape[] }) | undefined,
  kinds: readonly Kind[] = ["svg", "png", "tex"],
): readonly SavedFile[] {
  const words = { svg: t`This picture as SVG`, png: t`This picture as PNG`, tex: t`This picture as TikZ` };
  const save = async (kind: Kind): Promise<void> => {
    const picture = drawn();
    if (picture === undefined) return;
    const { shapes, name } = picture;
    const sheet = await sheetOf(picture);
    if (kind === "tex") return download(new Blob([pictureTikz(shapes, sheet)], { type: "text/x-tex" }), `${name}.tex`);
    const svg = new Blob([pictureSvg(shapes, sheet)], { type: "image/svg+xml" });
    const file = kind === "svg" ? svg : await pngOf(svg, sheet);
    if (file !== undefined) download(file, `${name}.${kind}`);
  };
  return kinds.map((kind) => ({ words: words[kind], run: () => save(kind) }));
}

/** Pictures of a run that moves, a second. */
const RATE = 10;

/** Saves a run as one SVG file that plays itself, over and over, in so many seconds; `at` draws it after a part, from 0 to 1. */
export async function saveMoving(run: Titled, seconds: number, at: (part: number) => readonly Shape[]): Promise<void> {
  const count = RATE * seconds;
  const pictures = Array.from({ length: count + 1 }, (_, index) => at(index / count));
  const text = movingSvg(pictures, seconds, await sheetOf(run));
  download(new Blob([text], { type: "image/svg+xml" }), `${run.name}-moving.svg`);
}
