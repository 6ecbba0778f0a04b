// Runs as lessons show them, at a step: worker requests of the document's views.
import type { Glimpsed } from "../../../engine/lessons/lesson.ts";
import type { GlimpseRequest } from "../../../engine/worker/protocol.ts";
import { Latest } from "../../base/latest.ts";
import { EngineClient } from "../../client/client.ts";

/** One view's questions: only the latest counts. */
export class Looking {
  private readonly client = new EngineClient({ keeps: "nothing" });
  private readonly latest = new Latest();

  /** A run at a step; undefined where another was asked for meanwhile. */
  async at(ask: GlimpseRequest): Promise<Glimpsed | undefined> {
    const isLatest = this.latest.begin();
    const answer = await this.client.ask("glimpse", ask);
    return isLatest() ? answer : undefined;
  }

  end(): void {
    this.latest.begin();
    this.client.end();
  }
}
