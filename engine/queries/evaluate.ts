// Queries answered.

import type { StageId } from "../algorithms/algorithm.ts";
import { log2Of } from "../base/magnitude.ts";
import { present } from "../base/nth.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { type Answer, answerText, numberAnswer, sameAnswer } from "./answer.ts";
import { Asked, countIn, settingOf } from "./asked.ts";
import { QUERIES } from "./catalogue.ts";
import {
  type CallQuery,
  type CompareOp,
  type Lacking,
  type Query,
  QueryMistake,
  QueryUsedUp,
  readQuery,
} from "./query.ts";
import type { Setting, Subject } from "./subject.ts";

/** A program as its header says. */
export const AS_IT_STANDS: Setting = { at: undefined, cotangent: undefined, n: undefined, variations: "" };

/** An answer, or a sentence that says why there is none. */
export type Answered =
  | {
      readonly tag: "answer";
      readonly answer: Answer;
      /** The stages that it counts by the trace alone ({@link CountedBeside}); left out where there are none. */
      readonly traced?: readonly StageId[];
    }
  | {
      readonly tag: "mistake";
      readonly message: string;
      /** The mistakes of the program, where it has some. */
      readonly diagnostics?: readonly Diagnostic[];
      /** Where it is not the query's mistake: what there was too little of, and an answer from what there is. */
      readonly usedUp?: { readonly what: Lacking; readonly answer: Answer | undefined };
    };

const BY_NAME = new Map(QUERIES.map((kind) => [kind.name, kind]));

/** Answers the text of a query about a program, as it stands or in another setting. */
export function* answerQuery(subject: Subject, text: string, setting = AS_IT_STANDS): Steps<Answered> {
  try {
    subject.traced.clear();
    const answer = yield* evaluate(subject, readQuery(text), setting);
    return { tag: "answer", answer, ...(subject.traced.size > 0 && { traced: [...subject.traced] }) };
  } catch (error) {
    if (error instanceof QueryUsedUp) {
      const { message, what, answer } = error;
      return { tag: "mistake", message, usedUp: { what, answer } };
    }
    if (error instanceof QueryMistake) {
      const { message, diagnostics } = error;
      return { tag: "mistake", message, ...(diagnostics.length > 0 && { diagnostics }) };
    }
    throw error;
  }
}

function* evaluate(subject: Subject, query: Query, setting: Setting): Steps<Answer> {
  switch (query.tag) {
    case "number":
      return { tag: "number", value: query.value };
    case "string":
      return { tag: "text", text: query.text };
    case "scalar":
      throw new QueryMistake(`#${query.number} is a scalar: say what of it, as in \`value(#${query.number})\``);
    case "negative": {
      return numberAnswer(-countIn(yield* evaluate(subject, query.of, setting)));
    }
    case "name":
      return yield* named(subject, query.name, setting);
    case "binary": {
      const a = yield* evaluate(subject, query.a, setting);
      const b = yield* evaluate(subject, query.b, setting);
      return combined(query.op, a, b);
    }
    case "call":
      return yield* called(subject, query, setting);
  }
}

function* named(subject: Subject, name: string, setting: Setting): Steps<Answer> {
  if (name === "n") {
    if (setting.n === undefined) throw new QueryMistake("`n` is known only within `first`, `holds` and `growth`");
    return { tag: "number", value: setting.n };
  }
  if (BY_NAME.has(name)) return yield* called(subject, { tag: "call", name, args: [], named: new Map() }, setting);
  throw unknown(name);
}

function* called(subject: Subject, query: CallQuery, setting: Setting): Steps<Answer> {
  const kind = BY_NAME.get(query.name);
  if (kind === undefined) throw unknown(query.name);
  const own = settingOf(query, setting, constant);
  const within = (inner: Query, at: Setting): Steps<Answer> => evaluate(subject, inner, at);
  const asked = new Asked(subject, own, query, within);
  const found = kind.answer(asked);
  const answer = "tag" in found ? found : yield* found;
  asked.end(kind.usage);
  return answer;
}

/** `n: 6` is a number as it stands. */
function constant(query: Query): number {
  if (query.tag === "number") return query.value;
  if (query.tag === "negative" && query.of.tag === "number") return -query.of.value;
  throw new QueryMistake("`n:` needs a whole number");
}

function unknown(name: string): QueryMistake {
  const near = nearest(name, [...BY_NAME.keys()]);
  return new QueryMistake(`there is no query \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`);
}

function combined(op: "+" | "-" | "*" | "/" | CompareOp, a: Answer, b: Answer): Answer {
  if (op === "=" || op === "!=") {
    if (a.tag !== b.tag) throw new QueryMistake(`\`${answerText(a)}\` and \`${answerText(b)}\` cannot be compared`);
    return { tag: "truth", holds: sameAnswer(a, b) === (op === "=") };
  }
  const [x, y] = [countIn(a), countIn(b)];
  switch (op) {
    case "+":
    case "-":
    case "*":
      return numberAnswer(computed(op, x, y));
    case "/":
      return numberAnswer(quotient(x, y));
    case "<":
      return { tag: "truth", holds: x < y };
    case ">":
      return { tag: "truth", holds: x > y };
    case "<=":
      return { tag: "truth", holds: x <= y };
    case ">=":
      return { tag: "truth", holds: x >= y };
  }
}

/** Exactly where one of the numbers is beyond doubles and the other is whole. */
function computed(op: "+" | "-" | "*", x: number | bigint, y: number | bigint): number | bigint {
  if (typeof x === "number" && typeof y === "number") return op === "+" ? x + y : op === "-" ? x - y : x * y;
  if (![x, y].every((one) => typeof one === "bigint" || Number.isSafeInteger(one)))
    return computed(op, Number(x), Number(y));
  const [a, b] = [BigInt(x), BigInt(y)];
  return op === "+" ? a + b : op === "-" ? a - b : a * b;
}

/** Where one is beyond doubles, by logarithms, for the quotient may be a double all the same. */
function quotient(x: number | bigint, y: number | bigint): number {
  const plain = Number(x) / Number(y);
  if (Number.isFinite(Number(x)) && Number.isFinite(Number(y))) return plain;
  const [a, b] = [x, y].map((one) => (one < 0 ? -one : one));
  const sign = x < 0 === y < 0 ? 1 : -1;
  return b === 0 || b === 0n ? plain : sign * 2 ** (log2Of(present(a)) - log2Of(present(b)));
}
