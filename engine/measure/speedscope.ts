// A profile as a file of speedscope (https://www.speedscope.app/file-format-schema.json), which draws flame graphs.
import type { CallCost, ProfiledPass } from "../evaluate/operations/profiler.ts";
import { shownFunction } from "../session/run/outcome.ts";

/** The file of a run's calls: a flame graph of the work of each pass. */
export function speedscopeFile(root: CallCost, title: string): object {
  const frames: { readonly name: string }[] = [];
  const places = new Map<string, number>();
  const placeOf = (instance: string): number => {
    const name = shownFunction(instance);
    const place = places.get(name) ?? frames.push({ name }) - 1;
    places.set(name, place);
    return place;
  };
  const profileOf = (pass: ProfiledPass): object => {
    const samples: number[][] = [];
    const weights: number[] = [];
    const visit = (call: CallCost, stack: readonly number[]): void => {
      const here = call === root ? stack : [...stack, placeOf(call.name)];
      if (call.work[pass] > 0 && here.length > 0) {
        samples.push([...here]);
        weights.push(call.work[pass]);
      }
      for (const inner of call.within.values()) visit(inner, here);
    };
    visit(root, []);
    const endValue = weights.reduce((sum, weight) => sum + weight, 0);
    return { type: "sampled", name: `${pass} pass`, unit: "none", startValue: 0, endValue, samples, weights };
  };
  const profiles = (["forward", "reverse"] as const).map(profileOf);
  return {
    $schema: "https://www.speedscope.app/file-format-schema.json",
    name: title,
    exporter: "Dualscope",
    shared: { frames },
    profiles,
  };
}
