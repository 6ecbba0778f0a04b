// The answers to queries of a document, from runs of its present programs. Queries of several cells on one program are one question.

import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { nth } from "../../../engine/base/nth.ts";
import type { Answered } from "../../../engine/queries/evaluate.ts";
import type { Setting } from "../../../engine/queries/subject.ts";
import type { QueriesRequest } from "../../../engine/worker/protocol.ts";
import { askOnce } from "../../client/client.ts";
import type { Document, ProgramCell } from "../../document/document.ts";
import { requestOf } from "../../program/state/running.ts";
import { settingAsked } from "../model/asked-program.ts";
import type { CellSetting } from "../model/cells.ts";

/** A query about a program, and its key. */
export interface AskedQuery {
  readonly key: string;
  readonly program: Omit<QueriesRequest, "asks">;
  readonly query: string;
  readonly setting: Setting;
}

interface AnswersState {
  /** By key; a pending query has no entry. */
  readonly known: ReadonlyMap<string, Answered>;
}

const useAnswered = create<AnswersState>()(() => ({ known: new Map() }));

const MOST_KNOWN = 4000;

/**
 * A query of a cell about a program, at the program's own input unless the cell has one; `document` is the program's, the open one if left
 * out.
 */
export function askedQuery(program: ProgramCell, query: string, own: CellSetting, document?: Document): AskedQuery {
  const { text, above, data, entry } = requestOf(program, document);
  const setting = settingAsked(program, own);
  const key = JSON.stringify([text, above, data, entry, setting, query]);
  return { key, program: { text, above, data, entry }, query, setting };
}

/** Changes nothing: a query with it uses the program's own input, cotangent and n. */
export const OWN_SETTING: CellSetting = { at: undefined, cotangent: undefined, n: undefined, variations: "" };

/** Asks the collected queries, program by program. */
class Questions {
  private readonly wanted = new Map<string, AskedQuery>();
  private isAtWork = false;

  want(asked: readonly AskedQuery[]): void {
    const { known } = useAnswered.getState();
    for (const one of asked) if (!known.has(one.key)) this.wanted.set(one.key, one);
    if (!this.isAtWork && this.wanted.size > 0) void this.work();
  }

  private async work(): Promise<void> {
    this.isAtWork = true;
    // cells drawn together ask as one
    await Promise.resolve();
    for (let first = next(this.wanted); first !== undefined; first = next(this.wanted)) {
      const { program } = first;
      const same = [...this.wanted.values()].filter((one) => JSON.stringify(one.program) === JSON.stringify(program));
      for (const { key } of same) this.wanted.delete(key);
      const asks = same.map(({ query, setting }) => ({ query, setting }));
      const answers = await askOnce("queries", { ...program, asks });
      if (answers === undefined) continue;
      useAnswered.setState(({ known }) => {
        const kept = known.size + same.length > MOST_KNOWN ? [] : known;
        return { known: new Map([...kept, ...same.map(({ key }, index) => [key, nth(answers, index)] as const)]) };
      });
    }
    this.isAtWork = false;
  }
}

function next<T>(map: ReadonlyMap<string, T>): T | undefined {
  return map.values().next().value;
}

const questions = new Questions();

/** Requests missing answers. */
export function wantAnswers(asked: readonly AskedQuery[]): void {
  questions.want(asked);
}

/** Milliseconds that answers are waited for. */
const PATIENCE = 10_000;

/** The answers to queries, as soon as all are there; undefined for those that come too late. */
export async function answered(asked: readonly (AskedQuery | undefined)[]): Promise<readonly (Answered | undefined)[]> {
  const wanted = asked.filter((one) => one !== undefined);
  const found = () => asked.map((one) => one && useAnswered.getState().known.get(one.key));
  wantAnswers(wanted);
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const { known } = useAnswered.getState();
      if (!wanted.every(({ key }) => known.has(key))) return;
      done();
    };
    const done = (): void => {
      clearTimeout(patience);
      leave();
      resolve();
    };
    const patience = setTimeout(() => done(), PATIENCE);
    const leave = useAnswered.subscribe(look);
    look();
  });
  return found();
}

/** The known answers to queries; undefined for pending ones. */
export function useAnswers(asked: readonly (AskedQuery | undefined)[]): readonly (Answered | undefined)[] {
  return useAnswered(
    useShallow(({ known }) => asked.map((one) => (one === undefined ? undefined : known.get(one.key)))),
  );
}
