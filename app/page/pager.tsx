// The way to the example before and the one after, at the end of the document.
import { t } from "@lingui/core/macro";
import { exampleBehind } from "../dialogs/examples/model.ts";
import type { ProgramCell } from "../document/document.ts";
import { EXAMPLES, type Example } from "../document/examples.ts";
import { openProgram } from "../document/state/opening.ts";
import { startRun } from "../program/state/running.ts";
import { PagerLinks } from "../ui/pager-links.tsx";

/** Shows the ways to the example before and the one after; nothing where the program is none of the examples. */
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
  const link = (example: Example) => ({
    words: exampleWords(example),
    title: example.title,
    onOpen: () => void open(example),
  });
  return (
    <PagerLinks label={t`Previous and next example`} before={before && link(before)} after={after && link(after)} />
  );
}

function exampleWords({ number }: Example): string {
  return t`Example ${number}`;
}
