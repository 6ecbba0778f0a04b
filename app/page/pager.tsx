// The way to the example before and the one after, at the end of the document.
import { t } from "@lingui/core/macro";
import { exampleBehind } from "../dialogs/examples/model.ts";
import type { ProgramCell } from "../document/document.ts";
import { EXAMPLES, type Example } from "../document/examples.ts";
import { openProgram } from "../document/state/opening.ts";
import { startRun } from "../program/state/running.ts";
import { Icon } from "../ui/icon.tsx";

export default function Pager({ cell }: { readonly cell: ProgramCell }) {
  const here = exampleBehind(EXAMPLES, cell.text);
  if (here === undefined) return null;
  const open = async (example: Example): Promise<void> => {
    const opened = await openProgram(cell.id, example.text);
    if (opened !== undefined) void startRun(opened);
    window.scrollTo({ top: 0 });
  };
  const before = EXAMPLES[here.number - 2];
  const after = EXAMPLES[here.number];
  return (
    <nav className="pager" aria-label={t`Previous and next example`}>
      {before !== undefined && (
        <button type="button" className="pager-link before" onClick={() => void open(before)}>
          <span className="label">
            <Icon name="left" /> {exampleWords(before)}
          </span>
          <span className="pager-title" lang="en">
            {before.title}
          </span>
        </button>
      )}
      {after !== undefined && (
        <button type="button" className="pager-link after" onClick={() => void open(after)}>
          <span className="label">
            {exampleWords(after)} <Icon name="right" />
          </span>
          <span className="pager-title" lang="en">
            {after.title}
          </span>
        </button>
      )}
    </nav>
  );
}

function exampleWords({ number }: Example): string {
  return t`Example ${number}`;
}
