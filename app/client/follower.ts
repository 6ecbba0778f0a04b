// Updates of an open panel while one plays with its program: the newest question is answered, with a worker of its own.
import { type Asked, EngineClient } from "./client.ts";

/** Milliseconds that an answer may take; a longer run is looked at in a view of its own. */
const LONGEST = 4000;

/** Callbacks of a follower. */
export interface Following<Question> {
  /** Answers a question, and shows the answer. The next question waits for it. */
  readonly answer: (question: Question, client: EngineClient) => Promise<void>;
  readonly setBusy: (isBusy: boolean) => void;
  /** The worker's state is lost. */
  readonly lost?: () => void;
  /** Nothing follows any more. */
  readonly forget: () => void;
}

/** Answers the newest of its questions; those overtaken before it gets to them are left out. */
export class Follower<Question> {
  private readonly client: EngineClient;
  private readonly following: Following<Question>;
  private next: Question | undefined;
  private isAtWork = false;

  constructor(following: Following<Question>) {
    this.following = following;
    this.client = new EngineClient({ keeps: "state", onLost: () => following.lost?.() });
  }

  follow(question: Question): void {
    this.next = question;
    if (!this.isAtWork) void this.work();
  }

  end(): void {
    this.next = undefined;
    this.client.end();
    this.following.forget();
  }

  private async work(): Promise<void> {
    const { answer, setBusy } = this.following;
    this.isAtWork = true;
    setBusy(true);
    for (let question = this.next; question !== undefined; question = this.next) {
      this.next = undefined;
      await answer(question, this.client);
    }
    this.isAtWork = false;
    setBusy(false);
  }
}

/** An early answer, with partial results. */
export async function soon<T>(asked: Asked<T>): Promise<T | undefined> {
  let patience: ReturnType<typeof setTimeout> | undefined;
  void asked.started.then(() => {
    patience = setTimeout(() => asked.stop(), LONGEST);
  });
  const answer = await asked.answer;
  clearTimeout(patience);
  return answer;
}
