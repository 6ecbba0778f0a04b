// Makes the moving picture of the README (.github/dualscope.gif) from a real run of the built page in a browser.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";
import { preview } from "vite";

const { GIFEncoder, applyPalette, quantize } = createRequire(import.meta.url)("gifenc");
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SIZE = { width: 1200, height: 750 };
/** Milliseconds that a frame stands. */
const [SHORT, LONG] = [90, 1400];

const places = JSON.parse(readFileSync(join(root, ".tools/chromium-places.json"), "utf8"));
const executablePath = [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place));
if (executablePath === undefined) throw new Error("The picture needs a Chromium: name its program in CHROMIUM_PATH.");

const server = await preview({ root, preview: { port: 0 }, logLevel: "error" });
const address = server.resolvedUrls.local[0];
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await (
  await browser.newContext({ viewport: SIZE, deviceScaleFactor: 0.75, colorScheme: "light" })
).newPage();
const gif = GIFEncoder();

/** Adds the page as it is as a frame. */
async function frame(delay) {
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  const palette = quantize(data, 64);
  gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
}

await page.goto(address);
await page.locator(".mover-flag").first().waitFor();
await page.waitForTimeout(800);
await frame(LONG);
// a number is moved, and the gradient answers
const box = await page.getByRole("slider", { name: "x" }).boundingBox();
await page.mouse.move(box.x + 20, box.y + 12);
await page.mouse.down();
for (let moved = 0; moved <= 60; moved += 4) {
  await page.mouse.move(box.x + 20 + moved, box.y + 12);
  await page.waitForTimeout(120);
  await frame(SHORT);
}
await page.mouse.up();
await frame(LONG);
// the same run, stage beside stage, step by step
await page.goto(`${address}#/explorer`);
await page.locator(".film-stage text").first().waitFor();
await page.keyboard.press("Home");
await page.waitForTimeout(350);
await frame(LONG);
await page.keyboard.press("Space");
for (let shot = 0; shot < 60; shot++) {
  await page.waitForTimeout(180);
  await frame(2 * SHORT);
}
await page.keyboard.press("End");
await page.waitForTimeout(600);
await frame(LONG);
gif.finish();
mkdirSync(join(root, ".github"), { recursive: true });
writeFileSync(join(root, ".github/dualscope.gif"), gif.bytes());

// a question of the first lesson, with an answer that people give for a reason
const lesson = await (
  await browser.newContext({ viewport: { width: 1200, height: 980 }, deviceScaleFactor: 0.75, colorScheme: "light" })
).newPage();
await lesson.goto(address);
await lesson.getByRole("button", { name: "Open the course" }).click();
await lesson.locator(".course-lessons button").first().click();
const questions = lesson.locator(".lesson-cell.predict");
await questions.first().getByRole("textbox").fill("3");
await questions.first().getByRole("textbox").press("Enter");
await questions.nth(1).scrollIntoViewIfNeeded();
await questions.nth(1).getByRole("textbox").fill("9");
await questions.nth(1).getByRole("textbox").press("Enter");
await questions.nth(1).locator(".verdict.wrong .rendered").waitFor();
await lesson
  .locator(".lesson-cell.view")
  .nth(1)
  .evaluate((view) => {
    view.scrollIntoView({ block: "start" });
    window.scrollBy(0, -70);
  });
await lesson.waitForTimeout(800);
writeFileSync(join(root, ".github/lesson.png"), await lesson.screenshot());
await browser.close();
await server.close();
