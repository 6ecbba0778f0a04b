// The command `list`: the algorithms and their stages.

import { BOUNDS_FROM } from "../algorithms/algorithm.ts";
import { statedOf } from "../algorithms/editions.ts";
import { ALGORITHMS } from "../algorithms/index.ts";
import type { Call } from "./call.ts";
import { printJson } from "./printing.ts";

/** Lists every algorithm with its stages, and what can be asked of each. */
export function listAlgorithms(call: Call): number {
  if (call.json) {
    printJson(
      call,
      ALGORITHMS.map(({ id, title, citation, stages, options }) => ({
        id,
        title,
        citation,
        // the flags of options that are its own
        flags: options.map(({ id: option, word, summary }) => ({ option, flag: `--${word}`, summary })),
        stages: stages.map((stage) => ({
          id: stage.id,
          title: stage.title,
          citation: stage.citation,
          basedOn: stage.basedOn ?? null,
          entry: stage.entry,
          options: [
            ...stage.varied,
            ...(stage.recomputes === true ? ["recompute"] : []),
            ...(stage.forks ? ["schedule"] : []),
          ],
          claim: {
            growth: statedOf(stage.id).says,
            from: statedOf(stage.id).from,
            bound: stage.bound?.formula ?? null,
            boundFrom: stage.bound === undefined ? null : BOUNDS_FROM,
          },
        })),
      })),
    );
    return 0;
  }
  for (const { id, title, citation, stages } of ALGORITHMS) {
    call.terminal.out(`${id}: ${title} (${citation})\n`);
    for (const stage of stages)
      call.terminal.out(
        `  ${stage.id.padEnd(18)}${stage.title}; ${stage.citation}; ${statedOf(stage.id).says} (${statedOf(stage.id).from})\n`,
      );
  }
  return 0;
}
