// Pictures in prose: pasted, dropped, too large, kept in links and files, on paper and slides; and those that are nobody's to load.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { decodeDocument } from "../../app/document/codec.ts";
import { linkOf } from "../../app/document/files/link.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults, type Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { untilStored } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(async () => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
  expect(visits.flatMap(({ strangers }) => strangers)).toEqual([]);
});

/** The editor of a cell of prose that says something. */
async function writing(text: string, options?: BrowserContextOptions): Promise<Page> {
  const visit = await site.visit(options);
  visits.push(visit);
  const { page } = visit;
  await new Notebook(page).ended();
  await page.keyboard.press("ControlOrMeta+Alt+m");
  await page.waitForFunction(() => document.activeElement?.closest(".prose-editor") != null);
  await page.keyboard.insertText(text);
  return page;
}

/** How a picture is drawn that is given to the page: noise has as many bytes as it has pixels, a plain one hardly any. */
interface Made {
  readonly width: number;
  readonly height: number;
  readonly look: "plain" | "noise" | "svg";
  readonly by: "paste" | "drop";
}

/** Gives a picture to the editor of prose, as the clipboard and the pointer do. */
async function give(page: Page, made: Made): Promise<void> {
  await page
    .locator(made.by === "paste" ? ".prose-editor .cm-content" : ".prose-editor .cm-content, .prose-cell")
    .first()
    .evaluate(async (element, { width, height, look, by }) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d")!;
      context.fillStyle = "teal";
      context.fillRect(0, 0, width, height);
      if (look === "noise") {
        const { data } = context.getImageData(0, 0, width, height);
        for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
        context.putImageData(new ImageData(data, width, height), 0, 0);
      }
      const blob = await new Promise<Blob>((done) => canvas.toBlob((one) => done(one!), "image/png"));
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script><rect width="20" height="10"/></svg>`;
      const file =
        look === "svg"
          ? new File([svg], "x.svg", { type: "image/svg+xml" })
          : new File([blob], "screen.png", { type: "image/png" });
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const { x, y } = element.getBoundingClientRect();
      element.dispatchEvent(
        by === "paste"
          ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent("drop", {
              dataTransfer: transfer,
              bubbles: true,
              cancelable: true,
              clientX: x + 5,
              clientY: y + 5,
            }),
      );
    }, made);
}

const SMALL: Made = { width: 1200, height: 300, look: "plain", by: "paste" };

/** Waits until a picture is drawn, with these words if there are any; gives its place, and its pixels. */
async function drawn(page: Page, index = 0, words?: string) {
  const picture = page.locator(`.rendered .picture${words === undefined ? "" : `[alt="${words}"]`}`).nth(index);
  // while it is decoded the text may be drawn anew, with another element in its place
  for (;;) {
    await picture.waitFor();
    const found = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const { width, height } = image.getBoundingClientRect();
      return { width, height, natural: [image.naturalWidth, image.naturalHeight], alt: image.alt };
    });
    if (found.width > 0) return found;
  }
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("searchbox", { name: "Find a command" }).fill(words);
  await page.keyboard.press("Enter");
}

async function saved(page: Page, words: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), command(page, words)]);
  return readFileSync(await download.path(), "utf8");
}

async function openFile(page: Page, name: string, text: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "dualscope-")), name);
  writeFileSync(file, text);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), command(page, "Open a file")]);
  await chooser.setFiles(file);
}

const textOfEditor = (page: Page): Promise<string> => page.locator(".prose-editor .cm-content").innerText();

describe("a picture that is pasted", () => {
  test("is a short reference in the text, whose words are asked for, and stays after a reload", async () => {
    const page = await writing("A lens: ");
    await give(page, SMALL);
    await page.getByText("A picture has no description").waitFor();
    expect(await textOfEditor(page)).toBe("A lens: ![][image-1]");
    // the cursor is where the words go
    await page.keyboard.type("A teal lens");
    await page.getByText("A picture has no description").waitFor({ state: "detached" });
    expect(await textOfEditor(page)).toBe("A lens: ![A teal lens][image-1]");
    // Enter leaves the words, and does not break the picture
    await page.keyboard.press("Enter");
    await page.keyboard.type("Below.");
    expect(await textOfEditor(page)).toMatch(/^A lens: !\[A teal lens\]\[image-1\]\n+Below\.$/);
    const shown = await drawn(page, 0, "A teal lens");
    expect(shown).toMatchObject({ natural: [1200, 300], alt: "A teal lens" });
    expect(shown.width / shown.height).toBeCloseTo(4, 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await untilStored(page, (raw) => raw.includes("A teal lens") && raw.includes("data:image/png;base64,"));
    await page.reload();
    expect(await drawn(page)).toMatchObject({ natural: [1200, 300] });
  });

  test.runIf(IS_LONG)(
    "is dropped on a cell that is closed, is taken back by Undo, and is not stored when nothing refers to it",
    async () => {
      const page = await writing("Text.");
      await page.keyboard.press("Escape");
      await page.locator(".prose-editor").waitFor({ state: "detached" });
      await give(page, { ...SMALL, by: "drop" });
      await drawn(page);
      await untilStored(page, (raw) => raw.includes("data:image/png;base64,"));
      await page.keyboard.press("ControlOrMeta+z");
      await page.locator(".rendered .picture").waitFor({ state: "detached" });
      await untilStored(page, (raw) => raw !== "" && !raw.includes("data:image"));
      await page.keyboard.press("ControlOrMeta+Shift+Z");
      await drawn(page);
    },
  );

  test.runIf(IS_LONG)("is told of when it is too large, and drawn smaller when that is wanted", async () => {
    const page = await writing("");
    await give(page, { width: 1800, height: 900, look: "noise", by: "paste" });
    const question = page.getByRole("alert").filter({ hasText: "screen.png is" });
    await question.waitFor();
    expect(await question.innerText()).toMatch(/screen\.png is [\d.]+\sMB\. A picture can be 400\skB at most/);
    expect(await textOfEditor(page)).not.toContain("image-1");
    await question.getByRole("button", { name: "Make it smaller" }).click();
    const shown = await drawn(page);
    const [wide = 0, high = 0] = shown.natural;
    expect(shown.natural).toEqual([wide, Math.round(wide / 2)]);
    expect([wide, high]).not.toEqual([1800, 900]);
    const file = await saved(page, "Save as JSON");
    const read = decodeDocument(file);
    const picture = read.tag === "ok" ? read.value.pictures?.[0] : undefined;
    expect(picture?.data.length).toBeGreaterThan(100_000);
    expect(picture?.data.length).toBeLessThan(400_000 * 1.34 + 100);
  });

  test("never runs: an SVG becomes a picture of itself", async () => {
    const page = await writing("");
    await give(page, { ...SMALL, look: "svg" });
    expect((await drawn(page)).natural).toEqual([1600, 800]);
    expect(await saved(page, "Save as JSON")).not.toContain("svg");
  });
});

test.runIf(IS_LONG)("pictures are in links, in Markdown that others read, and in pages of HTML", async () => {
  const page = await writing("## Light\n\n");
  await give(page, SMALL);
  await drawn(page);
  await page.keyboard.type("A lens");
  await page.keyboard.press("Escape");
  const markdown = await saved(page, "Save as a Markdown file");
  expect(markdown.replace(/[A-Za-z0-9+/]{100,}=*/, "…")).toMatch(
    /!\[A lens\]\[image-1\]\n\n\[image-1\]: data:image\/png;base64,…\n$/,
  );
  const html = await saved(page, "Save as HTML");
  expect(html).toMatch(
    /<img class="picture" src="data:image\/png;base64,[^"]+" alt="A lens" width="1200" height="300">/,
  );
  const reader = await page.context().newPage();
  await reader.setContent(html);
  const width = await reader.locator("img").evaluate((image: HTMLImageElement) => image.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThanOrEqual(768);
  const read = decodeDocument(await saved(page, "Save as JSON"));
  if (read.tag !== "ok") throw new Error(read.error);
  // by one of the ways; by all of them in the long tests
  for (const open of oneIn(3, [
    (other: Page) => openFile(other, "light.md", markdown),
    (other: Page) => openFile(other, "light.html", html),
    (other: Page) => other.goto(site.address + linkOf({ document: read.value, view: "" })),
  ])) {
    const visit = await site.visit();
    visits.push(visit);
    await new Notebook(visit.page).ended();
    await open(visit.page);
    expect(await drawn(visit.page)).toMatchObject({ natural: [1200, 300], alt: "A lens" });
  }
});

test.runIf(IS_LONG)("a picture fits a telephone, paper and a slide", async () => {
  const page = await writing("## Tall\n\nWith a program below.\n\n", { viewport: { width: 390, height: 844 } });
  await give(page, { ...SMALL, width: 900, height: 1400 });
  await drawn(page);
  await page.keyboard.type("A tower");
  expect((await drawn(page)).width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: "print" });
  expect((await drawn(page)).height).toBeLessThanOrEqual(760);
  await page.emulateMedia({ media: "screen" });
  await command(page, "Present");
  await page.locator(".slide").waitFor();
  await page.keyboard.press("End");
  const picture = page.locator(".slide .picture");
  await picture.waitFor();
  const isInside = () =>
    picture.evaluate((image) => {
      const [one, box] = [image.getBoundingClientRect(), image.closest(".slide-prose")!.getBoundingClientRect()];
      return one.top >= box.top - 1 && one.bottom <= box.bottom + 1 && one.width > 100;
    });
  await expect.poll(isInside).toBe(true);
});

test("nothing is asked of other sites, nor of the page's own beyond its folder", async () => {
  const asked: string[] = [];
  const page = await writing("");
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.insertText(
    "![Here](favicon.svg) ![Gone](pictures/gone.png) ![Up](../up.png)\n\n![Other](https://other.example/x.png) ![Also](//other.example/y.png) [link](favicon.svg) ![Data](data:image/png;base64,AAAA)",
  );
  const rendered = page.locator(".prose-writing .rendered");
  await rendered.getByText("Gone").waitFor();
  await drawn(page);
  expect(await rendered.locator("img").count()).toBe(1);
  expect(await rendered.getByRole("link", { name: "Other" }).getAttribute("href")).toBe("https://other.example/x.png");
  await rendered.getByText("(a picture from another site, not loaded)").waitFor();
  expect(await rendered.locator("a[href*=favicon]").count()).toBe(0);
  expect(asked.some((address) => address.endsWith("/favicon.svg"))).toBe(true);
  expect(asked.filter((address) => /up\.png|other\.example/.test(address))).toEqual([]);
  // a file that is not there is an error of the console, and expected
  const visit = visits.at(-1)!;
  visits.splice(visits.indexOf(visit), 1, { ...visit, errors: visit.errors.filter((error) => !/404/.test(error)) });
});
