// Words of this algorithm that have a card in the glossary: the forms of each, the headword first, with bars between them.
import { t } from "@lingui/core/macro";

/** By word, its forms. */
export const forms: Readonly<Record<string, string>> = {
  linearA: t`Linear A`,
  linearise: t`linearise|linearised`,
  unzip: t`unzip|unzipped|unzipping`,
  halves: t`linear half|linear halves|non-linear half`,
  transpose: t`transpose|transposed|transposing`,
  dupDrop: t`dup and drop|dup`,
  erasure: t`linearity erasure|linearity erased`,
};
