// The page in a real browser: typing, running, mistakes, stopping, keeping, opening, by mouse and by keyboard.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../support/examples.ts";
import { importModule, moduleOf, plainData } from "../support/plain.ts";
import { preparedProgram } from "../support/run.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import type { Site, Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { leaveTexts, storedText } from "./stored.ts";

const SQUARE = "-- title: Squares\n-- at: (3.0, 4.0)\n\ndef main (x, y) = x * x + y\n";
const ENDLESS = "-- at: 1.0\ndef main (x : Real) : Real = main (x + 1.0)\n";

const site = siteForTests();
const visits: Visit[] = [];

/** Data with its numbers to twelve digits: browser and Node may have other exponential functions. */
function rounded(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, one) => (typeof one === "number" ? Number(one.toPrecision(12)) : one));
}

async function open(...options: Parameters<Site["visit"]>): Promise<Notebook> {
  const visit = await site.visit(...options);
  visits.push(visit);
  return new Notebook(visit.page);
}

describe("running a program", () => {
  test("a first visit shows the running example with its value, gradient and checks; a stage shows its cost", async () => {
    const notebook = await open();
    await notebook.ended();
    expect(await notebook.page.getByRole("heading", { level: 1 }).textContent()).toBe("The running example");
    expect(await notebook.values()).toBe("value 300.0; input (12.0, 13.0), gradient (37.0, 12.0)");
    const checks = notebook.page.getByRole("list", { name: "Checks of the gradient" });
    expect(await checks.getByText("agrees with").count()).toBe(2);
    await notebook.by("tape");
    await notebook.runNow();
    expect(await notebook.values()).toBe("value 300.0; input (12.0, 13.0), gradient (37.0, 12.0)");
    await notebook.page.getByText("All counters").click();
    await notebook.says("backpropagator calls");
  });

  test("a program that is typed and run gives its gradient; fields override the header", async () => {
    const notebook = await open();
    await notebook.write(SQUARE);
    await notebook.runNow();
    expect(await notebook.page.getByRole("heading", { level: 1 }).textContent()).toBe("Squares");
    expect(await notebook.values()).toBe("value 13.0; input (3.0, 4.0), gradient (6.0, 1.0)");
    await notebook.input.click();
    await notebook.page.keyboard.type("(5.0, 0.0");
    await notebook.cotangent.click();
    await notebook.page.keyboard.type("2.0");
    await notebook.runNow();
    expect(await notebook.values()).toBe("value 25.0, cotangent 2.0; input (5.0, 0.0), gradient (20.0, 2.0)");
  });

  test.runIf(IS_LONG)(
    "the program after the transformation of the chosen stage can be read, with what is new in it",
    async () => {
      const notebook = await open();
      await notebook.ended();
      const { page } = notebook;
      await notebook.by("tape");
      await page.getByText("The program after").click();
      await notebook.says("The contributions are written to the tape in the forward pass");
      const own = page.getByRole("region", { name: "Your program" });
      const news = () => own.locator("ins").allTextContents();
      expect((await news()).join("")).toContain("SWrite [(1.0, d₁)");
      expect((await own.innerText()).includes("(λs₀. (x, s₀)) s₀")).toBe(false);
      await page.getByRole("checkbox", { name: "simplified for reading" }).uncheck();
      await own.getByText("(λs₀. (x, s₀)) s₀").first().waitFor();
      await page.getByRole("checkbox", { name: /^mark what changed/ }).uncheck();
      expect(await news()).toEqual([]);
      await notebook.by("parallel");
      await page
        .getByRole("region", { name: "What parallel adds to every program" })
        .getByText("genID")
        .first()
        .waitFor();
      // the text may be edited meanwhile
      await notebook.write(SQUARE);
      await own.getByText("x₁ + x₂").first().waitFor();
      await notebook.write("def main x = x +");
      await notebook.runNow();
      await notebook.write("-- at: 1.0\ndef main x = exp x");
      await own.getByText("exp(x₁)").first().waitFor();
    },
  );

  test("the gradient can be read and exported as a module", async () => {
    const notebook = await open();
    await notebook.ended();
    const { page } = notebook;
    await page.getByText("The gradient as a JavaScript module").click();
    const module = page.getByRole("textbox", { name: "main.mjs" });
    await module.waitFor();
    expect(await module.inputValue()).toContain("export function gradient(x, cotangent)");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const file = await (await downloading).path();
    const { gradient } = await importModule(readFileSync(file, "utf8"));
    expect(gradient([12, 13])).toEqual({ value: 300, gradient: [37, 12] });
  });

  test.runIf(IS_LONG)("modules say in a page what they say in Node, of all examples or every second", async () => {
    const { page } = await open();
    const empty = await page.context().newPage();
    for (const { text } of oneIn(2, EXAMPLES)) {
      const module = moduleOf(text);
      const { input, paramShape } = preparedProgram(text);
      const x = plainData(paramShape, input);
      const code = `import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(module)}`)}).then((it) => it.gradient(${JSON.stringify(x)}))`;
      const wanted = (await importModule(module)).gradient(x);
      expect(rounded(await empty.evaluate(code))).toEqual(rounded(wanted));
    }
  });

  test.runIf(IS_LONG)(
    "a result from before an edit is marked until the edit is taken back or the program runs again",
    async () => {
      const notebook = await open();
      await notebook.page.getByRole("button", { name: "Live" }).click();
      await notebook.write(SQUARE);
      await notebook.runNow();
      // where the cursor is does not depend on what lies under the pointer
      await notebook.editor.focus();
      await notebook.page.keyboard.press("ControlOrMeta+End");
      await notebook.page.keyboard.type("-- more");
      await notebook.says("before your last edit");
      await notebook.says("edited since it ran");
      for (let letter = 0; letter < 7; letter++) await notebook.page.keyboard.press("Backspace");
      await notebook.says("ran, up to date");
      expect(await notebook.page.getByText("before your last edit").count()).toBe(0);
    },
  );

  test("a quick program runs by itself as it is typed; while it does not check, its last result stays", async () => {
    const notebook = await open();
    const { page } = notebook;
    await notebook.write(SQUARE);
    const follows = async (): Promise<boolean> => {
      // a run counts as quick by the clock: on a busy machine it may take several
      await notebook.runNow();
      await notebook.editor.click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" +", { delay: 30 });
      await notebook.says("before your last edit");
      expect(await notebook.values()).toContain("value 13.0");
      await page.keyboard.type(" 1.5", { delay: 30 });
      const followed = await notebook.result
        .getByText("14.5", { exact: true })
        .waitFor({ timeout: 3000 })
        .then(() => true)
        .catch(() => false);
      if (followed) await page.getByText("before your last edit").waitFor({ state: "detached" });
      for (let letter = 0; letter < " + 1.5".length; letter++) await page.keyboard.press("Backspace");
      return followed;
    };
    let attempts = 0;
    while (!(await follows()) && attempts < 6) attempts++;
    expect(attempts).toBeLessThan(6);
    // what keeps it from running is told beside the last result, and its fixes lead to a run
    const mends = async (text: string, fixes: readonly string[], value: string): Promise<boolean> => {
      await notebook.write(SQUARE);
      await notebook.runNow();
      await notebook.write(text);
      for (const fix of fixes) {
        const button = notebook.program.getByRole("button", { name: fix, exact: true });
        const isThere = await button.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
        if (!isThere) return false;
        await notebook.says(/1 error|definitions only|no input yet/);
        await notebook.says("before your last edit");
        await button.click();
      }
      await notebook.result.getByText(value, { exact: true }).first().waitFor();
      return true;
    };
    const mended = async (...ask: Parameters<typeof mends>): Promise<boolean> => {
      for (let time = 0; time < 6; time++) if (await mends(...ask)) return true;
      return false;
    };
    expect(await mended("-- at: 2.0\ndef main (x, y) = x * y", ["Fill in (2.0, 0.5)"], "(0.5, 2.0)")).toBe(true);
    expect(await mended("def f x = x * x", ["Write -- entry: f", "Fill in 0.5"], "0.25")).toBe(true);
    // where none has run, the first text that checks does: that of a new document, and the one that is written in its place
    await notebook.command("New document");
    await notebook.result.getByText("4.0", { exact: true }).first().waitFor();
    await notebook.write(SQUARE);
    await notebook.result.getByText("13.0", { exact: true }).waitFor();
  });

  test.runIf(IS_LONG)("on a first visit the value follows what is typed, though nothing was run by hand", async () => {
    const types = async (): Promise<boolean> => {
      const { page, notebook } = await Notebook.open(site);
      await notebook.write(SQUARE);
      await notebook.result.getByText("13.0", { exact: true }).waitFor();
      // runs count as quick by the clock from here on: a busy machine may be too slow for keys
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" + 1.5", { delay: 60 });
      return notebook.result
        .getByText("14.5", { exact: true })
        .waitFor({ timeout: 3000 })
        .then(() => true)
        .catch(() => false);
    };
    let attempts = 0;
    while (!(await types()) && attempts < 5) attempts++;
    expect(attempts).toBeLessThan(5);
  });

  test.runIf(IS_LONG)("the tooltip of a name shows its value and cotangent, and leads to why", async () => {
    const notebook = await open();
    await notebook.write("-- at: (3.0, 4.0)\ndef main (width, y) =\n  let area = width * y in\n  area + sin width");
    const { page } = notebook;
    const name = page.locator(".cm-line", { hasText: "let area" }).getByText("area", { exact: false }).first();
    const rows = page.locator(".tip-scalars tbody tr");
    // a page that still shows the run takes a tooltip away, and a busy one has no numbers of runs that took a second
    const hovered = async (): Promise<number> => {
      await notebook.runNow();
      await page.mouse.move(0, 0);
      await name.hover({ position: { x: 70, y: 8 } });
      await rows
        .first()
        .or(page.locator(".cm-tooltip"))
        .first()
        .waitFor({ timeout: 3000 })
        .catch(() => undefined);
      return rows.count();
    };
    await expect.poll(hovered, { timeout: 30_000 }).toBe(1);
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/^#2\s+12(\.0)?\s+1(\.0)?\s+Why\?$/)]);
    await rows.getByRole("button").click();
    await page.getByRole("heading", { name: /Why does area .*have cotangent/ }).waitFor();
  });

  test("every example runs, or every eighth, and both checks agree", async () => {
    const notebook = await open();
    const folder = new URL("../../examples/", import.meta.url);
    const names = readdirSync(folder).filter((name) => name.endsWith(".dual"));
    for (const name of oneIn(8, names)) {
      const title = /^-- title:\s*(.+)$/m.exec(readFileSync(new URL(name, folder), "utf8"))![1]!;
      await notebook.openExample(title);
      await notebook.page.getByRole("heading", { level: 1, name: title }).waitFor();
      await notebook.says("ran, up to date");
      const checks = notebook.page.getByRole("list", { name: "Checks of the gradient" });
      expect(await checks.getByText("agrees with").count(), title).toBe(2);
    }
  });
});

describe("mistakes", () => {
  test("a mistake is marked and explained as it is typed, and its fix mends it", async () => {
    const notebook = await open();
    await notebook.write(
      "-- at: ((3.0, 4.0), 2)\ndef speed (a, b) = sqrt (a*a + b*b)\ndef main (v, n : Int) = speed v / n\n",
    );
    const mistakes = notebook.page.getByRole("region", { name: "Errors in the program" });
    await mistakes.getByText("divides Reals").waitFor();
    expect(await notebook.editor.locator(".cm-lintRange-error").allTextContents()).toEqual(["n"]);
    await mistakes.getByRole("button", { name: "Write real n" }).click();
    await mistakes.waitFor({ state: "detached" });
    await notebook.runNow();
    expect(await notebook.values()).toContain("value 2.5");
  });

  test.runIf(IS_LONG)("a mistake at run time shows the place and the calls that led there", async () => {
    const notebook = await open();
    await notebook.write(
      "-- at: #[1.0, 4.0, 9.0]\ndef diff a i = a ! (i + 1) - a ! i\ndef main a = sumA (build (size a) (diff a))\n",
    );
    await notebook.runNow();
    await notebook.result.getByText("element 3 of an array of size 3").waitFor();
    const calls = await notebook.result.locator(".run-mistakes").getByRole("listitem").allInnerTexts();
    expect(calls).toEqual(["in diff (line 2)", "in build (in the prelude)", "in main (line 3)"]);
    await notebook.editor.locator(".cm-lintRange-error").waitFor();
  });

  test.runIf(IS_LONG)("a mistake in the input stands under the input", async () => {
    const notebook = await open();
    await notebook.write(SQUARE);
    await notebook.input.click();
    await notebook.page.keyboard.insertText("(1.0, True)");
    await notebook.runNow();
    await notebook.page.locator(".field.at .mistake").getByText("Bool").waitFor();
    await notebook.result.getByText("Not run").waitFor();
  });

  test.runIf(IS_LONG)("definitions that cannot be differentiated are listed with the reason", async () => {
    const notebook = await open();
    await notebook.write("-- at: 1.0\ndef scale k = \\y -> k * y\ndef main x = scale 2.0 x\ndef half : Real = 0.5\n");
    const options = notebook.page.getByRole("combobox", { name: /^Function/ }).locator("option");
    await options.nth(2).waitFor({ state: "attached" });
    expect(await options.allTextContents()).toEqual([
      "scale",
      "main",
      "half: half is a value of type Real, not a function: there is nothing to differentiate it by",
    ]);
    expect(await options.nth(2).isDisabled()).toBe(true);
  });

  test.runIf(IS_LONG)("hovering tells a type, and typing offers the names in scope", async () => {
    const notebook = await open();
    await notebook.write("-- at: 2.0\ndef speed (a, b) = sqrt (a*a + b*b)\ndef main x = speed (x, x)\n");
    // the picture of the run, above the program, moves its lines
    await notebook.page.locator(".entrance-graph", { hasText: "sqrt" }).waitFor();
    await notebook.ended();
    await notebook.editor
      .getByText("sqrt", { exact: false })
      .first()
      .hover({ position: { x: 190, y: 10 } });
    await notebook.page.locator(".tip").getByText("Real").first().waitFor();
    await notebook.editor.click();
    await notebook.page.keyboard.press("ControlOrMeta+End");
    await notebook.page.keyboard.type("def other x = spe");
    await notebook.page.getByRole("option", { name: "speed (Real, Real) → Real" }).waitFor();
  });
});

describe("runs that do not end", () => {
  test("the page answers while a run goes on, and Stop ends it at once and keeps what there is", async () => {
    const notebook = await open();
    await notebook.by("tape");
    await notebook.write(ENDLESS);
    await notebook.page.keyboard.press("ControlOrMeta+Enter");
    await notebook.says(/steps so far|so far in this phase/);
    // the editor's questions go to another worker
    await notebook.editor.click();
    await notebook.page.keyboard.press("ControlOrMeta+End");
    await notebook.page.keyboard.type("def other y = nowhere");
    await notebook.page
      .getByRole("region", { name: "Errors in the program" })
      .getByText("nowhere is not defined")
      .waitFor();
    // how soon is a benchmark (test/bench/notebook.bench.ts)
    await notebook.page.getByRole("button", { name: "Stop", exact: true }).click();
    await notebook.result.getByText("Stopped", { exact: true }).waitFor();
    await notebook.result.getByText(/after .* steps/).waitFor();
    await notebook.write(SQUARE);
    await notebook.runNow();
    expect(await notebook.values()).toContain("gradient (6.0, 1.0)");
  });

  test.runIf(IS_LONG)("the compiled engine is stopped too, and another run follows", async () => {
    const notebook = await open();
    await notebook.write(ENDLESS);
    await notebook.page.keyboard.press("ControlOrMeta+Enter");
    await notebook.says("In the forward pass");
    await notebook.page.getByRole("button", { name: "Stop", exact: true }).click();
    await notebook.result.getByText("Stopped", { exact: true }).waitFor();
    // a run that waits for the one before to end is stopped, too, before it has begun
    await notebook.page.keyboard.press("ControlOrMeta+Enter");
    await notebook.says("In the forward pass");
    await notebook.page.keyboard.press("ControlOrMeta+Enter");
    await notebook.page.keyboard.press("Escape");
    await notebook.ended();
    await notebook.result.getByText("Stopped", { exact: true }).waitFor();
    await notebook.write(SQUARE);
    await notebook.runNow();
    expect(await notebook.values()).toContain("gradient (6.0, 1.0)");
  });

  test.runIf(IS_LONG)("Escape stops a naive run that would take for ever, and the value stays", async () => {
    const notebook = await open();
    await notebook.write("-- at: (64, 1.0)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n");
    await notebook.by("naive");
    await notebook.page.keyboard.press("ControlOrMeta+Enter");
    await notebook.says("In the reverse pass");
    await notebook.page.keyboard.press("Escape");
    await notebook.ended();
    expect(await notebook.values()).toContain("value 18446744073709552000.0");
  });
});

describe("what was typed is kept", () => {
  test("a reload right after typing loses nothing", async () => {
    const notebook = await open();
    await notebook.write(SQUARE);
    await notebook.input.click();
    await notebook.page.keyboard.insertText("(7.0, 1.0)");
    await notebook.page.reload();
    await notebook.editor.getByText("def main").waitFor();
    expect(await notebook.text()).toBe(SQUARE);
    expect(await notebook.input.textContent()).toBe("(7.0, 1.0)");
  });

  test.runIf(IS_LONG)("opening an example leaves one's own text alone, and leads back to it", async () => {
    const notebook = await open();
    await notebook.write(SQUARE);
    await notebook.openExample("doubling chain");
    await notebook.page.getByRole("heading", { level: 1, name: "The doubling chain" }).waitFor();
    await notebook.page.getByRole("button", { name: "Back to your version" }).click();
    await notebook.page.getByRole("heading", { level: 1, name: "Squares" }).waitFor();
    await notebook.page.reload();
    await notebook.page.getByRole("heading", { level: 1, name: "Squares" }).waitFor();
    await notebook.openExample("doubling chain");
    await notebook.page.getByRole("heading", { level: 1, name: "The doubling chain" }).waitFor();
    await notebook.page.reload();
    await notebook.command("Documents and their history");
    await notebook.page.getByRole("button", { name: /^Squares/ }).click();
    await notebook.page.getByRole("heading", { level: 1, name: "Squares" }).waitFor();
    expect(await notebook.text()).toBe(SQUARE);
  });

  test.runIf(IS_LONG)("storage that cannot be read is set aside, and the page works", async () => {
    const notebook = await open({}, async (page) => {
      await leaveTexts(page, { "": '{"format":"dualscope-document","version":1,"cells":[{}]}' });
    });
    await notebook.says("A document stored in this browser cannot be read");
    await notebook.ended();
    expect(await storedText(notebook.page)).toContain('"cells":[{}]');
  });

  test.runIf(IS_LONG)(
    "a megabyte of text, and in the long tests a hundred thousand brackets, leave the editor usable",
    async () => {
      const notebook = await open();
      const many = Array.from({ length: 20_000 }, (_, index) => `def f${index} x = x * ${index}.0 + sin (x + 1.0)\n`);
      for (const text of oneIn(2, [`def main x = f1 x\n${many.join("")}`, `def main x = ${"(".repeat(100_000)}`])) {
        await notebook.editor.click();
        await notebook.page.keyboard.press("ControlOrMeta+a");
        await notebook.paste(text);
        await notebook.page.keyboard.type("\n-- still here");
        await notebook.editor.getByText("-- still here").waitFor();
        // the words may still be those of an earlier save
        await expect.poll(async () => (await notebook.text()).length, { timeout: 20_000 }).toBeGreaterThan(text.length);
        await notebook.says("saved in this browser");
      }
    },
  );
});

/** Scripts that a page has asked for, with whether that was before its first answer; `answered` is when the status says so. */
function scriptsOf(page: Page): Promise<readonly { readonly name: string; readonly isBefore: boolean }[]> {
  return page.evaluate(() => {
    const { answered } = globalThis as unknown as { readonly answered: number };
    const scripts = performance.getEntriesByType("resource").filter(({ name }) =>
      // what the engine's workers load is not waited for
      /assets\/(?!worker)[^/]*\.js$|theme\.js$/.test(name),
    );
    return scripts.map(({ name, startTime }) => ({ name, isBefore: startTime < answered }));
  });
}

/** Notes when the first answer of a page is there. */
function noteFirstAnswer(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!/up to date/.test(document.querySelector(".status")?.textContent ?? "")) return;
      observer.disconnect();
      Object.assign(globalThis, { answered: performance.now() });
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

// last, so that it speaks for all of the above
test("the first answer waits for less than 184 kB of JavaScript, compressed, and the editors for 331 kB", async () => {
  // a browser that was never here
  const { page } = await site.visit({ serviceWorkers: "allow", depth: "first" }, noteFirstAnswer);
  const notebook = new Notebook(page);
  await notebook.ended();
  await notebook.editor.waitFor();
  const scripts = await scriptsOf(page);
  const sizes = scripts.map(async ({ name, isBefore }) => {
    const response = await fetch(name);
    expect(response.ok).toBe(true);
    return { size: gzipSync(await response.arrayBuffer()).length, isBefore };
  });
  const parts = await Promise.all(sizes);
  const total = (some: typeof parts): number => some.reduce((sum, { size }) => sum + size, 0);
  const before = total(parts.filter(({ isBefore }) => isBefore));
  expect(before).toBeGreaterThan(50_000);
  expect(before).toBeLessThan(184_000);
  expect(total(parts)).toBeLessThan(331_000);
});

test("no page had an error, and no request left the site", () => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
  expect(visits.flatMap(({ strangers }) => strangers)).toEqual([]);
});
