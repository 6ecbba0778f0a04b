// Questions one after the other, of which only those of the latest series count.
import type { Asked } from "./client.ts";

/** Asks a question; undefined where another series has begun meanwhile. The answer is undefined where the question was stopped. */
export type Ask = <T>(question: Asked<T>) => Promise<{ readonly answer: T | undefined } | undefined>;

/** Asks one series of questions at a time: a new series stops the question under way and drops the answers of the old one. */
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

  /** Stops the question that is under way; its series goes on with what there is. */
  stop(): void {
    this.asked?.stop();
  }

  /** Ends the series: nobody waits for its answers any more. */
  end(): void {
    this.turn++;
    this.stop();
    this.asked = undefined;
  }
}
