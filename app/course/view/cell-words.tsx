// The name of a cell in a list, with the numbers of its run.
import type { LessonCell, ProseCell } from "../../document/document.ts";
import { wordsOfCell } from "../../document/first-words.ts";
import { readPredict } from "../model/cells.ts";
import { useFilled } from "./use-filled.ts";

/** Shows the first words of a cell, with the answers of their queries. */
export default function CellWords({ cell }: { readonly cell: ProseCell | LessonCell }) {
  const sources: string[] = [];
  wordsOfCell(cell, (source) => {
    sources.push(source);
    return "";
  });
  const { of, setting } = cell.tag === "prose" ? {} : readPredict(cell);
  const { words } = useFilled({ text: sources.join("\n"), cell: cell.id, of, setting });
  return wordsOfCell(cell, (source) => words.get(source) ?? source);
}
