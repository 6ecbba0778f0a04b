// Memory of a page at its resting point: an empty document, alone, nothing running, everything unreachable collected.
import type { CDPSession, Page } from "playwright-core";
import { codeSize } from "./heap.ts";
import { leaveAlone, settles, stopAll } from "./settle.ts";
import type { User } from "./user.ts";

export interface Resting {
  /** Seconds since the beginning. */
  readonly time: number;
  /** Bytes that are reachable in the heap of the page's thread. */
  readonly heap: number;
  /** Bytes of it that are compiled code: they come as code is run for the first times. */
  readonly code: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly workers: number;
}

export interface Scale {
  weigh(time: number): Promise<Resting>;
}

export async function openScale(page: Page): Promise<Scale> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  return {
    weigh: async (time) => {
      await collect(session, page);
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
      const code = await codeSize(session);
      return { time, heap: usedSize, code, nodes, listeners: jsEventListeners, workers: page.workers().length };
    },
  };
}

/** Collects until nothing more goes: what is let go of by one collection is taken by the next. */
async function collect(session: CDPSession, page: Page): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await session.send("HeapProfiler.collectGarbage");
    await leaveAlone(page, 100);
  }
}

/** How long the page may take to come to rest, in milliseconds. */
const PATIENCE = 20_000;

/** Brings the page to its resting point; whether it got there. */
export async function rest(user: User): Promise<boolean> {
  const { page } = user;
  await user.closeGuest();
  await page.setViewportSize({ width: 1280, height: 900 });
  for (let round = 0; round < 3; round++) await user.press("Escape");
  await user.closeDialogs();
  await stopAll(page);
  await user.goTo("Document");
  await user.command("Theme: system");
  // two of them: what Undo or a deleted document left behind is in neither
  for (let round = 0; round < 2; round++) await user.command("New document");
  await deleteOthers(page);
  await page.locator("main").click({ position: { x: 2, y: 2 } });
  const isAtRest = await settles(page, PATIENCE);
  // a version, a thumbnail or a lazy timer is over by then
  await leaveAlone(page, 2000);
  return isAtRest;
}

/** Deletes every document but the open one. */
async function deleteOthers(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+o");
  const dialog = page.getByRole("dialog", { name: "Documents in this browser" });
  await dialog.waitFor({ timeout: 5000 });
  await dialog.locator(".choice").first().waitFor({ timeout: 5000 });
  const ways = dialog.getByRole("button", { name: /for good$/ });
  for (let left = await ways.count(); left > 0; left--) {
    await ways.first().click({ timeout: 5000 });
    await ways.nth(left - 1).waitFor({ state: "detached", timeout: 5000 });
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached", timeout: 5000 });
}
