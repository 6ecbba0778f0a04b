// Actions on what is written: programs, prose, inputs and stages, and their runs.
import type { Action } from "./action.ts";
import { leaveAlone } from "./settle.ts";
import { BROKEN, ENDLESS, INPUTS, PROGRAMS, PROSE, STAGES, TITLES, TYPED } from "./texts.ts";
import type { User } from "./user.ts";

/** Keys in an editor: letters that start completions, brackets that close themselves, and the editor's commands. */
const EDITOR_KEYS = [
  ..."xyn ()[]{}+*-=.0",
  "Enter",
  "Backspace",
  "Delete",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "Tab",
  "Shift+ArrowLeft",
  "Shift+ArrowDown",
  "ControlOrMeta+z",
  "ControlOrMeta+Shift+z",
  "ControlOrMeta+/",
  "ControlOrMeta+Space",
  "ControlOrMeta+.",
  "ControlOrMeta+d",
  "ControlOrMeta+a",
  "Control+Alt+f",
  "F12",
  "Escape",
];

async function runByKeys(user: User): Promise<void> {
  await user.press("ControlOrMeta+Enter");
}

async function writeAndRun(user: User, texts: readonly string[]): Promise<boolean> {
  if (!(await user.write(user.random.pick(texts)))) return false;
  await runByKeys(user);
  return true;
}

async function stopAfter(user: User, milliseconds: number): Promise<void> {
  await leaveAlone(user.page, milliseconds);
  if (user.random.chance(0.5)) await user.press("Escape");
  else await user.click(user.page.locator("button.run", { hasText: "Stop" }));
}

export const WRITING_ACTIONS: readonly Action[] = [
  { name: "write a right program and run it", weight: 10, run: (user) => writeAndRun(user, PROGRAMS) },
  { name: "write a broken program and run it", weight: 4, run: (user) => writeAndRun(user, BROKEN) },
  {
    name: "write an endless program, run it and stop",
    weight: 3,
    run: async (user) => {
      if (!(await writeAndRun(user, ENDLESS))) return false;
      await stopAfter(user, 100 + user.random.below(1400));
      return true;
    },
  },
  {
    name: "type a program key by key",
    weight: 4,
    run: async (user) => {
      if (!(await user.intoProgram())) return false;
      await user.press("ControlOrMeta+a");
      await user.page.keyboard.type(user.random.pick(TYPED));
      return true;
    },
  },
  {
    name: "press keys in a program",
    weight: 8,
    run: async (user) => {
      if (!(await user.intoProgram())) return false;
      for (let key = 0; key < 12; key++) await user.press(user.random.pick(EDITOR_KEYS));
      return true;
    },
  },
  {
    name: "rename what the caret is on",
    weight: 2,
    run: async (user) => {
      if (!(await user.intoProgram())) return false;
      await user.press("F2");
      const name = user.page.getByRole("textbox", { name: "New name" });
      if ((await name.count()) === 0) return false;
      return user.fill(name, user.random.pick(["other", "x", "main", "1"]));
    },
  },
  {
    name: "point at a program",
    weight: 2,
    run: async (user) => {
      await user.goTo("Document");
      const line = await user.oneOf(user.page.locator(".program .cm-line"));
      await line?.hover({ timeout: user.patience });
      return line !== undefined;
    },
  },
  {
    name: "run by the button",
    weight: 4,
    run: async (user) => {
      await user.goTo("Document");
      return user.click(user.page.locator("button.run"));
    },
  },
  {
    name: "change the input",
    weight: 5,
    run: async (user) => {
      await user.goTo("Document");
      const fields = user.page.locator(".program .cm-editor [role=textbox][aria-label^=Input]");
      if (!(await user.click(fields))) return false;
      await user.press("ControlOrMeta+a");
      await user.page.keyboard.insertText(user.random.pick(INPUTS));
      await runByKeys(user);
      return true;
    },
  },
  {
    name: "change the stage",
    weight: 5,
    run: async (user) => {
      await user.goTo("Document");
      const box = await user.oneOf(user.page.getByRole("combobox", { name: /^Stage of the algorithm/ }));
      if (box === undefined) return false;
      await box.selectOption(user.random.pick(STAGES), { timeout: user.patience });
      await runByKeys(user);
      return true;
    },
  },
  {
    name: "write prose",
    weight: 5,
    run: async (user) => {
      await user.goTo("Document");
      if (!(await user.click(user.page.locator(".prose-editor .cm-content, .prose-edit[aria-expanded=false]"))))
        return false;
      await user.press("ControlOrMeta+a");
      await user.page.keyboard.insertText(user.random.pick(PROSE));
      if (user.random.chance(0.6)) await user.press("Escape");
      return true;
    },
  },
  {
    name: "give a title",
    weight: 1,
    run: (user) =>
      user.fill(user.page.getByRole("textbox", { name: "Title of the document" }), user.random.pick(TITLES)),
  },
  {
    name: "play with the numbers",
    weight: 3,
    run: async (user) => {
      await user.goTo("Document");
      const slider = await user.oneOf(user.page.locator(".card input[type=range]"));
      if (slider === undefined) return false;
      await slider.focus({ timeout: user.patience });
      await user.press(user.random.pick(["ArrowRight", "ArrowLeft", "PageUp", "PageDown"]), 8);
      return true;
    },
  },
];
