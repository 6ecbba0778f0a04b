// Questions one after the other, of which only those of the latest series count.
import type { Asked } from "./client.ts";

/** Asks a question; undefined where another series has begun meanwhile. The answer is undefined where the question was stopped. */
export type Ask = <T>(question: Asked<T>) => Promise<{ readonly answer: T | undefined } | undefined>;

/** Asks one series of questions at a time: a new series stops the pending question and drops the answers of the old one. */
export class Inquiry {
  private turn = 0;
  private asked: Asked<unknown> | undefined;

  /** Begins a series in the place of the one before it. */
  begin(): Ask {
    this.end();
    const { turn } = this;
    return async (question) => {
      this.asked = question;
      const answer = await question.answer;
      return turn === this.turn ? { answer } : undefined;
    };
  }

  /** Stops the pending question; its series continues with partial results. */
  stop(): void {
    this.asked?.stop();
  }

  /** Ends the series: its answers are dropped. */
  end(): void {
    this.turn++;
    this.stop();
    this.asked = undefined;
  }
}
