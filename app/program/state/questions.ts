// The editor's questions to the engine: one worker, one check at a time, the newest text wins, and none blocks for long.
import type { Completion, Hover } from "../../../engine/session/program/editor.ts";
import type { Meaning, NameSpan, NameUses } from "../../../engine/session/program/names.ts";
import type { Checked, ProgramText } from "../../../engine/worker/protocol.ts";
import { type EngineClient, lease } from "../../client/client.ts";
import { sameTexts } from "../../document/document.ts";

/** A check that takes longer than this many milliseconds is ended as soon as a newer text is to be checked. */
export const CHECK_PATIENCE = 2000;

interface Check {
  readonly program: ProgramText;
  readonly since: number;
  readonly answer: Promise<Checked | undefined>;
  busy: boolean;
}

/** Questions of all editors; answers about a text are given only while the worker knows that text. */
export class Questions {
  private readonly client: EngineClient;
  private current: Check | undefined;
  private turn = 0;

  constructor(onFailure: (message: string) => void, client = lease({ keeps: "own", onFailure })) {
    this.client = client;
  }

  /** Checks a program; `undefined` where a newer one overtook it, or the check was ended. */
  async check(program: ProgramText): Promise<Checked | undefined> {
    const turn = ++this.turn;
    const before = this.current;
    if (before !== undefined && isSame(before.program, program)) return before.answer;
    if (before?.busy) {
      await Promise.race([before.answer, pause(before.since + CHECK_PATIENCE - performance.now())]);
      if (this.current?.busy && turn === this.turn) this.client.restart();
    }
    const check: Check = { program, since: performance.now(), answer: this.client.ask("check", program), busy: true };
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

  async hover(program: ProgramText, offset: number): Promise<Hover | undefined> {
    return (await this.knows(program)) ? this.client.ask("hover", offset) : undefined;
  }

  async complete(program: ProgramText, offset: number): Promise<readonly Completion[]> {
    return (await this.knows(program)) ? ((await this.client.ask("complete", offset)) ?? []) : [];
  }

  async name(program: ProgramText, offset: number): Promise<NameUses | undefined> {
    return (await this.knows(program)) ? this.client.ask("name", offset) : undefined;
  }

  async uses(program: ProgramText, meaning: Meaning): Promise<readonly NameSpan[]> {
    return (await this.client.ask("uses", { program, meaning })) ?? [];
  }

  private async knows(program: ProgramText): Promise<boolean> {
    await this.check(program);
    return this.current !== undefined && isSame(this.current.program, program) && !this.current.busy;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function isSame(a: ProgramText, b: ProgramText): boolean {
  return a.text === b.text && a.data === b.data && sameTexts(a.above, b.above);
}
