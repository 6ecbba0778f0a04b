// Actions on the page as a whole: its size, theme, commands, keys and history, and a second tab on the same documents.
import type { Action } from "./action.ts";
import { leaveAlone } from "./settle.ts";
import { PROGRAMS } from "./texts.ts";
import { WIDTHS } from "./user.ts";

const SHORTCUTS = [
  "ControlOrMeta+k",
  "ControlOrMeta+o",
  "ControlOrMeta+Alt+p",
  "ControlOrMeta+Alt+m",
  "ControlOrMeta+Alt+ArrowUp",
  "ControlOrMeta+Alt+ArrowDown",
  "ControlOrMeta+z",
  "ControlOrMeta+Shift+z",
  "ControlOrMeta+Enter",
  "ControlOrMeta+Shift+Enter",
  "ControlOrMeta+F2",
  "?",
  "F1",
  "Escape",
  "Tab",
];

const COMMANDS = [
  "Theme: light",
  "Theme: dark",
  "Theme: high contrast",
  "papers’ signs",
  "Present",
  "Change keyboard",
  "Help",
  "Show or hide below the program",
  "no such command",
];

export const PAGE_ACTIONS: readonly Action[] = [
  {
    name: "resize the window",
    weight: 5,
    run: async (user) => {
      await user.page.setViewportSize({
        width: user.random.pick(WIDTHS),
        height: user.random.pick([500, 844, 900, 1080]),
      });
      return true;
    },
  },
  {
    name: "change the theme",
    weight: 3,
    run: async (user) => {
      await user.command(user.random.pick(["Theme: system", "Theme: light", "Theme: dark", "Theme: high contrast"]));
      return true;
    },
  },
  {
    name: "choose in the command palette",
    weight: 3,
    run: async (user) => {
      await user.command(user.random.pick(COMMANDS));
      return true;
    },
  },
  {
    name: "use a menu",
    weight: 2,
    run: async (user) => {
      if (!(await user.click(user.page.getByRole("button", { name: /^(Menu|More actions for this cell)$/ }))))
        return false;
      await user.press("ArrowDown", user.random.below(4));
      await user.press("Escape");
      return true;
    },
  },
  {
    name: "press a shortcut",
    weight: 5,
    run: async (user) => {
      await user.press(user.random.pick(SHORTCUTS));
      return true;
    },
  },
  {
    name: "go back or forward",
    weight: 4,
    run: async (user) => {
      // never before its beginning, where another page was
      return user.page.evaluate(
        (by) => {
          const { currentEntry } = navigation;
          const there = navigation.entries()[(currentEntry?.index ?? 0) + by]?.sameDocument === true;
          if (there) history.go(by);
          return there;
        },
        user.random.pick([-1, -1, 1]),
      );
    },
  },
  {
    name: "open a second tab",
    weight: 2,
    run: (user) => user.openGuest(user.page.url().replace(/#.*$/, "")),
  },
  {
    name: "open the shared link in a second tab",
    weight: 1,
    run: async (user) => {
      if (user.link === undefined) return false;
      return user.openGuest(user.random.chance(0.3) ? user.link.replace("#", "?embed#") : user.link);
    },
  },
  {
    name: "write in the second tab",
    weight: 3,
    run: (user) =>
      user.asGuest(async (guest) => {
        await guest.locator(".program .cm-content").first().click({ timeout: user.patience });
        await guest.keyboard.press("ControlOrMeta+a");
        await guest.keyboard.insertText(user.random.pick(PROGRAMS));
        await guest.keyboard.press("ControlOrMeta+Enter");
        await leaveAlone(guest, user.random.below(800));
      }),
  },
  {
    name: "open a view in the second tab",
    weight: 2,
    run: (user) =>
      user.asGuest(async (guest) => {
        await guest.evaluate(
          (view) => {
            location.hash = `#/${view}`;
          },
          user.random.pick(["explorer", "graph", "ladder", "complexity", "jobs", "compiled", ""]),
        );
        await leaveAlone(guest, user.random.below(800));
      }),
  },
  {
    name: "reload the second tab",
    weight: 2,
    run: (user) => user.asGuest((guest) => guest.reload({ timeout: 20_000 })),
  },
  { name: "close the second tab", weight: 2, run: (user) => user.closeGuest() },
];
