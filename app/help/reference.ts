// The language's reference, which the engine has: asked for once, when the help is opened for the first time.
import type { Reference } from "../../engine/reference/entry.ts";
import { Question, useAnswer } from "../client/question.ts";

const reference = new Question<object, Reference>((_, { ask }) => ask("reference", {}));

/** The reference of the language; undefined until the engine has given it. */
export function useReference(): Reference | undefined {
  return useAnswer(reference);
}

/** Asks for the reference on the first call. A failed request is repeated the next time. */
export async function loadReference(): Promise<Reference | undefined> {
  const { answer, isBusy } = reference.at();
  if (answer === undefined) await (isBusy ? reference.rest() : reference.ask({}));
  return reference.at().answer;
}
