// A user's actions on the page, and its contents, in words of the tests.
import type { Locator, Page } from "playwright-core";
import { type Document, programCell } from "../../app/document/document.ts";
import { settles } from "../soak/settle.ts";
import type { Site, VisitOptions } from "./browser.ts";
import { leaveDocument, storedCells } from "./stored.ts";

/** How long a run of a small program may take before it counts as stuck, in milliseconds. */
const SOON = 30_000;

export class Notebook {
  readonly page: Page;
  readonly editor: Locator;
  readonly input: Locator;
  readonly cotangent: Locator;
  readonly run: Locator;
  readonly program: Locator;
  readonly result: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole("textbox", { name: "Program", exact: true });
    this.input = page.getByRole("textbox", { name: /^Input\. / });
    this.cotangent = page.getByRole("textbox", { name: /^Seed: / });
    this.run = page.locator("button.run");
    this.program = page.getByRole("region", { name: "Program and input" });
    this.result = page.getByRole("region", { name: "Result" });
    this.status = page.locator(".status");
  }

  /** Visits a site, with a document or program that is there from before if one is given, and waits until the first run has ended. */
  static async open(site: Site, options?: VisitOptions, left?: string | Document) {
    const document = typeof left === "string" ? { title: "", cells: [programCell("cell-1", left)] } : left;
    const { page, errors } = await site.visit(
      options,
      document === undefined ? undefined : (fresh) => leaveDocument(fresh, document),
    );
    const notebook = new Notebook(page);
    await notebook.ended();
    return { page, notebook, errors };
  }

  /** Replaces the program, at one stroke, once its editor is there. */
  async write(text: string): Promise<void> {
    await this.editor.click();
    await this.page.locator(".cm-editor.cm-focused").waitFor();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Pastes at the cursor, as from a clipboard: for texts that are too long to be typed. */
  async paste(text: string, into = this.editor): Promise<void> {
    await into.evaluate((element, content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", content);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Runs by the keyboard and waits for the end. */
  async runNow(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+Enter");
    await this.ended();
  }

  /** Waits until nothing runs and the result is that of the program as it is. */
  async ended(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const status = document.querySelector(".status")?.textContent ?? "";
        const isDone = /up to date|error|stopped|crashed|too large/.test(status);
        return isDone && document.querySelector("button.run")?.textContent?.startsWith("Run");
      },
      undefined,
      { timeout: SOON },
    );
  }

  /** Chooses a stage, or the compiled engine. */
  async by(stage: string): Promise<void> {
    await this.page.getByRole("combobox", { name: /^Method/ }).selectOption(stage);
  }

  /** Waits until a text can be seen. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.locator("main, .bar").getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** The values as a screen reader gets them: `value 300.0`, `input (12.0, 13.0), gradient (37.0, 12.0)`. */
  async values(): Promise<string> {
    const texts = await this.result.locator(".outcome").first().locator("p.visually-hidden").allTextContents();
    return texts.join("; ");
  }

  async text(): Promise<string> {
    return (await storedCells(this.page))[0] ?? "";
  }

  /** Chooses the first command that a query finds. */
  async command(query: string): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+k");
    await this.page.getByRole("searchbox", { name: "Find a command" }).fill(query);
    await this.page.keyboard.press("Enter");
  }

  /** Opens the first example that a query finds. */
  async openExample(query: string): Promise<void> {
    await this.page.getByRole("button", { name: "Examples", exact: true }).click();
    await this.page.getByRole("searchbox", { name: "Find an example" }).fill(query);
    await this.page.keyboard.press("Enter");
    await this.page.locator("dialog[open]").waitFor({ state: "detached" });
  }
}

/** Waits until the page has nothing under way: nothing runs, is recorded, laid out, loaded or saved. */
export async function atRest(page: Page): Promise<void> {
  if (!(await settles(page, SOON))) throw new Error("the page did not come to rest");
}

/** Waits for so many frames of the page: for what is drawn with the next one, and where something is not to happen. */
export function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((done) => {
        let left = all;
        const next = (): void => void (left-- > 0 ? requestAnimationFrame(next) : done());
        next();
      }),
    count,
  );
}

/** Goes over from the film of a run to the debugger. */
export async function openDebugger(page: Page): Promise<void> {
  await page.locator(".film-bar, .dock").first().waitFor();
  const button = page.getByRole("button", { name: "Debugger" });
  if ((await button.count()) > 0) await button.click();
  await page.locator(".dock").waitFor();
}
