// An exercise checked: the reader's program beside the author's, at inputs that are given and at others that are made from a seed.
import { nth } from "../base/nth.ts";
import { runCompiled } from "../derive/compiled-or-machine.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { type Answered, AS_IT_STANDS, answerQuery } from "../queries/evaluate.ts";
import { type Setting, Subject } from "../queries/subject.ts";
import { type Entry, entryName, findEntry } from "../session/program/entry.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Shown } from "../session/run/shown.ts";
import { type Diagnostic, mistake } from "../source/diagnostic.ts";
import { type Span, span } from "../source/span.ts";
import { programParser } from "../syntax/tree.ts";
import { fun, showType, withoutAliases } from "../types/type.ts";
import { randomInputs } from "./random-input.ts";
import { Inputs } from "./smallest-input.ts";

/** The demands of an exercise. `forbid` lists words that must not stand in it. */
export interface ExerciseAsk {
  readonly inputs: readonly string[];
  readonly seed: number;
  readonly isPositive: boolean;
  /** Whether gradients are compared, too. */
  readonly withGradient: boolean;
  readonly forbid: readonly string[];
  /** Comparisons of queries that have to hold. */
  readonly limits: readonly string[];
  /** Comparisons of queries whose hints are wanted where they hold. */
  readonly hints: readonly string[];
  /** Queries about the reader's program, which hints have numbers of. */
  readonly asked: readonly string[];
}

/** One of the two programs' results. */
export interface Given {
  readonly value: string;
  readonly gradient: string;
}

/** A comparison that had to hold, and whether it does. */
export interface LimitFound {
  readonly text: string;
  readonly holds: boolean;
  /** Why it could not be decided. */
  readonly mistake: string | undefined;
}

/** The report of an exercise's check, for the reader. */
export interface ExerciseReport {
  /** Mistakes that keep the reader's program from running. */
  readonly mistakes: readonly Diagnostic[];
  /** Forbidden words in the program. */
  readonly forbidden: readonly { readonly word: string; readonly span: Span }[];
  /** Inputs at which both were run. */
  readonly tried: number;
  /** The smallest input at which they differ. */
  readonly wrong: { readonly at: string; readonly got: Given; readonly wanted: Given } | undefined;
  readonly limits: readonly LimitFound[];
  /** Places of hints whose condition holds. */
  readonly hints: readonly number[];
  /** The answers to what was asked, in its order. */
  readonly answers: readonly Answered[];
  /** Whether all of it is as it should be. */
  readonly isSolved: boolean;
}

/** Inputs that are made, beside those that are given. */
const MADE_INPUTS = 20;
/** Small inputs that are tried for the smallest at which something is wrong. */
const MOST_SMALL = 60;
const MOST_WEIGHT = 10;
/** How close Reals have to be, relative to the larger. */
const CLOSE = 1e-9;

/** Compares a program with its reference. */
export function* checkExercise(
  mine: CheckedProgram,
  reference: CheckedProgram,
  ask: ExerciseAsk,
  budget: Budget,
): Steps<ExerciseReport> {
  const forbidden = forbiddenIn(mine.text, ask.forbid);
  const nothing = { forbidden, tried: 0, wrong: undefined, limits: [], hints: [], answers: [], isSolved: false };
  if (mine.hasErrors) return { ...nothing, mistakes: mine.diagnostics.filter(({ severity }) => severity === "error") };
  // an attempt without an input of its own has that of the reference
  const at = mine.header.at?.text ?? reference.header.at?.text;
  const entry = findEntry(mine, entryName(mine), span("<program>", 0, 0), true, at);
  if (!("param" in entry)) return { ...nothing, mistakes: [entry] };
  const otherType = typeMistake(entry, findEntry(reference, entryName(reference), span("<program>", 0, 0)));
  if (otherType !== undefined) return { ...nothing, mistakes: [otherType] };
  const inputs = new Inputs(mine, entry.param);
  const made = randomInputs(mine.module, entry.param, {
    seed: ask.seed,
    count: MADE_INPUTS,
    isPositive: ask.isPositive,
  });
  let tried = 0;
  let wrong: ExerciseReport["wrong"];
  for (const at of [...ask.inputs, ...made]) {
    tried++;
    wrong = yield* differs(mine, reference, at, ask.withGradient, budget);
    if (wrong !== undefined) break;
  }
  if (wrong !== undefined && !ask.isPositive) wrong = (yield* smallestDifference(inputs)) ?? wrong;
  const subject = new Subject(mine, undefined, budget);
  const setting = { ...AS_IT_STANDS, at: mine.header.at === undefined ? at : undefined };
  const limits: LimitFound[] = [];
  for (const text of ask.limits) limits.push(yield* limitOf(subject, text, setting));
  const hints: number[] = [];
  for (const [index, text] of ask.hints.entries())
    if ((yield* limitOf(subject, text, setting)).holds) hints.push(index);
  const answers: Answered[] = [];
  for (const text of ask.asked) answers.push(yield* answerQuery(subject, text, setting));
  const isSolved = wrong === undefined && forbidden.length === 0 && limits.every(({ holds }) => holds);
  return { mistakes: [], forbidden, tried, wrong, limits, hints, answers, isSolved };

  function* smallestDifference(all: Inputs): Steps<ExerciseReport["wrong"]> {
    if (!("param" in entry)) return undefined;
    let left = MOST_SMALL;
    for (let weight = 1; weight <= MOST_WEIGHT; weight++)
      for (const at of all.of(entry.param, weight)) {
        if (left-- <= 0) return undefined;
        const found = yield* differs(mine, reference, at, ask.withGradient, budget);
        if (found !== undefined) return found;
      }
    return undefined;
  }
}

