// Faults that no action may cause: errors, failed requests, requests to strangers, unrequested dialogs.
import type { Page } from "playwright-core";

export type FaultKind =
  | "console error"
  | "page error"
  | "failed request"
  | "stranger"
  | "dialog"
  | "crash"
  | "no answer"
  | "not at rest"
  | "error shown";

export interface Fault {
  readonly kind: FaultKind;
  readonly words: string;
  /** The number of the action that was under way, from 1; 0 before the first. */
  readonly index: number;
  readonly action: string;
}

export interface Watch {
  readonly faults: readonly Fault[];
  /** Says which action is under way from now on. */
  begin(index: number, action: string): void;
  fault(kind: FaultKind, words: string): void;
  page(page: Page): Promise<void>;
}

/** Unknown to the page itself: the long tasks of its thread since the last look, in milliseconds. */
interface Watched {
  soakLongTasks?: number[];
}

export function startWatch(origin: string, onFault: (fault: Fault) => void): Watch {
  const faults: Fault[] = [];
  let [index, action] = [0, "the beginning"];
  const fault = (kind: FaultKind, words: string): void => {
    const found = { kind, words, index, action };
    faults.push(found);
    onFault(found);
  };
  return {
    faults,
    begin: (nextIndex, nextAction) => {
      index = nextIndex;
      action = nextAction;
    },
    fault,
    page: async (page) => {
      page.on("pageerror", (error) => fault("page error", error.stack ?? error.message));
      page.on("console", (message) => {
        const { url, lineNumber } = message.location();
        if (message.type() === "error") fault("console error", `${message.text()} (${url}:${lineNumber})`);
      });
      page.on("crash", () => fault("crash", "the page crashed"));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !/^(?:blob|data):/.test(url)) fault("stranger", url);
      });
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText ?? "";
        // what a page that goes away no longer waits for
        if (why !== "net::ERR_ABORTED") fault("failed request", `${request.url()}: ${why}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) fault("failed request", `${response.url()}: ${response.status()}`);
      });
      page.on("dialog", (dialog) => {
        const isAsked = dialog.type() === "confirm" && /^Delete .* for good\?$/.test(dialog.message());
        if (!isAsked) fault("dialog", `${dialog.type()}: ${dialog.message()}`);
        void dialog.accept();
      });
      await page.addInitScript(() => {
        const watched = globalThis as Watched;
        watched.soakLongTasks = [];
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) watched.soakLongTasks?.push(duration);
        }).observe({ type: "longtask" });
      });
    },
  };
}

/** How long a page may take to answer before it counts as stuck, in milliseconds. */
const LONGEST_ANSWER = 20_000;

export interface Answer {
  /** How long the page took to answer, in milliseconds. */
  readonly took: number;
  /** The long tasks of its thread since the last time, in milliseconds each. */
  readonly longTasks: readonly number[];
  /** The page's own report of a bug. */
  readonly shown: string | undefined;
}

/** Asks the page for a sign of life; `undefined` where none comes. */
export async function askPage(page: Page): Promise<Answer | undefined> {
  const began = performance.now();
  const patience = new Promise<undefined>((resolve) =>
    AbortSignal.timeout(LONGEST_ANSWER).addEventListener("abort", () => resolve(undefined)),
  );
  const asked = page.evaluate(() => {
    const longTasks = (globalThis as Watched).soakLongTasks?.splice(0) ?? [];
    const text = document.querySelector("main")?.textContent ?? document.body.textContent ?? "";
    return { longTasks, shown: /.{0,60}(?:internal: |The engine crashed).{0,200}/.exec(text)?.[0] };
  });
  const found = await Promise.race([asked, patience]);
  return found && { took: performance.now() - began, ...found };
}
