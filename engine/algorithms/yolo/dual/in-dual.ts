// The subject of a study as a program of Dual: `main` computes it, at the input that its header has.
import { lastOf } from "../../../base/nth.ts";
import { showReal } from "../../../core/values/show-value.ts";
import { formatted } from "../../../syntax/layout/format.ts";
import type { TracedSource } from "../../algorithm.ts";
import type { Declarations, Subject } from "../../study.ts";
import { fragmentOf, frontOf } from "../front/front.ts";
import { realsOfStructure, type Structure } from "../front/structure.ts";
import { subjectOf } from "../subjects.ts";
import { readLinear } from "../written/read.ts";
import { type Border, dualDefinitions, type Form, formText } from "./program.ts";

/**
 * The text of a program whose `main` is the subject: its value at the input is the gradient, for `gradient`. An input of Reals in tuples
 * stays one; the Reals of any other are one tuple. Throws {@link NoStudy} where there is no such program.
 */
export function inDual(source: TracedSource, of: Subject, declarations: Declarations): string {
  const { trace, cotangent, choices = {} } = source;
  const front = frontOf(source);
  const written = choices.written === undefined ? [] : readLinear(choices.written, front.program).definitions;
  const program = subjectOf(of, front.program, written, cotangent);
  const x = formOf(front.param);
  const y = formOf(front.result);
  const inputs = trace.nodes.flatMap(({ kind, value }) => (kind === "input" ? [value] : []));
  const { nonlinear: params } = lastOf(program);
  // what comes after the input is a direction: 1 for each Real, to begin with
  const isTwofold = params.length > inputs.length;
  const border: Border = {
    param: isTwofold ? [x, moved(x, inputs.length)] : x,
    result: of === "linearised" ? [y, moved(y, front.entry.results.nonlinear.length)] : of === "program" ? y : x,
  };
  const at = formText(border.param, (index) => showReal(inputs[index] ?? 1));
  const entry = source.program.entry;
  const fragment = fragmentOf(source);
  const about = [
    MADE[of],
    ...(isTwofold ? [DIRECTED[of === "second" ? "second" : "linearised"]] : []),
    ...(fragment.tag === "inside" ? [] : [`This is a run at the input, not the program: ${fragment.why}.`]),
  ];
  const head = [`-- title: ${titleOf(of, entry)}`, ...commentOf(about.join(" ")), `-- at: ${at}`];
  const definitions = dualDefinitions(program, border, declarations);
  // thousands of lines are laid out as they are
  const parts = [`${head.join("\n")}\n`, ...(declarations.text === "" ? [] : [declarations.text]), definitions];
  const text = parts.join("\n");
  return formatted(text) ?? text;
}

function titleOf(of: Subject, entry: string): string {
  switch (of) {
    case "program":
      return `${entry}, in straight lines`;
    case "linearised":
      return `${entry} with its tangent`;
    case "gradient":
      return `The gradient of ${entry}`;
    case "second":
      return `The second derivative of ${entry}`;
  }
}

/** How each was made, with the sections of the paper. */
const MADE: Readonly<Record<Subject, string>> = {
  program: "The program as it is linearised: one operation a line (Radul et al., POPL 2023, §4).",
  linearised: "Made by linearising (§5 of Radul et al., POPL 2023), linearity erased (§4.5): values and tangents.",
  gradient:
    "Made by linearising, unzipping and transposing (§5 to §7 of Radul et al., POPL 2023), linearity erased (§4.5).",
  second:
    "The gradient, made and then differentiated by linearising, unzipping and transposing (§5 to §7 of Radul et al., POPL 2023), linearity erased each time (§4.5).",
};

/** The sentence about the direction, by subject. */
const DIRECTED = {
  linearised: "The second parameter is the direction in which the input moves.",
  second: "The second parameter is a direction: the result is the Hessian times that.",
};

/** Characters of a line of the header. */
const WIDTH = 92;

function commentOf(words: string): readonly string[] {
  const lines: string[] = [];
  let line = "-- about:";
  for (const word of words.split(" ")) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "--       ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** The form of a structure: its own where it has Reals and tuples alone, else one tuple of its Reals. */
function formOf(structure: Structure): Form {
  let next = 0;
  const nested = (one: Structure): Form | undefined => {
    if (one.tag === "real") return next++;
    if (one.tag !== "tuple") return undefined;
    const parts = one.parts.map(nested);
    return parts.some((part) => part === undefined) ? undefined : (parts as readonly Form[]);
  };
  const found = nested(structure);
  if (found !== undefined) return found;
  const count = realsOfStructure(structure);
  return count === 1 ? 0 : Array.from({ length: count }, (_, index) => index);
}

/** The same form of Reals that come later. */
function moved(form: Form, by: number): Form {
  return typeof form === "number" ? form + by : form.map((one) => moved(one, by));
}
