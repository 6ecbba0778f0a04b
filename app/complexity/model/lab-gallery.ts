// Ready-made experiments: an example, or two side by side, with what to look at.
import { t } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { EXAMPLES, type Example } from "../../document/examples.ts";
import type { LabSettings } from "./curves.ts";

export interface GallerySweep {
  readonly title: string;
  /** What the curves show. */
  readonly claim: string;
  /** The beginning of the example's file name, and of the one that it is compared with. */
  readonly example: string;
  readonly other?: string;
  readonly settings: Pick<LabSettings, "quantities" | "x" | "y"> & { readonly stages: readonly StageId[] };
  readonly ns?: readonly number[];
}

const LINES = { x: "linear", y: "log" } as const;
const POWERS = { x: "log", y: "log" } as const;

export const GALLERY: readonly GallerySweep[] = [
  {
    title: t`Sharing chain`,
    claim: t`Naive calls grow like the Fibonacci numbers, by a factor of 1.618 per step. From \`staged\` on, n calls are enough.`,
    example: "03",
    settings: { stages: ["naive", "staged", "tape"], quantities: ["calls"], ...LINES },
    ns: [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 160],
  },
  {
    title: t`Doubling chain`,
    claim: t`Two edges from each number to the next make exactly 2ⁿ⁺¹ − 1 naive calls, but only n + 1 staged ones.`,
    example: "04",
    settings: { stages: ["naive", "tape"], quantities: ["calls"], ...LINES },
    ns: [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 96, 128],
  },
  {
    title: t`Many scalars in: one-hots`,
    claim: t`Even without sharing, naive reverse AD is quadratic: each input makes a one-hot vector as long as the whole input. \`sparse\` ends that.`,
    example: "08",
    settings: { stages: ["naive", "cayley", "sparse", "tape"], quantities: ["cost", "one-hots"], ...POWERS },
    ns: [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128],
  },
  {
    title: t`Right-nested vs. balanced input`,
    claim: t`The same operations on the same numbers: \`cayley\` needs n² where the input is a chain, and n log n where it is a tree.`,
    example: "18",
    other: "19",
    settings: { stages: ["cayley", "tape"], quantities: ["cost"], ...POWERS },
    ns: [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256],
  },
  {
    title: t`Many scalars out`,
    claim: t`Each of n results has a cotangent, and one reverse pass serves them all: linear from \`mutable\` on. The naive stage runs back from each result separately.`,
    example: "20",
    settings: { stages: ["naive", "staged", "tape"], quantities: ["cost", "calls"], ...POWERS },
    ns: [4, 6, 8, 12, 16, 24, 32, 48, 64],
  },
  {
    title: t`A long list`,
    claim: t`From \`mutable\` on, a gradient costs a constant times the primal, however long the list is.`,
    example: "26",
    settings: { stages: ["sparse", "mutable", "tape"], quantities: ["ratio", "memory"], x: "log", y: "linear" },
    ns: [8, 16, 32, 64, 128, 256, 512, 1024],
  },
  {
    title: t`Parallel tree`,
    claim: t`The work grows as 2ⁿ and the span as n, in the primal and in both passes. See “Work and span”.`,
    example: "21",
    settings: { stages: ["tape", "parallel"], quantities: ["cost"], ...LINES },
    ns: [1, 2, 3, 4, 5, 6, 7, 8],
  },
];

/** The example that a sweep names by the beginning of its file's name. */
export function galleryExample(prefix: string): Example | undefined {
  return EXAMPLES.find(({ name }) => name.startsWith(`${prefix}-`));
}
