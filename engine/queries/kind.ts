// A kind of query.
import type { Steps } from "../session/run/drive.ts";
import type { Answer } from "./answer.ts";
import type { Asked } from "./asked.ts";

/** A query that can be asked, by its name, with the function that answers it. Throws {@link QueryMistake} where it cannot. */
export interface QueryKind {
  readonly name: string;
  /** How it is written, with all its arguments. */
  readonly usage: string;
  /** Its answer, in a clause. */
  readonly summary: string;
  answer(asked: Asked): Steps<Answer> | Answer;
}
