// The words of a question before its author writes others: they follow the choice of what it asks.
import type { Section, Source } from "./source.ts";
import { type Question, queryOf, withFirst, withValue } from "./written.ts";

/** The parts of a cell's source that a form changes. */
export type Parts = Pick<Source, "options" | "text" | "sections">;

/** The text, wrong answer and explanation of a new question. The wrong answer has the form of the right one. */
export function usualWords(question: Question): Pick<Source, "text" | "sections"> {
  return {
    text: askedIn(question),
    sections: [usualWrong(question), { kind: "because", argument: "", text: becauseOf(question) }],
  };
}

/** The wrong answer of a new question. */
export function usualWrong(question: Question): Section {
  const twice = "That is twice as much.";
  switch (question.asks) {
    case "gradient":
      return { kind: "wrong", argument: 'gradient(seed: "2.0")', text: twice };
    case "calls":
      return { kind: "wrong", argument: `${queryOf(question)} + 1`, text: "That is one call too many." };
    case "query":
      return { kind: "wrong", argument: `2 * (${question.query})`, text: twice };
    default:
      return { kind: "wrong", argument: `2 * ${queryOf(question)}`, text: twice };
  }
}

/** The parts of a question that asks another one: what its author has not touched follows, all else stays. */
export function asking(parts: Parts, before: Question, next: Question): Parts {
  const [old, usual] = [usualWords(before), usualWords(next)];
  const wrong = usualWrong(before);
  const isOld = (one: Section): boolean =>
    one.kind === "wrong" && one.argument === wrong.argument && one.text === wrong.text;
  const sections = parts.sections.map((one) => (isOld(one) ? usualWrong(next) : one));
  const because = sections.find(({ kind }) => kind === "because")?.text;
  return {
    options: withValue(parts.options, "is", queryOf(next)),
    text: parts.text === old.text ? usual.text : parts.text,
    sections: because === becauseOf(before) ? withFirst(sections, "because", becauseOf(next)) : sections,
  };
}

function askedIn(question: Question): string {
  switch (question.asks) {
    case "value":
      return "What is the value of the program above?";
    case "gradient":
      return "What is the gradient of the program above?";
    case "cotangent":
      return `What is the cotangent of \`${question.of}\`?`;
    case "calls":
      return `How often does \`${question.by}\` call the backpropagator of \`${question.of}\`?`;
    case "query":
      return `What does \`${question.query}\` give?`;
  }
}

function becauseOf(question: Question): string {
  if (question.asks !== "calls") return `It is {= ${queryOf(question)}}.`;
  return `The number of calls is {= ${queryOf(question)}}.`;
}
