// Actions on cells and documents: added, moved, taken away, undone, opened, shared, saved and read again.
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import type { Action } from "./action.ts";
import { leaveAlone } from "./settle.ts";
import { PROGRAMS, PROSE } from "./texts.ts";
import type { User } from "./user.ts";

function command(words: string, weight: number): Action {
  return {
    name: `command: ${words}`,
    weight,
    run: async (user) => {
      await user.command(words);
      return true;
    },
  };
}

/** One of the tools of a cell. */
function tool(label: RegExp, name: string, weight: number): Action {
  return {
    name,
    weight,
    run: async (user) => {
      await user.goTo("Document");
      const tools = user.page.getByRole("toolbar", { name: "This cell" });
      return user.click(tools.getByRole("button", { name: label, disabled: false }));
    },
  };
}

async function openFile(user: User, name: string, text: string): Promise<boolean> {
  const [chooser] = await Promise.all([
    user.page.waitForEvent("filechooser", { timeout: 5000 }),
    user.command("Open a file"),
  ]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  return true;
}

async function saveFile(user: User, words: string, ending: string): Promise<boolean> {
  const [download] = await Promise.all([user.page.waitForEvent("download", { timeout: 5000 }), user.command(words)]);
  user.files.set(ending, readFileSync(await download.path(), "utf8"));
  await download.delete();
  return true;
}

export const DOCUMENT_ACTIONS: readonly Action[] = [
  command("Add a program below", 4),
  command("Add prose below", 3),
  tool(/^Delete/, "delete a cell", 5),
  tool(/^Move (up|down)/, "move a cell", 3),
  tool(/^Copy/, "copy a cell", 2),
  tool(/^Hold still/, "hold a cell still", 1),
  command("Undo", 6),
  command("Redo", 4),
  command("Format this program", 2),
  command("Run all programs", 2),
  command("Stop all runs", 1),
  command("New document", 3),
  {
    name: "open an example",
    weight: 5,
    run: async (user) => {
      await user.goTo("Document");
      if (!(await user.click(user.page.getByRole("button", { name: "Examples", exact: true })))) return false;
      if (user.random.chance(0.3)) await leaveAlone(user.page, 2000);
      return user.click(user.page.locator("dialog[open] .choice.example"));
    },
  },
  {
    name: "open another document",
    weight: 3,
    run: async (user) => {
      await user.command("Documents and their history");
      return user.click(await listed(user));
    },
  },
  {
    name: "look at an earlier version, and restore it",
    weight: 2,
    run: async (user) => {
      await user.command("Earlier versions");
      if (!(await user.click(await listed(user)))) return false;
      if (user.random.chance(0.5)) await user.click(user.page.getByRole("button", { name: "Preview" }));
      return user.random.chance(0.5) || user.click(user.page.getByRole("button", { name: "Restore this version" }));
    },
  },
  {
    name: "delete a document",
    weight: 5,
    run: async (user) => {
      await user.command("Documents and their history");
      await listed(user);
      return user.click(user.page.locator("dialog[open]").getByRole("button", { name: /for good$/ }));
    },
  },
  {
    name: "share a link",
    weight: 3,
    run: async (user) => {
      await user.command("Share as a link");
      const field = user.page.getByRole("textbox", { name: /^Link/ });
      if ((await field.count()) === 0) return false;
      user.link = await field.inputValue({ timeout: user.patience });
      await user.choose(user.page.locator("dialog[open] select"));
      return user.click(user.page.locator("dialog[open]").getByRole("button", { name: /^Copy/ }));
    },
  },
  {
    name: "open the shared link here",
    weight: 2,
    run: async (user) => {
      const hash = user.link?.replace(/^[^#]*/, "");
      if (hash === undefined) return false;
      await user.page.evaluate((address) => {
        location.hash = address;
      }, hash);
      return true;
    },
  },
  {
    name: "open a damaged link",
    weight: 1,
    run: async (user) => {
      await user.page.evaluate(
        (address) => {
          location.hash = address;
        },
        `#/open/1/${user.random.pick(["AAAA", "", "%%%", user.link?.slice(-40) ?? "x"])}`,
      );
      return true;
    },
  },
  { name: "save as Markdown", weight: 2, run: (user) => saveFile(user, "Save as a Markdown file", "md") },
  { name: "save as JSON", weight: 2, run: (user) => saveFile(user, "Save as JSON", "json") },
  { name: "save as a page", weight: 1, run: (user) => saveFile(user, "Save as HTML", "html") },
  {
    name: "open a file",
    weight: 3,
    run: (user) => {
      const ending = user.random.pick(["md", "json", "dual", "txt"]);
      const made = { md: `# Notes\n\n${user.random.pick(PROSE)}`, json: "{}", dual: user.random.pick(PROGRAMS) };
      const text = user.files.get(ending) ?? made[ending as keyof typeof made] ?? "";
      return openFile(user, `file.${ending}`, text);
    },
  },
];

/** The list of the open dialog, once shown. */
async function listed({ page, patience }: User): Promise<Locator> {
  const choices = page.locator("dialog[open] .choice");
  await choices.first().waitFor({ timeout: patience });
  return choices;
}
