// The help beside the page, with parts of the page: all keys, the way to change them, and a place for the programs that it opens.

import { openBeside } from "../document/state/opening.ts";
import { Help } from "../help/help.tsx";
import type { KeyGroup } from "../help/items.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { open } from "../navigation/route.ts";
import { startRun } from "../program/state/running.ts";

/** Shows the help where it is open, with the keys of the page, and opens the programs of its entries as examples. */
export function HelpBeside() {
  return <Help loadKeys={loadKeys} onChangeKeys={() => openDialog("keys")} onOpen={(text) => void openExample(text)} />;
}

async function loadKeys(): Promise<readonly KeyGroup[]> {
  const { allKeys } = await import("../commands/all-keys.ts");
  return allKeys();
}

/** Opens a program in a document of its own, and runs it. */
async function openExample(text: string): Promise<void> {
  open("document");
  const opened = await openBeside(text);
  if (opened !== undefined) void startRun(opened);
}
