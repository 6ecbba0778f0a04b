// The editor's questions to the engine: one worker, one check at a time, the newest text wins, and none blocks for long.
import type { Completion, Hover } from "../../engine/session/editor.ts";
import type { Checked } from "../../engine/worker/protocol.ts";
import { EngineClient } from "../client.ts";

/** A check that takes longer than this many milliseconds is ended as soon as a newer text is to be checked. */
export const CHECK_PATIENCE = 2000;

interface Check {
  readonly text: string;
  readonly since: number;
  readonly answer: Promise<Checked | undefined>;
  busy: boolean;
}

/** What the editors of all cells ask; answers about a text are given only while the worker knows that text. */
export class Questions {
  private readonly client: EngineClient;
  private current: Check | undefined;
  private turn = 0;

  constructor(onFailure: (message: string) => void, client: EngineClient = new EngineClient(undefined, onFailure)) {
    this.client = client;
  }

  /** Checks a text; `undefined` where a newer one overtook it, or the check was ended. */
  async check(text: string): Promise<Checked | undefined> {
    const turn = ++this.turn;
    const before = this.current;
    if (before?.text === text) return before.answer;
    if (before?.busy) {
      await Promise.race([before.answer, pause(before.since + CHECK_PATIENCE - performance.now())]);
      if (turn !== this.turn) return undefined;
      if (this.current?.busy) this.client.restart();
    }
    const check: Check = { text, since: performance.now(), answer: this.client.check(text), busy: true };
    this.current = check;
    check.answer.then((checked) => {
      check.busy = false;
      // a check that gave nothing may be asked for again
      if (checked === undefined && this.current === check) this.current = undefined;
    });
    return check.answer;
  }

  /** Ends a check that takes too long. */
  restart(): void {
    this.client.restart();
    this.current = undefined;
  }

  async hover(text: string, offset: number): Promise<Hover | undefined> {
    return (await this.knows(text)) ? this.client.hover(offset) : undefined;
  }

  async complete(text: string, offset: number): Promise<readonly Completion[]> {
    return (await this.knows(text)) ? this.client.complete(offset) : [];
  }

  private async knows(text: string): Promise<boolean> {
    await this.check(text);
    return this.current?.text === text && !this.current.busy;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
