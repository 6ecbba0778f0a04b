// Playing with an input: its Reals one by one, and steps along the gradient.
import { showReal } from "../../engine/core/show-value.ts";
import type { RunReport } from "../../engine/session/gradient.ts";
import { replaceReals } from "./value-tree.ts";

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

/** What of a run can be played with; undefined where its input has no Real, or none that can be written. */
export function playableOf(run: RunReport): Playable | undefined {
  const { at, value, gradient } = run;
  if (at === undefined || at.scalars.length === 0 || at.text.length > 20_000) return undefined;
  let count = 0;
  replaceReals(at.text, (text) => {
    count++;
    return text;
  });
  if (count !== at.scalars.length) return undefined;
  const isScalar = value !== undefined && value.scalars.length === 1 && value.size === 1;
  return {
    text: at.text,
    reals: at.scalars,
    gradient: gradient?.scalars,
    value: isScalar ? value.scalars[0] : undefined,
  };
}

/** The input with one Real changed. */
export function withReal({ text }: Playable, index: number, real: number): string {
  return replaceReals(text, (old, at) => (at === index ? showReal(real) : old));
}

/** x ± η∇f; undefined where a number would not be finite. */
export function stepped({ text, reals, gradient }: Playable, rate: number): string | undefined {
  if (gradient === undefined || gradient.length !== reals.length) return undefined;
  const next = reals.map((x, index) => x + rate * gradient[index]!);
  return next.every(Number.isFinite) ? replaceReals(text, (_, index) => showReal(next[index]!)) : undefined;
}

/** Where a slider for a number reaches, and how fine it is: about two hundred steps, of round numbers. */
export function rangeOf(x: number): { readonly min: number; readonly max: number; readonly step: number } {
  const size = Number.isFinite(x) && x !== 0 ? 10 ** Math.ceil(Math.log10(Math.abs(x)) + 0.3) : 1;
  const reach = Math.min(1e12, Math.max(1e-6, size));
  return { min: -reach, max: reach, step: reach / 100 };
}

/** A number that was moved by so many pixels, a hundredth of its size each. */
export function dragged(x: number, pixels: number): number {
  const { step } = rangeOf(x);
  const moved = x + Math.round(pixels / 2) * (step / 5);
  return Number(moved.toPrecision(8));
}
