// Words of this algorithm that have a card in the glossary: the forms of each, the headword first, with bars between them.
import { t } from "@lingui/core/macro";

/** By word, its forms. */
export const forms: Readonly<Record<string, string>> = {
  bulkForm: t`bulk form`,
  dualArray: t`dual array|dual arrays`,
  oneHotArray: t`one-hot array|one-hot arrays`,
};
