// Questions of the page to the engine's worker: the first ones (first.ts) and the later ones (later.ts), an entry for each. The types of questions
// and answers, the worker's work, and the page's client all follow from these two tables.
import { present } from "../base/nth.ts";
import type { Desk } from "./desk.ts";
import { FIRST, later } from "./first.ts";
import type { LATER } from "./later.ts";

type Questions = typeof FIRST & typeof LATER;

/** The name of a question. It says which types its ask and its answer have. */
export type Kind = keyof Questions;
/** A question. */
export type Ask<K extends Kind> = Parameters<Questions[K]>[0];
/** An answer. */
export type Answer<K extends Kind> = Awaited<ReturnType<Questions[K]>>;

type Answers = { readonly [K in Kind]: (ask: Ask<K>, desk: Desk) => Answer<K> | Promise<Answer<K>> };

/** Answers a question. */
export async function answer<K extends Kind>(kind: K, ask: Ask<K>, desk: Desk): Promise<Answer<K>> {
  const answers: Partial<Answers> = kind in FIRST ? FIRST : (await later()).LATER;
  return present(answers[kind])(ask, desk);
}
