// Facts of the run for a question: requested when it is drawn, for its form depends on them.
import { useEffect } from "react";
import type { Predict } from "../../course/model/cells.ts";
import type { Facts } from "../../course/model/verdict.ts";
import { type AskedQuery, askedQuery, useAnswers, wantAnswers } from "../../course/state/answers.ts";
import type { ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";

/** The facts of a program's run for a question about it; none where there is no program. */
export function useFacts(predict: Predict, program: ProgramCell | undefined): Facts {
  // the programs above count, too
  useDocument((state) => state.document);
  const asked = factsAsked(predict, program);
  const answers = useAnswers(asked);
  useEffect(() => wantAnswers(asked.filter((one) => one !== undefined)));
  const { length } = predict.misconceptions;
  return { right: answers[0], wrong: answers.slice(1, 1 + length), holds: answers.slice(1 + length) };
}

function factsAsked(predict: Predict, program: ProgramCell | undefined): readonly (AskedQuery | undefined)[] {
  const ask = (query: string): AskedQuery | undefined =>
    query === "" || program === undefined ? undefined : askedQuery(program, query, predict.setting);
  return [
    ask(predict.is),
    ...predict.misconceptions.map(({ query }) => ask(query)),
    ...predict.statements.map(({ condition }) => ask(condition)),
  ];
}
