// The keys of a program's header: an entry for each directive, or this file does not compile.
import { DIRECTIVES, type Directive } from "../syntax/header.ts";
import type { Entry } from "./entry.ts";

interface Key {
  /** The text behind the key. */
  readonly value: string;
  readonly words: string;
  readonly example: string;
}

const KEYS: Readonly<Record<Directive, Key>> = {
  title: {
    value: "any text",
    words: "The name of the program: in the outline, in the bar, and of files.",
    example: "-- title: The area of a disc\n-- at: 2.0\ndef main r = pi * r^2\n",
  },
  about: {
    value: "Markdown",
    words:
      "What the program shows, in one line or several: a line that is indented by three spaces or more continues the one before, for every key.",
    example:
      "-- title: A product\n-- about: Each factor's derivative is the product\n--        of the *others*.\n-- at: [2.0, 3.0, 4.0]\ndef main xs = product xs\n",
  },
  entry: {
    value: "a name",
    words: "The definition that is run and differentiated, if it is not `main`.",
    example: "-- title: An entry of another name\n-- entry: area\n-- at: 2.0\ndef area r = pi * r^2\n",
  },
  at: {
    value: "an expression",
    words:
      "The input: an expression of the entry's parameter type; several parameters are a tuple. It may use the definitions of the program, and `n` where the header has a sweep.",
    example:
      "-- title: An input that is computed\n-- at: (start, 2.0 * start)\ndef start = 1.5\ndef main (x, y) = x * y\n",
  },
  cotangent: {
    value: "an expression",
    words:
      "The seed of the reverse pass: an expression of the result's type, which weights the parts of the result. Without it, the weight of every Real is 1.0.",
    example:
      "-- title: A weighted sum of two results\n-- at: (1.0, 2.0)\n-- cotangent: (1.0, 2.0)\ndef main (x, y) = (x * x * y, x + y)\n",
  },
  sweep: {
    value: "n = 1 .. 24    n = 10, 100, 1000",
    words: "The family of inputs for the cost curves. Elsewhere `n` has its first value.",
    example:
      "-- title: The cost of a sum of squares\n-- at: map real (range 1 (n + 1))\n-- sweep: n = 2, 4, 8, 16\ndef main xs = sum (map (\\x -> x * x) xs)\n",
  },
  data: {
    value: "a name = a file",
    words:
      "A value of the program that is read from a file, beside the program: `[Real]` where each row of the file has one number, or it is one row, `[[Real]]` else; all rows have as many numbers. Between numbers are commas, semicolons, tabs or blanks, and a first row without numbers is the names of the columns. The key may stand several times. On the page the file is dropped on the program or chosen below it, and kept with the document.",
    example:
      "-- title: The mean of a file\n-- data: points = points.csv\n-- at: 1.0\ndef main x = x * sum points / real (length points)\n",
  },
  value: {
    value: "an expression",
    words: "The expected result. The tests of the examples compare it with runs.",
    example: "-- title: An expected value\n-- at: 3.0\n-- value: 9.0\ndef main x = x * x\n",
  },
  gradient: {
    value: "an expression",
    words: "The expected gradient. The tests of the examples compare it with runs.",
    example:
      "-- title: An expected gradient\n-- at: (12.0, 13.0)\n-- value: 300.0\n-- gradient: (37.0, 12.0)\ndef main (x, y) = x * (x + y)\n",
  },
};

/** The entries of the header's keys, in the order of {@link DIRECTIVES}. */
export const HEADER_ENTRIES: readonly Entry[] = DIRECTIVES.map((key) => ({
  id: `header ${key}`,
  kind: "header",
  names: [key, `-- ${key}:`, "header"],
  form: `-- ${key}: ${KEYS[key].value}`,
  words: KEYS[key].words,
  partials: [],
  example: KEYS[key].example,
}));
