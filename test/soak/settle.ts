// Waiting, in bounded time, until a page has nothing under way.
import type { Page } from "playwright-core";

/** Whether the page is at rest within so many milliseconds: nothing runs, is recorded, laid out, loaded or saved. */
export async function settles(page: Page, patience: number): Promise<boolean> {
  try {
    await page.waitForFunction(isAtRest, undefined, { timeout: patience, polling: 50 });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return false;
    throw error;
  }
}

function isAtRest(): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>("main button, dialog[open] button")];
  const runs = buttons.some(
    (one) => one.offsetParent !== null && /^(?:Stop(?: checking)?|Cancel)(?:\s|Esc|$)/.test(one.textContent.trim()),
  );
  const waits = document.querySelector("[aria-busy=true], .busy, .recording, .under-way") !== null;
  const saves = /saving/.test(document.querySelector(".document-title small")?.textContent ?? "");
  return !runs && !waits && !saves;
}

/** Leaves a page alone until so many milliseconds have gone by on its own clock, as a user does who reads. */
export async function leaveAlone(page: Page, milliseconds: number): Promise<void> {
  const end = milliseconds + (await page.evaluate(() => performance.now()));
  await page.waitForFunction((until) => performance.now() >= until, end, { timeout: milliseconds + 5000 });
}

/** Stops whatever runs: by the command, and by the buttons that are there. */
export async function stopAll(page: Page): Promise<void> {
  const stops = page.getByRole("button", { name: /^(Stop( checking)?|Cancel)(\s|Esc|$)/ }).filter({ visible: true });
  for (const stop of await stops.all())
    await stop.click({ timeout: 500 }).catch((error: Error) => {
      // it ended by itself meanwhile
      if (error.name !== "TimeoutError") throw error;
    });
}
