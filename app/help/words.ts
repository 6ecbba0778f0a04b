// The words of the field that have a card in the glossary, with the forms in which texts have them.

import { t } from "@lingui/core/macro";
import { nth, present } from "../../engine/base/nth.ts";

/** By word, its forms, the headword first, with bars between them. */
const FORMS: Readonly<Record<string, string>> = {
  scalar: t`scalar|scalars`,
  primal: t`primal|primals`,
  tangent: t`tangent|tangents`,
  cotangent: t`cotangent|cotangents`,
  seed: t`seed|seeds`,
  gradient: t`gradient|gradients`,
  jacobian: t`Jacobian|Jacobians`,
  jvp: t`JVP|JVPs`,
  vjp: t`VJP|VJPs`,
  partial: t`partial derivative|partial derivatives|partial|partials`,
  graph: t`data-flow graph|data-flow graphs`,
  path: t`path|paths`,
  sharing: t`sharing|shared`,
  forwardMode: t`forward mode`,
  reverseMode: t`reverse mode`,
  forwardPass: t`forward pass`,
  reversePass: t`reverse pass`,
  finiteDifferences: t`finite differences`,
  dualNumber: t`dual number|dual numbers`,
  backpropagator: t`backpropagator|backpropagators`,
  linear: t`linear function|linear functions`,
  linearFactoring: t`linear factoring`,
  stagedCall: t`staged call|staged calls|staging`,
  stagingMap: t`staging map|staging maps`,
  merge: t`merge|merges|merged`,
  resolve: t`resolve|resolves|resolved|resolving`,
  id: t`ID|IDs`,
  compoundId: t`compound ID|compound IDs`,
  collector: t`collector`,
  zero: t`zero and plus|zero and sum`,
  oneHot: t`one-hot|one-hots|one-hot vector|one-hot vectors`,
  billA: "(A)",
  billB: "(B)",
  billC: "(C)",
  deinterleave: t`Deinterleave`,
  cayley: t`Cayley transform|Cayley-transformed`,
  mutableArray: t`mutable array|mutable arrays`,
  defunctionalisation: t`defunctionalisation|defunctionalised|defunctionalise`,
  contribution: t`contribution|contributions`,
  tape: t`tape|tapes`,
  job: t`job|jobs`,
  fork: t`fork|forks`,
  join: t`join|joins|joined`,
  work: t`work|work T₁`,
  span: t`span|span T∞`,
  parallelism: t`parallelism`,
  criticalPath: t`critical path|critical paths`,
  schedule: t`schedule|schedules`,
  brent: t`Brent’s bounds|Brent’s range`,
  ladder: t`ladder`,
  stage: t`stage|stages`,
  engine: t`compiled engine`,
  counter: t`counter|counters`,
  cost: t`cost|costs`,
  sweep: t`sweep|sweeps`,
  growth: t`growth`,
  ...Object.assign(
    {},
    ...Object.values(import.meta.glob("../algorithms/*/forms.ts", { eager: true, import: "forms" })),
  ),
};

/** A word of the field that has a card. */
export type WordId = string;

/** All words that have a card. */
export const WORD_IDS: readonly WordId[] = Object.keys(FORMS);

/** The word as its card has it. */
export function headwordOf(id: WordId): string {
  return nth(formsOf(id), 0);
}

/** The forms of a word, the headword first. */
export function formsOf(id: WordId): readonly string[] {
  return present(FORMS[id]).split("|");
}

const BY_FORM = new Map(WORD_IDS.flatMap((id) => formsOf(id).map((form) => [form.toLowerCase(), id] as const)));

const LONGEST_FIRST = [...BY_FORM.keys()].sort((a, b) => b.length - a.length);

const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${LONGEST_FIRST.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?![\\p{L}\\p{N}_-])`,
  "giu",
);

/** A stretch of text, and the word that it is a form of, if any. */
export interface WordRun {
  readonly text: string;
  readonly word: WordId | undefined;
}

/** A text cut at the first form of each word; `known` words are left as they are. */
export function wordRuns(text: string, known: ReadonlySet<WordId> = new Set()): readonly WordRun[] {
  const runs: WordRun[] = [];
  const seen = new Set(known);
  let at = 0;
  for (const { 0: form, index } of text.matchAll(WORDS)) {
    const word = BY_FORM.get(form.toLowerCase());
    if (word === undefined || seen.has(word)) continue;
    seen.add(word);
    if (index > at) runs.push({ text: text.slice(at, index), word: undefined });
    runs.push({ text: form, word });
    at = index + form.length;
  }
  if (at < text.length) runs.push({ text: text.slice(at), word: undefined });
  return runs;
}
