// IDs of questions and exercises: a reader's answers are kept by them, so each is given once in a document.
import { fieldsOf, readJson } from "../base/json.ts";
import type { Cell, Document } from "./document.ts";

/** The cell with an ID that no question or exercise of a document has. */
export function withFreshQuestionId<T extends Cell>(cell: T, document: Document): T {
  return withFreeId(cell, new Set(document.cells.flatMap(idsOf)));
}

/** The document with an ID of its own for each question and exercise; of those with the same one, the first keeps it. */
export function withOwnQuestionIds(document: Document): Document {
  const all = document.cells.flatMap(idsOf);
  if (new Set(all).size === all.length) return document;
  const given = new Set<string>();
  const taken = new Set(all);
  const cells = document.cells.map((cell) => {
    const [id] = idsOf(cell);
    if (id === undefined) return cell;
    const own = given.has(id) ? withFreeId(cell, taken) : cell;
    for (const one of idsOf(own)) {
      given.add(one);
      taken.add(one);
    }
    return own;
  });
  return { ...document, cells };
}

/** The cell itself where its ID is not taken, else with the next number that is free: `q1` becomes `q2`. */
function withFreeId<T extends Cell>(cell: T, taken: ReadonlySet<string>): T {
  const [id] = idsOf(cell);
  if (id === undefined || !taken.has(id)) return cell;
  const [first = "", ...lines] = cell.text.split("\n");
  const stem = id.replace(/\d{1,9}$/, "");
  let number = Number(id.slice(stem.length) || 1);
  do number++;
  while (taken.has(`${stem}${number}`));
  const head = JSON.stringify({ ...fieldsOf(readJson(first)), id: `${stem}${number}` });
  return { ...cell, text: [head, ...lines].join("\n") };
}

/** The ID in the first line of a question or an exercise; none where it has none, or cannot be read. */
function idsOf({ tag, text }: Cell): readonly string[] {
  if (tag !== "predict" && tag !== "exercise") return [];
  const id = fieldsOf(readJson(text.split("\n", 1)[0])).id;
  return typeof id === "string" && id !== "" ? [id] : [];
}
