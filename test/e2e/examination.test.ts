// A gradient that is examined on the page: its findings, its entries, its cost by line, and single precision.
import { describe, expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

const DEAD = "-- at: (-3.0, 1.0)\ndef unit w x : Real =\n  relu (w * x)\ndef main (w, x) = unit w x + 0.5 * x\n";
const SMOOTHING =
  "-- at: build n (\\i -> sin (real i))\n-- sweep: n = 8, 16\ndef main (xs : Array Real) =\n  sumA (build (size xs) (\\i ->\n    let m = sumA xs in\n    m * (xs ! i)))\n";
const IN_ROUNDS = `-- at: (1.0, 0.5)
def field (x, y) = (x * (1.1 - 0.4 * y), y * (0.1 * x - 0.4))
def along h (x, y) (dx, dy) = (x + h * dx, sqrt (y - y) + y + h * dy)
def go (k : Int) s = if k == 0 then s else go (k - 1) (along 0.1 (along 0.2 s (field s)) (field s))
def main (x, y) = let (a, b) = go 8 (x, y) in a + b
`;
const TABLE = `-- at: Net { w = 2.0, m = fromRows [[1.0, 2.0, 3.0], [4.0, -5.0, 6.0]] }
data Net = Net { w : Real, m : Array2 Real }
def main (n : Net) =
  let s = trace "total" (sumA (flat (map2 (\\x -> x * x) n.m))) in
  if s > 200.0 then error "too large" else s * n.w
`;
const LONG = `-- at: 1.0
def spin (n : Int) = if n == 0 then 0 else spin (n - 1)
def main x = sin x + real (spin 300000)
`;
const CANCELLING = "-- at: (100000.0, 1.0)\ndef main (x, y) = let s = x * x + y in s - x * x\n";

describe("a gradient", () => {
  test("is checked at a press, and a zero leads to its line, and to its reasons in the graph", async () => {
    const { page, errors } = await Notebook.open(site, {}, DEAD);
    await page.getByRole("button", { name: "Check this gradient" }).click();
    const zero = page.locator(".findings li", {
      hasText: "the derivative by w is 0.0: relu (w * x) lets nothing pass at -3.0",
    });
    // another run of the same keeps them
    const status = page.locator(".status");
    await page.locator("button.run").click();
    await status.getByText("up to date").waitFor();
    await zero.getByRole("button", { name: "line 3" }).click();
    await page.locator(".card .program .cm-editor.cm-focused").waitFor();
    await page.getByTitle("Why is this 0.0?").click();
    await page.getByRole("heading", { name: "Why does w have cotangent 0?" }).waitFor();
    await page.getByText(/A partial derivative is zero: .* \(line 3\)\./).waitFor();
    expect(errors).toEqual([]);
  });

  test("of a run that is too long to be compared is not called checked", async () => {
    const { page, errors } = await Notebook.open(site, {}, LONG);
    await page.getByRole("button", { name: "Check this gradient" }).click();
    await page.getByText("Nothing found. Not examined: forward mode and differences.").waitFor();
    expect(await page.getByRole("button", { name: "Look for the rest" }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("has findings that lead into folded parts of the graph, which open there", async () => {
    const { page, errors } = await Notebook.open(site, {}, IN_ROUNDS);
    const finding = page.locator(".findings li", { hasText: "line 3" }).first();
    await finding.getByRole("link", { name: "graph" }).click();
    const list = page.getByRole("region", { name: "Nodes" });
    await list
      .getByRole("button", { name: /^#\d+ = √|^#\d+ = sqrt/ })
      .first()
      .waitFor();
    await expect.poll(() => list.locator(".lit").innerText()).toMatch(/^#\d+/);
    // all of it is folded again at a press
    await page.getByRole("button", { name: "Fold again" }).click();
    await list.getByRole("button", { name: /^go, ×8/ }).waitFor();
    expect(errors).toEqual([]);
  });

  test("has one stop of Tab, among whose numbers the arrow keys move, and Enter shows why one is as it is", async () => {
    const { page, errors } = await Notebook.open(site, {}, "-- at: (3.0, 2.0, 5.0)\ndef main (x, y, z) = x * y + z\n");
    const entries = page.getByRole("group", { name: /^Entries of the gradient/ });
    await entries.getByRole("link", { name: "2.0" }).waitFor();
    expect(await entries.getByRole("link").count()).toBe(3);
    // from what comes before them by Tab, and from there on by another one
    await entries.getByRole("link", { name: "2.0" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("3.0");
    await page.keyboard.press("Shift+Tab");
    expect(await entries.locator(":focus").count()).toBe(0);
    await page.keyboard.press("Tab");
    expect(await entries.locator(":focus").innerText()).toContain("3.0");
    await page.keyboard.press("Tab");
    expect(await entries.locator(":focus").count()).toBe(0);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("End");
    expect(await entries.locator(":focus").innerText()).toContain("1.0");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Why does z have cotangent 1?" }).waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("has its cost by line, with the growth of each", async () => {
    const { page, notebook, errors } = await Notebook.open(site, {}, SMOOTHING);
    await page.getByRole("button", { name: "Cost by line" }).click();
    const first = page.getByRole("region", { name: "Cost by line" }).getByRole("row").nth(1);
    await first.getByText("let m = sumA xs in").waitFor();
    expect(Number(await first.getByRole("cell").nth(1).innerText())).toBeGreaterThan(1.7);
    await first.getByRole("button", { name: "5" }).click();
    await page.locator(".card .program .cm-editor.cm-focused").waitFor();
    // beside each line of the editor that costs something, until the program is another or the profile is closed
    const costs = page.getByRole("img", { name: /% of the work: work .*, calls \d+, tape bytes / });
    const dearest = page.locator(".cm-line", { hasText: "let m = sumA xs in" });
    await dearest
      .locator(costs)
      .filter({ hasText: await first.getByRole("cell").first().innerText() })
      .waitFor();
    await expect.poll(() => page.locator(".cm-line", { hasText: "sweep" }).locator(costs).count()).toBe(0);
    await page.keyboard.insertText(" ");
    await costs.first().waitFor({ state: "detached" });
    await notebook.ended();
    await page.getByRole("button", { name: "Cost by line" }).click();
    await costs.first().waitFor();
    await page.getByRole("button", { name: "Close the cost by line" }).click();
    await costs.first().waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "has values that the program shows beside it, and of a table rows and columns, with numbers or in shades",
    async () => {
      const { page, notebook, errors } = await Notebook.open(site, {}, TABLE);
      const shown = page.getByRole("region", { name: "Values shown by trace" });
      await shown
        .getByRole("listitem")
        .filter({ hasText: /line 4.*total.*91\.0.*cotangent.*2\.0/s })
        .waitFor();
      await shown.getByRole("button", { name: "line 4" }).click();
      await page.locator(".card .program .cm-editor.cm-focused").waitFor();
      // the pair of values names its tables, whose numbers a screen reader finds as rows and columns
      expect(await notebook.values()).toContain("input Net { w = 2.0, m = Array2 2 3 … }");
      const gradient = page.getByRole("table", { name: /^gradient\./ });
      const row = gradient.getByRole("row", { name: /^1\b/ });
      expect(await row.getByRole("cell").allInnerTexts()).toEqual(["16.0", "-20.0", "24.0"]);
      await page.getByRole("button", { name: "Colours alone" }).click();
      await gradient.getByRole("link").first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      await page.getByText("[1, 1]  -20.0").waitFor();
      expect(await row.getByRole("cell").allTextContents()).toEqual(["16.0", "-20.0", "24.0"]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Why does .* have cotangent −20\?$/ }).waitFor();
      await page.goBack();
      // a run that fails has shown what was computed before
      await notebook.write(TABLE.replace("-5.0", "-50.0"));
      await notebook.ended();
      await page.getByText("too large", { exact: true }).waitFor();
      await shown
        .getByRole("listitem")
        .filter({ hasText: /total.*2566\.0/s })
        .waitFor();
      expect(await shown.getByText("cotangent").count()).toBe(0);
      expect(errors).toEqual([]);
    },
  );

  test("is compared with that of another version, another program, another input, and in single precision", async () => {
    const cells = [
      programCell("cell-1", CANCELLING),
      programCell("cell-2", CANCELLING.replace("(x, y) =", "(x, y) =\n  ")),
    ];
    const { page, errors } = await Notebook.open(site, {}, { title: "", cells });
    const first = page.locator("#cell-1");
    await first.getByRole("button", { name: "Compare with another run" }).click();
    const panel = first.getByRole("region", { name: "Comparison with another run" });
    const lines = panel.locator(".comparison-lines > li");
    const compare = (): Promise<void> => panel.getByRole("button", { name: "Compare", exact: true }).click();
    // in single precision
    const isSingle = panel.getByRole("checkbox", { name: "The other run in single precision" });
    await isSingle.check();
    await compare();
    const value = lines.filter({ hasText: "the first value that differs" });
    await value.getByText("the other run, line 2: s - x * x at 10000000000.0, 10000000000.0 in main: 0.0").waitFor();
    await lines.getByText("no cotangent differs").waitFor();
    await isSingle.uncheck();
    // at another input
    await panel.getByRole("textbox", { name: "Another input" }).fill("(100000.0, 2.0)");
    await compare();
    await value.getByText("x * x + y at 10000000000.0, 2.0 in main: 10000000002.0").waitFor();
    await panel.getByRole("textbox", { name: "Another input" }).fill("");
    // another program, whose place is in its own editor
    await panel.getByRole("combobox").selectOption({ label: "Program 2" });
    await compare();
    await lines.getByText("no value differs").waitFor();
    await panel.getByRole("textbox", { name: "Another input" }).fill("(100000.0, 3.0)");
    await compare();
    await value.getByRole("button", { name: "line 3" }).click();
    await page.locator("#cell-2 .cm-editor.cm-focused").waitFor();
    await panel.getByRole("textbox", { name: "Another input" }).fill("");
    // another version; the graph shows both, and where they part
    const version = CANCELLING.replace("let s", "let z = sin y in let s").replace("+ y in", "+ z in");
    await panel.getByRole("textbox", { name: "Another version of the program" }).fill(version);
    await compare();
    await lines.getByText("no value differs").waitFor({ state: "detached" });
    await lines.getByRole("link", { name: "graph" }).first().click();
    await page.getByRole("button", { name: /where the first value differs/ }).waitFor();
    await page
      .locator(".graph-side")
      .getByText(/scalars that are in both runs/)
      .waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("is computed in single precision by another method", async () => {
    const { page, notebook, errors } = await Notebook.open(site, {}, CANCELLING);
    const { result } = notebook;
    await result.getByText("1.0").first().waitFor();
    await page.getByRole("combobox", { name: /^Method/ }).selectOption("float32");
    await page.locator("button.run").click();
    await result.getByText("Every operation is rounded to single precision, and nothing is compared.").waitFor();
    await result.locator(".pair").first().getByText("0.0").first().waitFor();
    expect(errors).toEqual([]);
  });
});
