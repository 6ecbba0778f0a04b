// The result of an order, in sentences.
import { plural, t } from "@lingui/core/macro";
import type { Kind } from "./shuffles.ts";

/** An order's result, beside the gradient of a sequential run. */
export interface Tried {
  readonly gradient: Kind;
  /** Whether contributions of other jobs were added as they arrive: such a run has other jobs, so its orders are its own. */
  readonly isAtomic: boolean;
  /** Names of the Reals of the input. */
  readonly names: readonly (string | undefined)[];
}

/** An order's result beside a sequential run. */
export function triedWords({ gradient, isAtomic, names }: Tried): readonly string[] {
  const isSame = gradient.at === undefined;
  const how = differs(gradient, names);
  const gave = isSame
    ? t`The gradient is that of one worker, bit for bit.`
    : t`The gradient is not that of one worker: ${how}.`;
  if (!isAtomic)
    return [
      gave,
      t`Contributions to a job are added in the order of the jobs, whenever they arrive. With atomic contributions (Variations), that order is not kept, and the gradient may differ.`,
    ];
  return [
    gave,
    t`Contributions were added as they arrived (thesis §3.10.4), so another order rounds their sums differently.`,
  ];
}

function differs({ largest, differing, at }: Kind, names: Tried["names"]): string {
  const most = largest.toExponential(1);
  const name = names[at ?? 0] ?? `#${at}`;
  return plural(differing, {
    one: `it differs in ${differing} input, by ${most} at ${name}`,
    other: `it differs in ${differing} inputs, most by ${most} at ${name}`,
  });
}
