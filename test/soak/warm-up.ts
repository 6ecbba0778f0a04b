// Once through everything that is loaded or drawn when it is first needed, so that it does not count as growth.
import { settles } from "./settle.ts";
import { PROSE } from "./texts.ts";
import type { User } from "./user.ts";

const VIEWS = ["Explorer", "Graph", "Ladder", "Complexity", "Jobs", "Compiled"] as const;
const DIALOGS = ["Share as a link", "Keys, to see", "Documents and their history", "Earlier versions"] as const;
/** How long a view may take to be complete, in milliseconds. */
const PATIENCE = 30_000;

export async function warmUp(user: User): Promise<void> {
  const { page } = user;
  await user.write(
    "-- at: (n, 1.0)\n-- sweep: n = 1 .. 4\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)",
  );
  await user.press("ControlOrMeta+Enter");
  await settles(page, PATIENCE);
  for (const view of VIEWS) {
    await user.goTo(view);
    await page.locator("main.look").waitFor();
    await settles(page, PATIENCE);
  }
  await user.goTo("Document");
  for (const part of await page.locator("details.inside > summary").all()) await part.click();
  await settles(page, PATIENCE);
  await user.command("Add prose below");
  await page.locator(".prose-editor .cm-content").click();
  await page.keyboard.insertText(PROSE[0]!);
  await page.locator(".rendered .katex").first().waitFor();
  for (const words of DIALOGS) {
    await user.command(words);
    await page.locator("dialog[open]").waitFor();
    await user.closeDialogs();
  }
  await user.goTo("Document");
  await page.getByRole("button", { name: "Examples", exact: true }).first().click();
  // the gallery draws the graph of each example once
  await page.waitForFunction(() => document.querySelectorAll("svg.thumbnail").length >= 24, undefined, {
    timeout: PATIENCE,
  });
  await user.closeDialogs();
}
