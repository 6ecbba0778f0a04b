/** How often each language construct occurs in a sample of programs. */

import { FEATURES, type Feature } from "./feature.ts";

/** The percentage of the samples that have each feature. */
export function coverage(
  samples: readonly { readonly features: ReadonlySet<Feature> }[],
): ReadonlyMap<Feature, number> {
  const share = (feature: Feature): number =>
    samples.filter(({ features }) => features.has(feature)).length / samples.length;
  return new Map(FEATURES.map((feature) => [feature, 100 * share(feature)]));
}
