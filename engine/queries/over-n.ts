// Queries over a family of inputs: growth, and where one thing becomes cheaper than another.
import { USUAL } from "../algorithms/catalogue.ts";
import { CLASSES, fitGrowth, leading } from "../analysis/fit.ts";
import { quantityOf } from "../analysis/quantities.ts";
import { sweepOf } from "../measure/cost.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Asked } from "./asked.ts";
import { countIn } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { PLAIN, STAGING } from "./named.ts";
import { QueryMistake, QueryUsedUp } from "./query.ts";
import { type Setting, stageNamed } from "./subject.ts";

function swept(asked: Asked): readonly number[] {
  const found = sweepOf(asked.subject.checked, { sweep: asked.word("sweep"), n: undefined });
  if ("severity" in found) throw new QueryMistake(found.message);
  const ns = found.filter((n) => n !== undefined);
  if (ns.length === 0) throw new QueryMistake("the program says no `sweep`");
  return ns;
}

/** A quantity of the lab at one n, by the graph alone where that predicts it, or what a query gives there. */
function* counted(asked: Asked, setting: Setting): Steps<number | bigint> {
  const word = asked.wordAt(0);
  const quantity = quantityOf(word);
  if (quantity === undefined) return countIn(yield* asked.text(word, setting));
  const by = asked.by(USUAL.run);
  // a variation may call otherwise than the graph says
  const { predictedCalls } = stageNamed(by);
  if (quantity.isPredicted === true && setting.variations === "" && predictedCalls !== undefined)
    return predictedCalls(yield* asked.subject.counts(setting));
  return quantity.of((yield* asked.subject.run(by, setting)).cost);
}

/** That the budget of a growth was used up at an n, and the growth over those before it. */
function usedUpAt(
  n: number,
  all: number,
  counts: readonly { readonly n: number; readonly count: number | bigint }[],
  { message, what }: QueryUsedUp,
): QueryUsedUp {
  const found = fitGrowth(counts);
  const has = found === undefined ? "too few to tell how it grows" : "the growth is that of these";
  return new QueryUsedUp(
    `${message} at n = ${n}; ${counts.length} of ${all} n are counted, ${has}`,
    what,
    found && { tag: "text", text: leading(found.fit) },
  );
}

/** The n that {@link FIRST} looks at, where the query says no others. */
const FROM = 1;
const TO = 40;

/** Queries that run a program for several n. */
export const OVER_N: readonly QueryKind[] = [
  {
    name: "growth",
    usage: `growth(cost, by: ${STAGING})`,
    summary: `how a quantity of the lab, or a query in quotes, grows over the sweep: ${CLASSES.join(", ")}`,
    *answer(asked) {
      const counts: { readonly n: number; readonly count: number | bigint }[] = [];
      const all = swept(asked);
      for (const n of all)
        try {
          counts.push({ n, count: yield* counted(asked, { ...asked.setting, n }) });
        } catch (error) {
          if (!(error instanceof QueryUsedUp)) throw error;
          throw usedUpAt(n, all.length, counts, error);
        }
      const found = fitGrowth(counts);
      if (found === undefined)
        throw new QueryMistake("the sweep has too few n to tell how it grows: at least 8 are needed");
      return { tag: "text", text: leading(found.fit) };
    },
  },
  {
    name: "first",
    usage: `first(cost(by: ${STAGING}) < cost(by: ${PLAIN}), from: 1, to: 40)`,
    summary: "the first n at which a comparison holds",
    *answer(asked) {
      const condition = asked.argument(0);
      const [from, to] = [yield* asked.named("from", FROM), yield* asked.named("to", TO)];
      for (let n = from; n <= to; n++) {
        const answer = yield* asked.answer(condition, { ...asked.setting, n });
        if (answer.tag !== "truth") throw new QueryMistake("`first` needs a comparison");
        if (answer.holds) return { tag: "number", value: n };
      }
      throw new QueryMistake(`it holds for no n from ${from} to ${to}`);
    },
  },
  {
    name: "holds",
    usage: `holds(calls(by: ${PLAIN}) <= 2*n + 1)`,
    summary: "whether a comparison holds for every n of the sweep",
    *answer(asked) {
      for (const n of swept(asked)) {
        const answer = yield* asked.answer(asked.argument(0), { ...asked.setting, n });
        if (answer.tag !== "truth") throw new QueryMistake("`holds` needs a comparison");
        if (!answer.holds) return answer;
      }
      return { tag: "truth", holds: true };
    },
  },
];
