// A question of the page: a stale answer is never that of a newer question, Stop gives partial results, and a failure is shown.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { nextTask } from "../../app/base/next-task.ts";
import type { Port } from "../../app/client/port.ts";
import { Question } from "../../app/client/question.ts";
import * as pools from "../../app/client/worker-pool.ts";
import type { Reply, Request } from "../../engine/worker/messages.ts";
import type { Answer } from "../../engine/worker/questions.ts";

/** Workers that answer what they are told to, when they are told to. */
let workers: FakeWorker[] = [];

class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  isAlive = true;
  readonly received: Request[] = [];
  constructor() {
    workers.push(this);
  }
  postMessage(request: Request): void {
    this.received.push(request);
  }
  terminate(): void {
    this.isAlive = false;
  }
  /** The latest question, and whether it is to stop. */
  get question() {
    const asked = this.received.filter((one) => one.tag === "ask").at(-1)!;
    return { ...asked, isStopped: this.received.some((one) => one.tag === "stop" && one.id === asked.id) };
  }
  reply(tag: Reply["tag"], reply: object): void {
    this.onmessage?.({ data: { tag, id: this.question.id, ...reply } as Reply });
  }
}

beforeEach(() => {
  workers = [];
  const pool = vi.spyOn(pools, "pagePool", "get").mockReturnValue(new pools.WorkerPool(() => new FakeWorker(), 3));
  return () => {
    pool.mockRestore();
    vi.useRealTimers();
  };
});

/** Formats a text: the worker's answer is the formatted one. */
const formatted = (options?: ConstructorParameters<typeof Question<string, string>>[1]) =>
  new Question<string, string>((text, { ask }) => ask("format", text), options);

/** The workers that are at work. */
const alive = () => workers.filter(({ isAlive }) => isAlive);

