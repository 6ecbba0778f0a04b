// The help on writing: each kind of cell of a lesson, notes for the speaker, and scenes.
import { t } from "@lingui/core/macro";

/** A topic of the help on writing: its name, its meaning, the meaning of its source word by word, and an example. */
export interface Topic {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  /** Words of its source, and their meaning. */
  readonly parts: readonly (readonly [code: string, words: string])[];
  readonly example: string;
}

const OF: readonly [string, string] = ["of", t`the definition that it is about; without it, the nearest program above`];

/** The topics, in the order in which they are read. */
export const TOPICS: readonly Topic[] = [
  {
    id: "predict",
    title: t`Prediction`,
    words: t`A question that is answered before the result is shown. Until then the page hides the result of its program, and the views after the question. Nobody writes the right answer: it is the answer of a query about the run.`,
    parts: [
      ["id", t`its name, by which views and programs wait for it`],
      ["is", t`the query whose answer is right, such as value(), gradient(), cotangent(x) or calls(x)`],
      OF,
      ["at, seed, n", t`another input, another cotangent of the result, another size`],
      ["ask, among", t`how it is answered (number, text, choice or order), and what there is to choose from`],
      ["lock", t`a word that opens it, which a lecturer says in class`],
      ["--- wrong: query", t`a wrong answer; the text below it says why it is wrong`],
      ["--- option: condition", t`a statement to choose, right where the condition holds in the run`],
      ["--- because", t`the explanation after the answer`],
    ],
    example:
      '{"id":"q1","is":"cotangent(x)"}\nWhat is the derivative by `x`?\n--- wrong: value()\nThat is the value.\n--- because\nIt is {= cotangent(x)}.',
  },
  {
    id: "view",
    title: t`View of a run`,
    words: t`A picture of a run at one place: the graph, stages side by side, a reverse pass by hand, a race, or a link into a view of the page.`,
    parts: [
      ["view", t`graph, stages, tree, orders, updaters, hands, race, or a view of the page such as explorer`],
      ["at", t`the place in the run: start, turn (between both passes), end, or an address such as before call z`],
      ["by, stages", t`the stage that leads, and up to four stages side by side`],
      ["choose", t`the number that is marked`],
      ["until", t`questions that are to be answered before it shows everything`],
      OF,
    ],
    example: '{"view":"graph","at":"turn"}\nThe program has run. What will be sent back along each edge?',
  },
  {
    id: "break",
    title: t`“Break it” cell`,
    words: t`A stage with a fault, or a program with a change, beside the right one. The reader switches it on, sees which numbers change, and can search for the smallest program that goes wrong.`,
    parts: [
      ["by, with", t`the stage, and its fault, such as overwrite`],
      ["schedules", t`in how many orders the jobs run, instead of a fault`],
      ["--- edit", t`a changed program, instead of a fault`],
      OF,
    ],
    example: '{"by":"tape","with":"overwrite"}\nA contribution takes the place of what is there.',
  },
  {
    id: "exercise",
    title: t`Exercise`,
    words: t`A program that the reader writes. It is compared with the solution, value and gradient, at many inputs. The solution stays folded until the exercise is solved.`,
    parts: [
      ["inputs", t`inputs to compare at; without them they are made up`],
      ["compare", t`"value" compares values alone`],
      ["forbid", t`words that the program may not contain`],
      ["limits", t`conditions on its run, such as operations() <= 3`],
      ["solution", t`the name of a program below that shows a solution: it is folded until the exercise is solved`],
      ["--- start", t`the program to begin with`],
      ["--- reference", t`the solution`],
      ["--- hint: condition", t`a hint, shown while the condition holds`],
      ["--- because", t`the explanation once it is solved`],
    ],
    example:
      '{"id":"e1","forbid":["^"]}\nWrite the third power.\n--- start\ndef main (x : Real) = x\n--- reference\ndef main x = x * x * x',
  },
  {
    id: "numbers",
    title: t`Numbers in prose`,
    words: t`The answer of a query within a sentence. It follows the program, and stays hidden while a question asks for it.`,
    parts: [["{= query}", t`the query, as under “is” of a prediction`]],
    example: "The derivative by `x` is {= cotangent(x)}.",
  },
  {
    id: "notes",
    title: t`Speaker notes`,
    words: t`Prose that only the speaker sees, in the notes window while slides are shown. The command “Add speaker notes” adds some to a slide.`,
    parts: [["```notes … ```", t`a block within a prose cell; it belongs to the slide above it`]],
    example: "```notes\nAsk first, then play the film.\n```",
  },
  {
    id: "scenes",
    title: t`Scenes`,
    words: t`A link to a view as it stands: at its step, with its stages and what is chosen. The command “Put this scene on a slide” adds one below the program. On a slide, the view itself takes the place of the link.`,
    parts: [
      ["#/explorer/1", t`the view, and the number of the program`],
      ["?step=12&lead=staged", t`the step of the leading stage; without it, the end`],
      ["&pick=5&stages=…", t`the number that is chosen, and the stages`],
    ],
    example: "[The film](#/explorer/1?step=12)",
  },
];
