// A soak: a random user, by a seed, on the built page in a browser for minutes or hours, with an eye on what adds up.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { openSite } from "../e2e/browser.ts";
import { type Action, chooseAction } from "./action.ts";
import { DOCUMENT_ACTIONS } from "./document-actions.ts";
import { openScale, type Resting, rest } from "./measure.ts";
import { PAGE_ACTIONS } from "./page-actions.ts";
import { randomOf } from "./random.ts";
import { brokenLimits, LONG, report, type Tally } from "./report.ts";
import { leaveAlone, settles, stopAll } from "./settle.ts";
import { User } from "./user.ts";
import { VIEW_ACTIONS } from "./view-actions.ts";
import { warmUp } from "./warm-up.ts";
import { askPage, startWatch, type Watch } from "./watch.ts";
import { WRITING_ACTIONS } from "./writing-actions.ts";

const ACTIONS: readonly Action[] = [...WRITING_ACTIONS, ...DOCUMENT_ACTIONS, ...VIEW_ACTIONS, ...PAGE_ACTIONS];

/** How long an action's page may be at work before the user goes on, in milliseconds. */
const SETTLED = 3000;
/** How often in a row it may, before the user stops everything. */
const MOST_BUSY = 3;
/** Milliseconds between resting points. */
const BETWEEN = 150_000;

const USAGE = "npm run soak -- --minutes N [--seed S]";

interface Settings {
  readonly minutes: number;
  readonly seed: number;
}

function settingsOf(words: readonly string[]): Settings | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
    });
    const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? Date.now() % 1_000_000)];
    return minutes > 0 && Number.isInteger(seed) ? { minutes, seed } : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a soak and says what it found. The exit status: 0; 1 where a limit is broken; 2 for a wrong command line. */
export async function main(words: readonly string[]): Promise<number> {
  const settings = settingsOf(words);
  if (settings === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { minutes, seed } = settings;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  let isWanted = true;
  process.on("SIGINT", () => {
    // a second time there is no report
    if (!isWanted) process.exit(130);
    isWanted = false;
  });
  say(`soak: ${minutes} minutes, seed ${seed}`);
  const site = await openSite({ handleSIGINT: false });
  const watch = startWatch(new URL(site.address).origin, ({ kind, words: what, index, action }) =>
    say(`  ! ${kind} at ${index}, ${action}: ${what}`),
  );
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    const { page } = await site.visit({}, watch.page);
    const user = new User(page, randomOf(seed), watch.page);
    page.setDefaultTimeout(5000);
    const scale = await openScale(page);
    const atRest = async (): Promise<Resting> => {
      const isAtRest = await rest(user).catch(unlessGone);
      if (!isAtRest) watch.fault("not at rest", "the page did not come to rest");
      const weighed = await scale.weigh(seconds());
      say(`  at rest after ${Math.round(weighed.time)} s: ${JSON.stringify(weighed)}`);
      return weighed;
    };
    const workersAtFirst = (await atRest()).workers;
    await warmUp(user);
    const resting = [await atRest()];
    const tallies = new Map<string, Tally>();
    const workerBound = availableParallelism() + 2;
    let mostWorkers = { count: 0, action: "" };
    let busyInRow = 0;
    let isAlive = true;
    for (let index = 1; isWanted && isAlive && seconds() < minutes * 60; index++) {
      user.random = randomOf(seed, index);
      const action = chooseAction(ACTIONS, user.random);
      const tally = tallies.get(action.name) ?? { done: 0, missed: 0, busy: 0, slowest: 0, longTasks: [] };
      tallies.set(action.name, tally);
      watch.begin(index, action.name);
      if (!(await user.closeDialogs().catch(unlessGone))) watch.fault("dialog", "Escape does not close it");
      const isDone = await action.run(user).catch(unlessGone);
      if (isDone) tally.done++;
      else tally.missed++;
      const isSettled = await settles(page, SETTLED);
      say(`${index} ${action.name}${isDone ? "" : ": not possible"}${isSettled ? "" : ": still at work"}`);
      if (!isSettled) tally.busy++;
      busyInRow = isSettled ? 0 : busyInRow + 1;
      if (busyInRow >= MOST_BUSY) {
        await stopAll(page);
        busyInRow = 0;
      }
      isAlive = await isAnswering(page, watch, tally);
      for (const one of [page, user.guest]) {
        const count = one === undefined ? 0 : await livingWorkers(one, workerBound);
        if (count > mostWorkers.count) mostWorkers = { count, action: `${index} ${action.name}` };
      }
      if (isAlive && seconds() * 1000 - (resting.at(-1)?.time ?? 0) * 1000 > BETWEEN) resting.push(await atRest());
    }
    if (isAlive) resting.push(await atRest());
    const { faults } = watch;
    const found = { seed, seconds: seconds(), tallies, faults, resting, workersAtFirst, mostWorkers, workerBound };
    const broken = brokenLimits(found);
    say(`\n${report(found)}\n`);
    say(broken.length === 0 ? "All limits hold." : broken.map((one) => `Broken: ${one}.`).join("\n"));
    return broken.length === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
}

/** Milliseconds that a browser may take to end a terminated worker, whose successor lives already. */
const ENDING = 1000;

/** The workers of a page; above the bound, those that still live when terminated ones have had time to end. */
async function livingWorkers(page: Page, bound: number): Promise<number> {
  if (page.workers().length > bound) await leaveAlone(page, ENDING).catch(() => undefined);
  return page.workers().length;
}

/** A timeout of the user counts as not done; anything else is a bug of the soak's own. */
function unlessGone(error: unknown): false {
  if (error instanceof Error && error.name === "TimeoutError") return false;
  throw error;
}

/** Notes how the page answers; whether it does. */
async function isAnswering(page: Page, watch: Watch, tally: Tally): Promise<boolean> {
  const answer = await askPage(page);
  if (answer === undefined) {
    watch.fault("no answer", "the page does not answer");
    return false;
  }
  // it stays until the program changes
  if (answer.shown !== undefined && !watch.faults.some(({ words }) => words === answer.shown))
    watch.fault("error shown", answer.shown);
  tally.slowest = Math.max(tally.slowest, answer.took);
  tally.longTasks.push(...answer.longTasks.filter((time) => time > LONG));
  return true;
}
