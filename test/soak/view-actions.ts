// Actions on views: each is opened and operated, by its keys and by whatever controls it shows.
import type { Action } from "./action.ts";
import { leaveAlone } from "./settle.ts";
import type { User } from "./user.ts";

const TIMELINE_KEYS = [
  ..."ocmrpfjnw[]1234",
  "Shift+O",
  "Shift+C",
  "ArrowRight",
  "ArrowLeft",
  "Alt+ArrowRight",
  "Home",
  "End",
  "Space",
  "Escape",
];

function openView(view: string, weight: number): Action {
  return {
    name: `open the view ${view}`,
    weight,
    run: async (user) => {
      await user.goTo(view);
      return true;
    },
  };
}

/** Whether a view is open; without that, an action of a view opens it. */
async function into(user: User, views: readonly string[]): Promise<void> {
  const hash = await user.page.evaluate(() => location.hash);
  if (!views.some((view) => hash.startsWith(`#/${view.toLowerCase()}`))) await user.goTo(user.random.pick(views));
  await user.page.locator("main.look").waitFor({ timeout: user.patience });
}

/** Drags, points at, clicks and zooms a canvas. */
async function onCanvas(user: User): Promise<boolean> {
  const canvas = await user.oneOf(user.page.locator("main .canvas"));
  const box = await canvas?.boundingBox();
  if (box === undefined || box === null) return false;
  const { mouse } = user.page;
  const place = (): readonly [number, number] => [
    box.x + 2 + user.random.below(Math.max(1, box.width - 4)),
    box.y + 2 + user.random.below(Math.max(1, box.height - 4)),
  ];
  await mouse.move(...place());
  const kind = user.random.below(4);
  if (kind === 0) await mouse.wheel(0, user.random.pick([-300, 300, 2000]));
  else if (kind === 1) await mouse.click(...place());
  else if (kind === 2) await mouse.dblclick(...place());
  else {
    await mouse.down();
    await mouse.move(...place(), { steps: 5 });
    await mouse.up();
  }
  return true;
}

/** Operates some control of what is shown, whichever it is. */
async function operate(user: User): Promise<boolean> {
  const control = await user.oneOf(
    user.page.locator(
      "main :is(button, select, summary, [role=tab], [role=slider], [role=separator], input[type=range], input[type=checkbox], input[type=number]):enabled",
    ),
  );
  if (control === undefined) return false;
  const kind = await control.evaluate(
    (element) => element.getAttribute("role") ?? (element as HTMLInputElement).type ?? element.tagName,
    undefined,
    { timeout: user.patience },
  );
  if (kind === "select-one") return user.choose(control);
  if (/^(?:range|slider|separator|number)$/.test(kind)) {
    await control.focus({ timeout: user.patience });
    await user.press(user.random.pick(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"]), 4);
    return true;
  }
  await control.click({ timeout: user.patience });
  return true;
}

export const VIEW_ACTIONS: readonly Action[] = [
  openView("Explorer", 4),
  openView("Graph", 4),
  openView("Ladder", 2),
  openView("Complexity", 2),
  openView("Jobs", 2),
  openView("Compiled", 2),
  openView("Document", 2),
  { name: "operate a control of what is shown", weight: 24, run: operate },
  {
    name: "press keys of the timeline",
    weight: 8,
    run: async (user) => {
      await into(user, ["Explorer", "Graph"]);
      for (let key = 0; key < 10; key++) await user.press(user.random.pick(TIMELINE_KEYS));
      return true;
    },
  },
  {
    name: "play",
    weight: 3,
    run: async (user) => {
      await into(user, ["Explorer", "Graph"]);
      await user.choose(user.page.getByRole("combobox", { name: "Speed" }));
      if (!(await user.click(user.page.getByRole("button", { name: "Play" })))) return false;
      await leaveAlone(user.page, user.random.below(1500));
      return true;
    },
  },
  {
    name: "scrub",
    weight: 3,
    run: async (user) => {
      await into(user, ["Explorer", "Graph"]);
      const slider = user.page.getByRole("slider", { name: "Event of the run" });
      const box = await slider.boundingBox({ timeout: user.patience });
      if (box === null) return false;
      const { mouse } = user.page;
      await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await mouse.down();
      for (let step = 0; step < 6; step++)
        await mouse.move(box.x + user.random.below(box.width), box.y + box.height / 2, { steps: 4 });
      await mouse.up();
      return true;
    },
  },
  {
    name: "choose a stage of a column",
    weight: 3,
    run: async (user) => {
      await into(user, ["Explorer"]);
      return user.choose(user.page.getByRole("combobox", { name: /^Stage of column/ }));
    },
  },
  {
    name: "add or close a column",
    weight: 2,
    run: async (user) => {
      await into(user, ["Explorer"]);
      return user.click(user.page.getByRole("button", { name: /^(Add a stage|Close)/ }));
    },
  },
  {
    name: "set breakpoints and watches",
    weight: 2,
    run: async (user) => {
      await into(user, ["Explorer"]);
      if ((await user.page.locator("details.stops[open]").count()) === 0)
        await user.click(user.page.getByText("Breakpoints and watches"));
      return user.click(user.page.locator(".stops-body").getByRole("button", { disabled: false }));
    },
  },
  {
    name: "choose a scalar",
    weight: 3,
    run: async (user) => {
      await into(user, ["Explorer", "Graph"]);
      return user.click(user.page.locator(".id-pill, .state-row, .list-button"));
    },
  },
  {
    name: "fold, hide or filter the graph",
    weight: 4,
    run: async (user) => {
      await into(user, ["Graph"]);
      if (user.random.chance(0.3))
        return user.fill(user.page.getByRole("searchbox"), user.random.pick(["#2", "x", "*", "9", ""]));
      return user.click(user.page.locator(".graph-tools :is(button, input[type=checkbox]):enabled"));
    },
  },
  {
    name: "compare graphs or partials",
    weight: 1,
    run: async (user) => {
      await into(user, ["Graph"]);
      return user.click(user.page.locator(".graph-side :is(button, summary):enabled"));
    },
  },
  {
    name: "drag, zoom or click the canvas",
    weight: 4,
    run: async (user) => {
      await into(user, ["Graph", "Jobs"]);
      return onCanvas(user);
    },
  },
  {
    name: "climb the ladder",
    weight: 2,
    run: async (user) => {
      await into(user, ["Ladder"]);
      return user.click(user.page.locator(".climb-dock button, .ladder-table button"));
    },
  },
  {
    name: "change what the lab draws",
    weight: 4,
    run: async (user) => {
      await into(user, ["Complexity"]);
      if (user.random.chance(0.3)) return user.choose(user.page.locator(".lab-fields select"));
      if (user.random.chance(0.3))
        return user.fill(
          user.page.getByRole("textbox", { name: "n", exact: true }),
          user.random.pick(["1 .. 6", "2, 4, 8", "1", "x", "1 .. 12"]),
        );
      return user.click(user.page.locator(".lab-toggle, [role=tab]"));
    },
  },
  {
    name: "open or close a part below a program",
    weight: 4,
    run: async (user) => {
      await user.goTo("Document");
      return user.click(user.page.locator("details.inside > summary"));
    },
  },
];
