// What is open below a program follows it while one plays with it: the newest question is answered, with a worker of its own.
import { type Asked, EngineClient } from "./client.ts";

/** Milliseconds that an answer may take; a longer run is looked at in a view of its own. */
const LONGEST = 4000;

export abstract class Follower<Question> {
  protected readonly client: EngineClient = new EngineClient({ keeps: "state", onLost: () => this.lost() });
  private next: Question | undefined;
  private isAtWork = false;

  follow(question: Question): void {
    this.next = question;
    if (!this.isAtWork) void this.work();
  }

  end(): void {
    this.next = undefined;
    this.client.end();
    this.forget();
  }

  protected abstract answer(question: Question): Promise<void>;
  protected abstract setBusy(isBusy: boolean): void;
  /** What the worker remembered is lost. */
  protected lost(): void {}
  /** Nothing follows any more. */
  protected abstract forget(): void;

  /** An answer that comes soon, with what there is by then. */
  protected async soon<T>(asked: Asked<T>): Promise<T | undefined> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    void asked.started.then(() => {
      patience = setTimeout(() => asked.stop(), LONGEST);
    });
    const answer = await asked.answer;
    clearTimeout(patience);
    return answer;
  }

  private async work(): Promise<void> {
    this.isAtWork = true;
    this.setBusy(true);
    for (let question = this.next; question !== undefined; question = this.next) {
      this.next = undefined;
      await this.answer(question);
    }
    this.isAtWork = false;
    this.setBusy(false);
  }
}
