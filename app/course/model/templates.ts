// The text of new cells, by kind of lesson cell.
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import type { LessonTag } from "../../document/document.ts";
import { usualWords } from "./usual-words.ts";
import { type Question, queryOf, writtenSource } from "./written.ts";

const NEW_QUESTION: Question = { asks: "value" };

/** The source of a new cell, for each kind. */
export const TEMPLATES: Readonly<Record<LessonTag, string>> = {
  predict: writtenSource({ options: { id: "q1", is: queryOf(NEW_QUESTION) }, ...usualWords(NEW_QUESTION) }),
  view: `{"view":"graph","at":"turn"}
The program has run. What will be sent back along each edge?`,
  break: `{"by":"${USUAL.run}","with":"overwrite"}
A contribution takes the place of what is there, instead of being added.`,
  exercise: `{"id":"e1","forbid":["^"],"limits":["operations() <= 2"]}
Write a program that gives the third power of its input.
--- start
-- at: 2.0
def main (x : Real) = x
--- reference
-- at: 2.0
def main x = x * x * x
--- hint: operations() < 2
The number of operations is {= operations()}: more are needed.`,
};
