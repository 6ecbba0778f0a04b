// Actions, and how one is chosen.
import type { Random } from "./random.ts";
import type { User } from "./user.ts";

export interface Action {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  /** Does it; `false` where the page, as it stands, has nothing to do it with. */
  run(user: User): Promise<boolean>;
}

export function chooseAction(actions: readonly Action[], random: Random): Action {
  let left = random.below(actions.reduce((sum, { weight }) => sum + weight, 0));
  for (const action of actions) {
    left -= action.weight;
    if (left < 0) return action;
  }
  throw new Error("internal: no action has a weight");
}
