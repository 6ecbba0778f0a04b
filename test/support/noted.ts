// Programs of Linear A with all that is noted at their lines.
import { linesOf } from "../../engine/algorithms/yolo/linear-a/print.ts";
import type { LinearProgram } from "../../engine/algorithms/yolo/linear-a/syntax.ts";

/** Definitions line by line, each with what is noted at its binding. */
export function noted(program: LinearProgram): string {
  return program
    .map((definition) => {
      const lines = linesOf(definition).map(({ text, reads, binds, isLinear }, line) => {
        const { origin, mirrors, scalar, tangentOf, reaches } = definition.body.bindings[line - 1] ?? {};
        const kind = isLinear === undefined ? [] : [isLinear ? "linear" : "value"];
        const notes = Object.entries({ origin, mirrors, scalar, tangentOf, reaches }).flatMap(([note, of]) =>
          of === undefined ? [] : [`${note} ${JSON.stringify(of)}`],
        );
        const flow = `${reads.join(" ")} → ${binds.join(" ")}`.trim();
        return `${text}\n      ${[flow, ...kind, ...notes].join(", ").normalize()}`;
      });
      return `${lines.join("\n")}\n      ${definition.scalars} scalars\n`;
    })
    .join("\n");
}
