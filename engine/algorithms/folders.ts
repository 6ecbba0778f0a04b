// The one list of algorithms, by their folders.
import { internal } from "../base/unreachable.ts";

/**
 * The folders in the order in which tools show the algorithms; what tools begin with is of the first. An algorithm is a folder, and its
 * name here: `index.ts` finds its transformations by that, `catalogue.ts` what is said of it, and the page its own folder of that name.
 */
const FOLDERS: readonly string[] = ["dual-numbers", "krawiec", "yolo", "lambda", "chad", "bulk"];

/** Parts of each algorithm's folder, in the order of the list, of those found by path: `./krawiec/index.ts`. */
export function inOrder<Found>(found: Readonly<Record<string, Found>>, file: string): readonly Found[] {
  return FOLDERS.map((folder) => found[`./${folder}/${file}`] ?? internal("an algorithm's folder lacks", folder, file));
}
