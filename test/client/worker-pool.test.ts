// Workers: never more than allowed, whatever is asked; nobody's answers go to another; who keeps something is told when it is lost.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextTask } from "../../app/base/next-task.ts";
import { EngineClient } from "../../app/client/client.ts";
import type { Port } from "../../app/client/port.ts";
import { WorkerPool } from "../../app/client/worker-pool.ts";
import type { Request } from "../../engine/worker/messages.ts";

/** A worker that answers when it is told to. */
class Fake implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  isAlive = true;
  readonly received: Request[] = [];
  postMessage(message: Request): void {
    if (!this.isAlive) throw new Error("asked after its end");
    this.received.push(message);
  }
  terminate(): void {
    this.isAlive = false;
  }
  /** Answers the oldest request that is no Stop; whether there was one. */
  answer(): boolean {
    const next = this.received.findIndex(({ tag }) => tag !== "stop");
    const [request] = next < 0 ? [] : this.received.splice(next, 1);
    if (request?.tag !== "ask" || request.kind !== "format") return request !== undefined;
    this.onmessage?.({ data: { tag: "answer", id: request.id, answer: request.ask } });
    return true;
  }
}

function pooled(most: number) {
  const workers: Fake[] = [];
  const start = (): Fake => {
    const made = new Fake();
    workers.push(made);
    return made;
  };
  const pool = new WorkerPool(start, most);
  const alive = (): readonly Fake[] => workers.filter(({ isAlive }) => isAlive);
  return { pool, alive };
}

describe("the pool of workers", () => {
  test("lends no more than there are, and serves who waits in order", async () => {
    const { pool, alive } = pooled(2);
    const clients = Array.from({ length: 5 }, () => new EngineClient({ pool }));
    const done: number[] = [];
    const answers = clients.map((client, index) =>
      client.ask("format", `${index}`).then((text) => done.push(Number(text))),
    );
    expect(alive().length).toBe(2);
    while (done.length < 5) {
      for (const worker of alive()) worker.answer();
      await nextTask();
    }
    await Promise.all(answers);
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(done.slice(0, 2).toSorted()).toEqual([0, 1]);
    expect(alive().length).toBe(2);
  });

  test("takes back first from who loses nothing, never from who keeps its own, and tells who loses", async () => {
    const { pool, alive } = pooled(3);
    const lost: string[] = [];
    const own = new EngineClient({ pool, keeps: "own", onLost: () => lost.push("own") });
    const state = new EngineClient({ pool, keeps: "state", onLost: () => lost.push("state") });
    const nothing = new EngineClient({ pool, onLost: () => lost.push("nothing") });
    for (const client of [own, state, nothing]) void client.ask("format", "x");
    for (const worker of alive()) worker.answer();
    await nextTask();
    void new EngineClient({ pool }).ask("format", "a");
    expect(lost).toEqual(["nothing"]);
    const kept = alive();
    void new EngineClient({ pool }).ask("format", "b");
    expect(lost).toEqual(["nothing", "state"]);
    // what a worker remembered for one is not left to another
    expect(kept.filter(({ isAlive }) => !isAlive).length).toBe(1);
    void new EngineClient({ pool }).ask("format", "c");
    expect(lost).toEqual(["nothing", "state"]);
    expect(alive().length).toBe(3);
  });

  test("withdraws a run that waits, and stops one by force that does not hear", async () => {
    const { pool, alive } = pooled(1);
    const ask = {
      text: "",
      above: [],
      entry: undefined,
      at: undefined,
      cotangent: undefined,
      n: undefined,
      stage: "tape",
    };
    const started: string[] = [];
    const run = (name: string) => new EngineClient({ pool }).begin("run", ask, { onStart: () => started.push(name) });
    const [first, second, third] = [run("first"), run("second"), run("third")];
    expect(started).toEqual(["first"]);
    second.stop();
    expect(await second.end).toEqual({ tag: "withdrawn" });
    first.stop();
    expect((await first.end).tag).toBe("terminated");
    await nextTask();
    expect(started).toEqual(["first", "third"]);
    expect(alive().length).toBe(1);
    third.stop();
    await third.end;
  });

  test("never has more, and answers each its own, in any order of events", async () => {
    const step = fc.record({
      client: fc.nat(5),
      act: fc.constantFrom("ask" as const, "end" as const, "restart" as const, "answer" as const),
    });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40 }),
      async (most, steps) => {
        const { pool, alive } = pooled(most);
        const clients = Array.from(
          { length: 6 },
          (_, index) => new EngineClient({ pool, keeps: index % 3 === 0 ? "state" : "nothing" }),
        );
        const wrong: string[] = [];
        let open = 0;
        for (const [index, { client, act }] of steps.entries()) {
          const asker = clients[client]!;
          if (act === "ask") {
            open++;
            const question = `${client} ${index}`;
            void asker.ask("format", question).then((text) => {
              open--;
              if (text !== undefined && text !== question) wrong.push(`${text} for ${question}`);
            });
          } else if (act === "end") asker.end();
          else if (act === "restart") asker.restart();
          else alive()[client % Math.max(1, alive().length)]?.answer();
          expect(alive().length).toBeLessThanOrEqual(most);
          await nextTask();
        }
        for (let round = 0; round < 200 && open > 0; round++) {
          for (const worker of alive()) worker.answer();
          await nextTask();
        }
        expect(open).toBe(0);
        expect(wrong).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 100, seed: 17 });
  });
});