/** That an attempt is of another type than its reference; undefined where it is not, or the reference cannot be differentiated. */
function typeMistake(mine: Entry, reference: Entry | Diagnostic): Diagnostic | undefined {
  if (!("param" in reference)) return undefined;
  const [has, wanted] = [mine, reference].map(({ param, result }) => showType(withoutAliases(fun(param, result))));
  const message = `\`${mine.entity.name}\` has the type \`${has}\`, and this exercise asks for \`${wanted}\``;
  return has === wanted ? undefined : mistake("exercise-type", mine.entity.span, message);
}

function* limitOf(subject: Subject, text: string, setting: Setting): Steps<LimitFound> {
  const found = yield* answerQuery(subject, text, setting);
  if (found.tag === "mistake") return { text, holds: false, mistake: found.message };
  return found.answer.tag === "truth"
    ? { text, holds: found.answer.holds, mistake: undefined }
    : { text, holds: false, mistake: "it is no comparison" };
}

/** Results of the two programs at an input, if they differ. */
function* differs(
  mine: CheckedProgram,
  reference: CheckedProgram,
  at: string,
  withGradient: boolean,
  budget: Budget,
): Steps<ExerciseReport["wrong"]> {
  const [got, wanted] = [yield* ran(mine, at, budget), yield* ran(reference, at, budget)];
  const isSame = same(got.value, wanted.value) && (!withGradient || same(got.gradient, wanted.gradient));
  return isSame ? undefined : { at, got: textsOf(got), wanted: textsOf(wanted) };
}

interface Ran {
  readonly value: Shown | undefined;
  readonly gradient: Shown | undefined;
  readonly why: string;
}

function* ran(program: CheckedProgram, at: string, budget: Budget): Steps<Ran> {
  const run = yield* runCompiled(program, { at }, budget, { checks: false });
  const { ended } = run;
  const why = ended.tag === "mistake" ? (ended.diagnostics[0]?.message ?? "") : ended.tag;
  return { value: run.value, gradient: run.gradient, why };
}

function textsOf({ value, gradient, why }: Ran): Given {
  return { value: value?.text ?? why, gradient: gradient?.text ?? "" };
}

/** A number in a value's text, which is no part of a name. */
const NUMBER = /(?<![\p{L}\d_'])-?\d[\d.e+-]*/gu;

/** Whether two values are the same: in their form, their Ints, and their Reals but for rounding. */
function same(a: Shown | undefined, b: Shown | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const form = (text: string): string => text.replace(NUMBER, (one) => (/[.e]/.test(one) ? "0.0" : one));
  return (
    form(a.text) === form(b.text) &&
    a.scalars.length === b.scalars.length &&
    a.scalars.every((x, index) => {
      const y = nth(b.scalars, index);
      return Object.is(x, y) || x === y || Math.abs(x - y) <= CLOSE * Math.max(1, Math.abs(x), Math.abs(y));
    })
  );
}

/** Where words that are forbidden stand in a program; not in its comments. */
function forbiddenIn(text: string, words: readonly string[]): readonly { word: string; span: Span }[] {
  if (words.length === 0) return [];
  const found: { word: string; span: Span }[] = [];
  programParser.parse(text).iterate({
    enter: (node) => {
      if (/Comment/.test(node.name)) return false;
      const word = text.slice(node.from, node.to);
      const isLeaf = node.node.firstChild === null;
      if (isLeaf && words.includes(word)) found.push({ word, span: span("<program>", node.from, node.to) });
      return undefined;
    },
  });
  return found;
}
