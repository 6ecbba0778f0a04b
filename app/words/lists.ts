// Lists within a sentence.
import { t } from "@lingui/core/macro";

/** `α and β`. */
export function conjunction([first = "", ...others]: readonly string[]): string {
  return others.reduce((some, one) => t`${some} and ${one}`, first);
}
