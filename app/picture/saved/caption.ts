// The sentence of a moment, below its picture: for files, which have no page around them.
import { plainMessage } from "../../words/rich-text.ts";
import type { Shape } from "../shape.ts";

/** How high a caption is, its letters, and how far apart its lines are, in pixels. */
export const CAPTION = 68;
const [SIZE, LINE] = [19, 27];
const MARGIN = 16;
/** About how wide a letter of prose is, in letters of height. */
const LETTER = 0.5;
const MOST_LINES = 2;

/** A sentence, with backquotes around code, as shapes from a height on; longer ones end in dots after two lines. */
export function captionOf(sentence: string, width: number, top: number): readonly Shape[] {
  const most = Math.floor((width - 2 * MARGIN) / (SIZE * LETTER));
  return broken(plainMessage(sentence), most).map((line, at) => ({
    tag: "text",
    layer: "top",
    key: `caption${at}`,
    x: MARGIN,
    y: top + LINE * (at + 0.75),
    parts: [{ text: line }],
    size: SIZE,
    font: "prose",
  }));
}

/** Words in lines of some letters at most. */
function broken(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else if (lines.length < MOST_LINES) lines.push(word);
    else {
      lines[lines.length - 1] += " …";
      break;
    }
  }
  return lines;
}
