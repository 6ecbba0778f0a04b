// Data of a program: a file is dropped or chosen, kept with the document, replaced and removed.
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { type Document, programCell } from "../../app/document/document.ts";
import { linkOf } from "../../app/document/files/link.ts";
import { accessibilityFaults, type Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { cellsOf, leaveDocument, untilStored } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(async () => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
  expect(visits.flatMap(({ strangers }) => strangers)).toEqual([]);
});

const MEAN = "-- data: points = points.csv\n-- at: 2.0\ndef main x = x * sum points / real (length points)\n";
const NAMED: Document = { title: "", cells: [programCell("cell-1", MEAN)] };

async function opened(document: Document, options = {}): Promise<Notebook> {
  const visit = await site.visit(options, (page) => leaveDocument(page, document));
  visits.push(visit);
  const notebook = new Notebook(visit.page);
  await visit.page.locator(".data").first().waitFor();
  return notebook;
}

/** Drops a file on the editor of a program, as the pointer does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator(".card .cm-content, .card textarea")
    .first()
    .evaluate(
      (element, [file, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content!], file!, { type: "text/csv" }));
        for (const kind of ["dragover", "drop"])
          element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
}

/** Chooses a file by the keyboard. */
async function choose(page: Page, button: string, name: string, text: string): Promise<void> {
  const pressed = page.getByRole("button", { name: button }).press("Enter");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), pressed]);
  await chooser.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

const rows = (page: Page): Promise<readonly string[]> => page.locator(".data-words").allInnerTexts();

test("a file that is missing is chosen by the keyboard, on a phone; a reload has it, a link says that it is missing", async () => {
  const notebook = await opened(NAMED, { viewport: { width: 390, height: 844 } });
  const { page } = notebook;
  await notebook.says("points.csv: this file is not kept with the document");
  expect(await rows(page)).toEqual(["points: points.csv"]);
  await choose(page, "Choose points.csv", "points.csv", "x\n1\n2\n6\n");
  await notebook.says("3 numbers");
  expect(await rows(page)).toEqual(["points: points.csv, 3 numbers"]);
  await page.getByRole("status").filter({ hasText: "points.csv is kept with the document." }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await notebook.runNow();
  expect(await notebook.values()).toContain("value 6.0");

  // a mistake in a file has its place
  await choose(page, "Replace points.csv", "other.csv", "1\n2\nthree\n");
  await notebook.says("points.csv: row 3, column 1: three is no number");
  await choose(page, "Replace points.csv", "other.csv", "1,2\n");
  await notebook.says("2 numbers");
  await notebook.ended();
  expect(await notebook.values()).toContain("value 3.0");

  await untilStored(page, (raw) => raw.includes('"files":[{"name":"points.csv"'));
  await page.reload();
  await notebook.ended();
  expect(await notebook.values()).toContain("value 3.0");

  await page.getByRole("button", { name: "Remove points.csv from the document" }).click();
  await notebook.says("this file is not kept with the document");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Choose points.csv");
  await untilStored(page, (raw) => raw !== "" && !raw.includes('"files"'));
  await page.keyboard.press("ControlOrMeta+z");
  await notebook.says("2 numbers");

  const link = linkOf({ document: { ...NAMED, files: [{ name: "points.csv", text: "1\n2\n" }] }, view: "" });
  const shared = await site.visit({}, (fresh) => fresh.addInitScript((hash) => (location.hash ||= hash), link));
  visits.push(shared);
  await new Notebook(shared.page).says("points.csv: this file is not kept with the document");
});

test("a file that is dropped on a program gets a line in its header, which is typed, copied, deleted and undone like others", async () => {
  const notebook = await opened({
    title: "",
    cells: [programCell("cell-1", MEAN), programCell("cell-2", "def two = sum points\n")],
  });
  const { page } = notebook;
  const below = page.getByRole("region", { name: "Errors in the program, program 2" });
  await below.getByText("points is not defined").waitFor();
  await drop(page, "points.csv", "1\n2\n6\n");
  await notebook.says("3 numbers");
  // the program below has them as well
  await below.waitFor({ state: "detached" });
  await drop(page, "Unit costs.csv", "1,2\n3,4\n5,6\n");
  await notebook.says("3 rows × 2");
  const named = MEAN.replace("\n", "\n-- data: unitCosts = Unit costs.csv\n");
  await untilStored(page, (raw) => cellsOf(raw)[0] === named);
  expect(await rows(page)).toEqual(["points: points.csv, 3 numbers", "unitCosts: Unit costs.csv, 3 rows × 2"]);
  // one step has the line and the file
  await notebook.editor.first().focus();
  await page.keyboard.press("ControlOrMeta+z");
  await page.getByText("unitCosts").first().waitFor({ state: "detached" });
  await untilStored(page, (raw) => raw.includes('"points.csv"') && !raw.includes("nitCosts"));
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await notebook.says("3 rows × 2");

  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("def total = sum (map sum unitCosts)");
  await notebook.command("Copy this cell");
  await page.locator(".data").nth(1).getByText("3 rows × 2").waitFor();
  await notebook.command("Delete this cell");
  await page.locator(".data").nth(1).waitFor({ state: "detached" });
  await untilStored(page, (raw) => raw.includes('"Unit costs.csv"') && raw.includes("def total"));
});
