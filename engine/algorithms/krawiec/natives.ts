// The native operation of the final system. It tells who watches that a binding is made; its value is the pair that it is given.
import { present } from "../../base/nth.ts";
import { nativeOperation } from "../../core/events/native.ts";
import { INT, tuple, typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/** save(i, u) = (i, u): a binding that the forward pass keeps for the scalar with an ID, in no array; it is counted as a tape entry. */
const SAVE = nativeOperation(
  "save",
  { args: [INT, a], result: tuple(INT, a) },
  ([id, kept], { counters, observer, content }) => {
    counters.tapeEntries++;
    observer?.({ tag: "save", id: id as number, content: content(present(kept)) });
    return [present(id), present(kept)];
  },
);

/** All of them. */
export const NATIVES = [SAVE];
