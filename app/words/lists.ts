// Lists within a sentence.
import { t } from "@lingui/core/macro";

/** `α, β and γ`. */
export function conjunction(items: readonly string[]): string {
  const [some, last = ""] = [items.slice(0, -1).join(", "), items.at(-1)];
  return some === "" ? last : t`${some} and ${last}`;
}
