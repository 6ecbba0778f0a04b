// The user: a page, and the hand that clicks, types and looks for what can be done on it.
import type { Locator, Page } from "playwright-core";
import type { Random } from "./random.ts";

/** How long something may take to be clickable before the user does something else, in milliseconds. */
const PATIENCE = 1500;

export const WIDTHS: readonly number[] = [390, 640, 900, 1280, 1920];

export class User {
  /** The page that is never loaded again: what it leaks adds up. */
  readonly page: Page;
  /** A second tab on the same documents, now and then. */
  guest: Page | undefined;
  /** The choices of the action that is under way. */
  random: Random;
  /** The latest link that was shared, and the latest files that were saved. */
  link: string | undefined;
  readonly files = new Map<string, string>();
  private readonly watch: (page: Page) => Promise<void>;

  constructor(page: Page, random: Random, watch: (page: Page) => Promise<void>) {
    this.page = page;
    this.random = random;
    this.watch = watch;
  }

  /** Clicks one of what is visible; `false` where nothing is. */
  async click(choices: Locator, options: { readonly clickCount?: number } = {}): Promise<boolean> {
    const one = await this.oneOf(choices);
    await one?.click({ timeout: PATIENCE, ...options });
    return one !== undefined;
  }

  /** One of what is visible. */
  async oneOf(choices: Locator): Promise<Locator | undefined> {
    const visible = await choices.filter({ visible: true }).all();
    return visible.length === 0 ? undefined : this.random.pick(visible);
  }

  /** Chooses an option of one of the boxes that are visible. */
  async choose(boxes: Locator): Promise<boolean> {
    const box = await this.oneOf(boxes);
    if (box === undefined) return false;
    const values = await box
      .locator("option:not([disabled])")
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    if (values.length === 0) return false;
    await box.selectOption(this.random.pick(values), { timeout: PATIENCE });
    return true;
  }

  /** Fills one of the fields that are visible, and takes it by Enter. */
  async fill(fields: Locator, text: string): Promise<boolean> {
    const field = await this.oneOf(fields);
    if (field === undefined) return false;
    await field.fill(text, { timeout: PATIENCE });
    await this.page.keyboard.press("Enter");
    return true;
  }

  async press(keys: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) await this.page.keyboard.press(keys);
  }

  /** Goes to a view by its link in the bar, or to the document. */
  async goTo(view: string): Promise<void> {
    const link = this.page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: view, exact: true })
      .filter({ visible: true });
    if ((await link.count()) > 0) await link.first().click({ timeout: PATIENCE });
    // on a narrow page the links may be away
    else
      await this.page.evaluate((name) => {
        location.hash = name === "document" ? "#/" : `#/${name}`;
      }, view.toLowerCase());
  }

  /** Runs a command of the palette by its words. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+k");
    await this.page.getByRole("searchbox", { name: "Find a command" }).fill(words, { timeout: PATIENCE });
    await this.page.keyboard.press("Enter");
  }

  /** Puts the caret into one of the programs, on the document. */
  async intoProgram(): Promise<boolean> {
    await this.goTo("Document");
    return this.click(this.page.locator(".program .cm-content"));
  }

  /** Replaces a program, at one stroke. */
  async write(text: string): Promise<boolean> {
    if (!(await this.intoProgram())) return false;
    await this.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
    return true;
  }

  /** Closes what is open over the page: by Escape, else by its button; whether Escape did. */
  async closeDialogs(): Promise<boolean> {
    const dialog = this.page.locator("dialog[open]");
    for (let round = 0; round < 4; round++) {
      if ((await dialog.count()) === 0) return round <= 2;
      if (round < 2) await this.press("Escape");
      else
        await dialog
          .last()
          .getByRole("button", { name: /^Close/ })
          .click({ timeout: PATIENCE });
    }
    return false;
  }

  /** Does something in the second tab, which is in front meanwhile; `false` where there is none. */
  async asGuest(then: (guest: Page) => Promise<unknown>): Promise<boolean> {
    const { guest } = this;
    if (guest === undefined) return false;
    await guest.bringToFront();
    try {
      await then(guest);
    } finally {
      // a page in the back draws no frames
      await this.page.bringToFront();
    }
    return true;
  }

  /** Opens an address in the second tab. */
  async openGuest(address: string): Promise<boolean> {
    if (this.guest === undefined) {
      this.guest = await this.page.context().newPage();
      this.guest.setDefaultTimeout(PATIENCE);
      await this.watch(this.guest);
    }
    return this.asGuest((guest) => guest.goto(address, { timeout: 20_000 }));
  }

  async closeGuest(): Promise<boolean> {
    const { guest } = this;
    this.guest = undefined;
    await guest?.close();
    await this.page.bringToFront();
    return guest !== undefined;
  }

  get patience(): number {
    return PATIENCE;
  }
}
