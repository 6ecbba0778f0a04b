// Playing with an input: its Reals one by one, and steps along the gradient.

import { t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import { showReal } from "../../../../engine/core/values/show-value.ts";
import type { RunReport } from "../../../../engine/derive/gradient.ts";
import { headerOf } from "../../../document/header.ts";
import { rangeOf, snapped, tidy } from "../../../program/value/model/range.ts";
import { isWrittenLike, readValue, replaceReals } from "../../../program/value/model/value-tree.ts";

/** Numbers that have a slider each. */
export const MOST_SLIDERS = 24;

/** An input whose Reals can be moved. */
export interface Playable {
  /** The input as a text of the language. */
  readonly text: string;
  readonly reals: readonly number[];
  readonly gradient: readonly number[] | undefined;
  /** The result, where it is one Real: then the input can be moved along the gradient. */
  readonly value: number | undefined;
}

/** Inputs longer than this are for the field alone. */
const LONGEST = 20_000;

/** Whether an input was moved since a run: it is written as the run shows its own, and the run follows. */
export function isMoved({ at }: RunReport, asked: string): boolean {
  const [moved, own] = [readValue(asked), at && readValue(at.text)];
  return moved !== undefined && own !== undefined && isWrittenLike(moved, own);
}

/**
 * Finds the part of a run that can be played with, or why there is none. `asked` is the input as it stands in the field: while runs follow, it is
 * ahead of the latest one.
 */
export function playableOf(run: RunReport, asked = ""): Playable | string {
  const { at, value, gradient, ended } = run;
  if (at === undefined)
    return ended.tag === "mistake"
      ? t`The program has an error, so there is nothing to move.`
      : t`The run ended before it had its input, so there is nothing to move.`;
  // the run knows which numbers are Reals, whatever they were typed like
  const text = isMoved(run, asked) ? asked : at.text;
  if (text.length > LONGEST) return t`The input is too long for sliders. Change it in the “Input” field.`;
  const reals: number[] = [];
  replaceReals(text, (one) => {
    reals.push(realOf(one));
    return one;
  });
  const isOwn = text === at.text;
  if (isOwn && reals.length !== at.scalars.length)
    return t`This input cannot be split into numbers. Change it in the “Input” field.`;
  if (reals.length === 0 && !/\[\s*\]/.test(text)) return t`The input has no Real number to move.`;
  const isScalar = value !== undefined && value.reals.count === 1 && value.size === 1;
  return {
    text,
    reals,
    gradient: gradient?.scalars.length === reals.length ? gradient.scalars : undefined,
    value: isScalar ? value.scalars[0] : undefined,
  };
}

/** A Real as the language writes it. */
function realOf(text: string): number {
  return text === "nan"
    ? Number.NaN
    : text.endsWith("inf")
      ? text.startsWith("-")
        ? -Infinity
        : Infinity
      : Number(text);
}

/** A number as people type it; undefined where it is none. */
export function typedReal(text: string): number | undefined {
  const plain = text.trim().replace("−", "-");
  if (/^-?inf$|^nan$/.test(plain)) return realOf(plain);
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Why a text is no number, in a few words; undefined where it is one, or may become one. */
export function faultOf(text: string): string | undefined {
  const plain = text.trim().replace("−", "-");
  const isPart = /^-?(\d*\.?\d*(e[+-]?\d*)?|i|in|n|na)$/i.test(plain);
  if (isPart || typedReal(text) !== undefined) return undefined;
  const withPoint = plain.replace(",", ".");
  return typedReal(withPoint) === undefined ? t`Not a number` : t`Use a point: ${withPoint}`;
}

/** The input with one Real changed. */
export function withReal({ text }: Playable, index: number, real: number): string {
  return replaceReals(text, (old, at) => (at === index ? showReal(real) : old));
}

/** x ± η∇f, to twelve digits; undefined where a number would not be finite. */
export function stepped({ text, reals, gradient }: Playable, rate: number): string | undefined {
  if (gradient === undefined || gradient.length !== reals.length) return undefined;
  const next = reals.map((x, index) => tidy(x + rate * nth(gradient, index)));
  return next.every(Number.isFinite) ? replaceReals(text, (_, index) => showReal(nth(next, index))) : undefined;
}

/** The program with an input as its header's, in place of the one there or in front. */
export function withHeaderInput(text: string, input: string): string {
  const { at } = headerOf(text);
  if (at === undefined) return `-- at: ${input}\n${text}`;
  return `${text.slice(0, at.span.from)}${input}${text.slice(at.span.to)}`;
}

/** A number after a drag by some pixels, a hundredth of its size for each; a multiple of a fifth of its slider's step. */
export function dragged(x: number, pixels: number): number {
  const fifth = tidy(rangeOf(x).step / 5);
  const steps = Math.round(pixels / 2);
  return steps === 0 ? x : snapped(x + steps * fifth, fifth);
}
