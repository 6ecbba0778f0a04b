// The ways to examples that a text names.

import type { View } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import type { Example } from "../../document/examples.ts";
import { openProgram } from "../../document/state/opening.ts";
import { open } from "../../navigation/route.ts";
import { startRun } from "../state/running.ts";

interface OpenExamplesProps {
  /** The program in whose place they are opened, unless it is the reader's own. */
  readonly cell: ProgramCell;
  readonly examples: readonly Example[];
  /** The view that goes on to show them. */
  readonly view: View;
}

/** Shows a button for each of some examples, which opens it in the same view. */
export function OpenExamples({ cell, examples, view }: OpenExamplesProps) {
  const show = async ({ text }: Example): Promise<void> => {
    const opened = await openProgram(cell.id, text);
    if (opened === undefined) return;
    void startRun(opened);
    open(view, opened);
    window.scrollTo({ top: 0 });
  };
  return (
    <p className="example-buttons">
      {examples.map((example) => (
        <button
          key={example.name}
          type="button"
          className="button line small"
          lang="en"
          onClick={() => void show(example)}
        >
          {example.title}
        </button>
      ))}
    </p>
  );
}
