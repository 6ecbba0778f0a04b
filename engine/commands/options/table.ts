// The options of the command line, with a clause for each: calls are read by this table, and `--help` is made of it.
import { CATALOGUE, USUAL, OPTIONS as VARIED } from "../../algorithms/catalogue.ts";
import { RIGHT_TO_LEFT, type Variation } from "../../session/input/variations.ts";

/** The stages that compute variables again where they are told to. */
const RECOMPUTING = CATALOGUE.filter(({ recomputes }) => recomputes === true).map(({ id }) => id);

/** Options that take a value: a word for the value, and a clause. */
export const OPTIONS = {
  "--entry": ["NAME", "the definition that is run; without it, that of the header's `entry`, else main"],
  "--at": ["EXPR", "the input; without it, that of the header's `at`"],
  "--n": ["N", "the size n of the input, where the header or --at uses it"],
  "--seconds": ["S", "the time that it may take; 20 where it is not given"],
  "--cotangent": [
    "EXPR",
    "the cotangent of the result; without it, that of the header's `cotangent`, else 1 at every Real",
  ],
  "--at2": ["EXPR", "the input of the second run"],
  "--direction": ["EXPR", "how the input moves, in its form (needed)"],
  "--by": ["rows|columns", "rows by reverse sweeps, or columns by forward sweeps; without it, the fewer"],
  "--stage": ["ID", "the stage that runs or is printed; `dual list` has all"],
  "--algorithm": ["ID", "the algorithm; `dual list` has all, `cost` also takes all"],
  "--schedule": ["SEED", "independent jobs run in an order picked at random"],
  "--recompute": ["NAME,NAME", `${RECOMPUTING.join(", ")}: these variables are computed again, instead of being taped`],
  "--workers": ["N", "jobs run on N threads; `run` and `grad` take as many as there are cores where it is not given"],
  "--sweep": ["RANGE", 'a run for each n: "n = 1 .. 20" or "n = 20, 40, 80"'],
  "--counter": ["ID", "the counter that --plot draws: cost, calls, .."],
  "--view": ["VIEW", "dataflow, staging or jobs; dataflow where it is not given"],
  "--step": ["N", "what there is after the first N events of the run"],
  "--format": ["FORMAT", "graph: json, or dot for Graphviz; stages: text, or latex; the first where it is not given"],
  "--ask": [
    "QUESTION",
    `the question, as "argument(s, by: ${USUAL.staging})"; without it, all that can be asked is listed`,
  ],
  "--linear": ["FILE", "definitions in the algorithm's own language, with their derivatives, are added"],
  "--of": ["PROGRAM", "program, or with linearity erased: linearised, gradient, second (the Hessian times a vector)"],
  "-o": ["FILE", "the output is written to FILE"],
} as const satisfies Readonly<Record<string, readonly [value: string, clause: string]>>;

/** An option that takes a value. A command lists those that it knows; any other is a mistake in the call. */
export type OptionName = keyof typeof OPTIONS;

/** Options without a value that vary a transformation or the order of evaluation, by their flags. */
export const STAGE_FLAGS: ReadonlyMap<StageFlag, { readonly variation: Variation; readonly clause: string }> = new Map([
  ...VARIED.map(({ id, word, summary }) => [`--${word}`, { variation: id, clause: summary }] as const),
  [
    `--${RIGHT_TO_LEFT}`,
    { variation: "rightToLeft", clause: "the parts of an expression are evaluated from right to left, as OCaml does" },
  ],
]);
type StageFlag = `--${string}`;
/** The flags that vary a transformation, for the commands that run or print stages. */
export const STAGE_FLAG_NAMES: readonly StageFlag[] = [...STAGE_FLAGS.keys()];

/** Options without a value that some commands know, beside {@link STAGE_FLAGS}; and `--json`, for all of them. */
export const FLAGS = {
  "--check": "every entry is compared; status 5 where one is wrong, NaN or infinite",
  "--float32": "every operation is rounded to single precision; `diff`: those of the second run are",
  "--types": "with the types of binders",
  "--simplified": "without administrative redexes, for reading",
  "--front": "and the program that the stage's rules take, where that is not the source",
  "--formulas": "partials as formulas",
  "--compiled": "the time of the compiled engine, sampled as it runs",
  "--plot": "curves and their growth",
  "--explain": "how the compiler makes the module, pass by pass, instead of the module",
  "--as-dual": "printed as a program of Dual",
  "--json": "as JSON; engine/commands/json.md tells its fields",
} as const satisfies Readonly<Record<StageFlag, string>>;

/** An option without a value. */
export type FlagName = keyof typeof FLAGS | StageFlag;

/** The options of what runs a program at an input. */
export const INPUT_OPTIONS: readonly OptionName[] = ["--entry", "--at", "--n", "--seconds"];

/** The options of what runs a program by a stage. */
export const STAGE_OPTIONS: readonly OptionName[] = [
  ...INPUT_OPTIONS,
  "--cotangent",
  "--stage",
  "--schedule",
  "--recompute",
];
