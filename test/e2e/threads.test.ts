// Jobs on threads of the page: where its workers share memory, and the statement where they cannot.
import { expect, test } from "vitest";
import { THREAD_PARTS } from "../../engine/commands/threads.ts";
import { moduleOf } from "../support/plain.ts";
import { IS_LONG } from "../support/runs.ts";
import { atRest, frames, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

const LONG = `-- at: build 8 (\\i -> 0.1 + 0.01 * real i)
def logistic (n : Int) (r : Real) x = if n == 0 then x else logistic (n - 1) r (r * x * (1.0 - x))
def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> logistic 60000 3.5 (xs ! i)))`;

test("an isolated page hands jobs to threads, with the same gradient; a choice of one thread hands over none", async () => {
  const { page, notebook, errors } = await Notebook.open(site, {}, LONG);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const first = await notebook.result.innerText();
  const menu = page.getByRole("button", { name: /^\d+ threads?$/ });
  const said = async (): Promise<string> => {
    await menu.click();
    const text = (await page.locator(".threads .note").allInnerTexts()).at(-1)!;
    await menu.click();
    return text;
  };
  // the threads take a while to start, and a core to be free
  await expect
    .poll(
      async () => {
        await notebook.runNow();
        return said();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatch(/In the last run, jobs of \d+ fork/);
  expect(await notebook.result.innerText()).toBe(first);
  await menu.click();
  await page.getByRole("group", { name: "Threads for jobs" }).getByRole("button", { name: "1", exact: true }).click();
  await menu.click();
  await notebook.runNow();
  expect(await notebook.result.innerText()).toBe(first);
  expect(await said()).not.toMatch(/last run/);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("a thread that dies is replaced, and the runs meanwhile are unharmed", async () => {
  const { page, notebook, errors } = await Notebook.open(site, {}, LONG);
  const menu = page.getByRole("button", { name: /^\d+ threads?$/ });
  const said = async (): Promise<string> => {
    await notebook.runNow();
    await menu.click();
    const text = (await page.locator(".threads .note").allInnerTexts()).at(-1)!;
    await menu.click();
    return text;
  };
  const isHandedOver = { timeout: 60_000, interval: 500 };
  await expect.poll(said, isHandedOver).toMatch(/In the last run, jobs of \d+ fork/);
  const first = await notebook.result.innerText();
  for (const worker of page.workers())
    if ((await worker.evaluate(() => self.name)) === "dualscope job") await worker.evaluate(() => self.close());
  expect(await said()).not.toMatch(/In the last run, jobs of \d+ fork/);
  expect(await notebook.result.innerText()).toBe(first);
  await expect.poll(said, isHandedOver).toMatch(/In the last run, jobs of \d+ fork/);
  expect(await notebook.result.innerText()).toBe(first);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("a page that cannot share memory says so, and runs all the same", async () => {
  const { page, notebook } = await Notebook.open(site, {}, LONG);
  await page.goto(site.bare);
  await notebook.ended();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.getByRole("button", { name: "1 thread", exact: true }).click();
  await page.getByText("Jobs run one after the other here").waitFor();
  expect(await notebook.status.innerText()).toMatch(/up to date/);
});

test.runIf(IS_LONG)("a run that is stopped takes its threads with it, and the next has others", async () => {
  const { page, notebook, errors } = await Notebook.open(site, {}, LONG);
  await notebook.runNow();
  // a spare worker starts a little after the first screen
  await page.waitForFunction(() => document.documentElement.dataset.started !== undefined);
  await atRest(page);
  await frames(page, 20);
  const before = page.workers().length;
  const first = await notebook.result.innerText();
  await notebook.write(LONG.replace("60000", "9000000000"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect.poll(() => notebook.run.innerText()).toMatch(/^Stop/);
  await page.locator(".result").getByText("In the forward pass").waitFor();
  await notebook.run.click();
  await expect.poll(() => notebook.run.innerText()).toMatch(/^Run/);
  await notebook.write(LONG);
  await notebook.runNow();
  expect(await notebook.result.innerText()).toBe(first);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("on a host that sends no headers, the page isolates itself from its second visit on", async () => {
  const { page } = await site.visit({ serviceWorkers: "allow" });
  await page.goto(site.bare);
  await page.waitForFunction(() =>
    navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
  );
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.reload();
  const notebook = new Notebook(page);
  await notebook.ended();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await notebook.write(LONG);
  await notebook.runNow();
  await page.getByRole("button", { name: /^\d+ threads$/ }).waitFor();
});

test.runIf(IS_LONG)(
  "an exported module runs its jobs on threads of a page's worker, with the same gradient; on the page itself it says why not",
  async () => {
    const { page, errors } = await site.visit();
    // another page of the host: what was exported stands alone
    await page.goto(new URL("/resting", site.address).href);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const module = moduleOf(LONG, "program.dual", { count: 2, parts: THREAD_PARTS });
    const found = await page.evaluate(async (text) => {
      const address = (code: string): string => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const own = address(text);
      const asked = `import * as program from "${own}";
const xs = Float64Array.from({ length: 8 }, (_, i) => 0.1 + 0.01 * i);
const shown = ({ value, gradient }) => [value, ...gradient].map(String);
const alone = shown(program.gradient(xs));
const started = await program.startWorkers();
const runs = Array.from({ length: 6 }, () => shown(program.gradient(xs)));
program.endWorkers();
postMessage({ alone, started, runs, after: shown(program.gradient(xs)) });`;
      const told = await new Promise((done, fail) => {
        const worker = new Worker(address(asked), { type: "module" });
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
      });
      const here = await new Promise((done) => {
        addEventListener("told", (event) => done((event as CustomEvent).detail), { once: true });
        const script = document.createElement("script");
        script.type = "module";
        script.src = address(
          `import { startWorkers } from "${own}";\ndispatchEvent(new CustomEvent("told", { detail: await startWorkers() }));`,
        );
        document.head.append(script);
      });
      return { told, here };
    }, module);
    const { alone, started, runs, after } = found.told as {
      readonly alone: readonly string[];
      readonly started: unknown;
      readonly runs: readonly (readonly string[])[];
      readonly after: readonly string[];
    };
    expect(alone.length).toBe(9);
    expect(started).toEqual({ workers: 2 });
    for (const run of [...runs, after]) expect(run).toEqual(alone);
    expect(found.here).toMatchObject({ workers: 1, why: expect.any(String) });
    expect(errors).toEqual([]);
  },
);