describe("a question", () => {
  test("keeps the last answer, with its question, until the newer one has its own", async () => {
    const question = formatted();
    void question.ask("a");
    expect(question.at()).toMatchObject({ question: "a", answer: undefined, isBusy: true });
    workers[0]!.reply("answer", { answer: "A" });
    await question.rest();
    expect(question.at()).toMatchObject({ question: "a", of: "a", answer: "A", current: "A", isBusy: false });
    void question.ask("b");
    expect(question.at()).toMatchObject({ question: "b", of: "a", answer: "A", current: undefined, isBusy: true });
    await nextTask();
    workers[0]!.reply("answer", { answer: "B" });
    await question.rest();
    expect(question.at()).toMatchObject({ of: "b", answer: "B", current: "B" });
    expect(workers).toHaveLength(1);
  });

  test("ends the one before, whose late answer is shown to nobody, and has its worker", async () => {
    const question = formatted();
    void question.ask("a");
    void question.ask("b");
    expect(workers[0]!.question).toMatchObject({ ask: "a", isStopped: true });
    workers[0]!.reply("answer", { answer: "A" });
    await nextTask();
    expect(question.at()).toMatchObject({ question: "b", answer: undefined });
    expect(workers[0]!.question).toMatchObject({ ask: "b", isStopped: false });
    workers[0]!.reply("answer", { answer: "B" });
    await question.rest();
    expect(question.at()).toMatchObject({ of: "b", answer: "B" });
    expect(workers).toHaveLength(1);
  });

  test("that is stopped has partial results; where its worker does not hear, it has none, and what was shown stays", async () => {
    vi.useFakeTimers();
    const question = formatted();
    void question.ask("a");
    question.stop();
    workers[0]!.reply("answer", { answer: "half of A" });
    await vi.runAllTimersAsync();
    expect(question.at()).toMatchObject({ answer: "half of A", isStopped: true, isBusy: false });
    void question.ask("b");
    question.stop();
    await vi.runAllTimersAsync();
    expect(question.at()).toMatchObject({ of: "a", answer: "half of A", current: undefined, isStopped: true });
    expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);
  });

  test("that fails says so, beside what was shown; the next one forgets it", async () => {
    const question = formatted();
    void question.ask("a");
    workers[0]!.reply("answer", { answer: "A" });
    await question.rest();
    void question.ask("b");
    await nextTask();
    workers[0]!.reply("failed", { message: "internal: no" });
    await question.rest();
    expect(question.at()).toMatchObject({ failure: "internal: no", of: "a", answer: "A", isBusy: false });
    void question.ask("c");
    expect(question.at().failure).toBeUndefined();
  });

  test("reports progress, and answers that grow", async () => {
    const question = new Question<string, readonly string[]>(async (text, { ask, show }) => {
      const one = (await ask("format", text))!;
      show([one]);
      return [one, (await ask("format", one))!];
    });
    void question.ask("a");
    workers[0]!.reply("progress", { progress: { steps: 7 } });
    expect(question.at().progress).toEqual({ steps: 7 });
    workers[0]!.reply("answer", { answer: "b" });
    await nextTask();
    expect(question.at()).toMatchObject({ current: ["b"], isBusy: true });
    expect(workers[0]!.question.ask).toBe("b");
    workers[0]!.reply("answer", { answer: "c" });
    await question.rest();
    expect(question.at()).toMatchObject({ current: ["b", "c"], isBusy: false, progress: undefined });
  });

  test("that waits for the one at work is answered then, the newest alone", async () => {
    const question = formatted({ overtakes: () => false });
    void question.ask("a");
    void question.ask("b");
    void question.ask("c");
    expect(workers[0]!.question).toMatchObject({ ask: "a", isStopped: false });
    workers[0]!.reply("answer", { answer: "A" });
    await nextTask();
    expect(question.at()).toMatchObject({ question: "c", of: "a", answer: "A" });
    workers[0]!.reply("answer", { answer: "C" });
    await question.rest();
    expect(question.at()).toMatchObject({ of: "c", answer: "C" });
    expect(workers[0]!.received).toHaveLength(2);
  });

  test("is asked at several places at once, which do not wait for each other; workers go back to the pool", async () => {
    const question = formatted();
    void question.ask("a", "one");
    void question.ask("b", "two");
    expect(workers.map(({ question: { ask } }) => ask)).toEqual(["a", "b"]);
    workers[1]!.reply("answer", { answer: "B" });
    await question.rest("two");
    expect(question.at("one").isBusy).toBe(true);
    await nextTask();
    void question.ask("c", "three");
    expect(workers).toHaveLength(2);
    expect(workers[1]!.question.ask).toBe("c");
  });

  test("knows whether its worker holds the run of the one before, and asks about that", async () => {
    const kept: boolean[] = [];
    const question = new Question<string, string>(
      (text, { ask, isKept }) => {
        kept.push(isKept);
        return ask("format", text);
      },
      { keeps: "own" },
    );
    void question.ask("a");
    workers[0]!.reply("answer", { answer: "A" });
    await question.rest();
    const about = question.about("paths", { scalar: 1, most: 1 });
    workers[0]!.reply("answer", { answer: { total: 1 } as unknown as Answer<"paths"> });
    expect(await about).toEqual({ total: 1 });
    void question.ask("b");
    await nextTask();
    workers[0]!.reply("answer", { answer: "B" });
    await question.rest();
    // overtaken at work, the worker is ended with the run
    void question.ask("c");
    await nextTask();
    void question.ask("d");
    await nextTask();
    alive()[0]!.reply("answer", { answer: "D" });
    await question.rest();
    expect(kept).toEqual([false, true, true, false]);
  });

  test("is forgotten with the last part of the page that shows it", async () => {
    vi.useFakeTimers();
    const question = formatted();
    const [close, closeOther] = [question.open(), question.open()];
    void question.ask("a");
    close();
    expect(question.at().isBusy).toBe(true);
    closeOther();
    expect(question.at()).toMatchObject({ question: undefined, isBusy: false });
    await vi.runAllTimersAsync();
    // nothing is left at work
    expect(workers[0]!.isAlive).toBe(false);
    expect(question.at().question).toBeUndefined();
  });
});
