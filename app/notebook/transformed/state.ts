// The texts of the cells' programs after a transformation, requested while these are shown.
import { create } from "zustand";
import type { Exported } from "../../../engine/texts/export.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ModuleRequest, TransformRequest } from "../../../engine/worker/protocol.ts";
import { withEntry } from "../../base/entries.ts";
import { Latest } from "../../base/latest.ts";
import { EngineClient } from "../../client/client.ts";
import type { CellId } from "../../document/document.ts";

/** The latest answer for a cell, with its question. */
export interface CellTransformed {
  readonly ask: TransformRequest;
  /** undefined where the program has none: it has mistakes, or nests too deeply. */
  readonly answer: TransformedText | undefined;
}

/** The latest module of a cell, or why it has none. */
export interface CellModule {
  readonly ask: ModuleRequest;
  readonly exported: Exported;
}

interface TransformedState {
  readonly texts: ReadonlyMap<CellId, CellTransformed>;
  readonly modules: ReadonlyMap<CellId, CellModule>;
}

/** Texts by cell; a missing one is pending, or has not been requested. */
export const useTransformed = create<TransformedState>()(() => ({ texts: new Map(), modules: new Map() }));

/** Milliseconds after which a question that a newer one overtakes is ended with its worker. */
const PATIENCE = 2000;

const client = new EngineClient();
const texts = new Latest();
const modules = new Latest();
/** When the questions that are not answered yet were asked. */
const open = new Set<{ readonly since: number }>();

/** Requests a cell's transformed program; the newest question wins. */
export async function askTransformed(id: CellId, ask: TransformRequest): Promise<void> {
  const isLatest = texts.begin();
  const question = { since: performance.now() };
  const [before] = open;
  if (before !== undefined && question.since - before.since > PATIENCE) {
    client.restart();
    open.clear();
  }
  open.add(question);
  const answer = await client.ask("transform", ask);
  open.delete(question);
  if (isLatest()) useTransformed.setState((now) => ({ texts: withEntry(now.texts, id, { ask, answer }) }));
}

/** Requests a cell's module; the newest question wins. */
export async function askModule(id: CellId, ask: ModuleRequest): Promise<void> {
  const isLatest = modules.begin();
  const exported = await client.ask("module", ask);
  if (!isLatest() || exported === undefined) return;
  useTransformed.setState((now) => ({ modules: withEntry(now.modules, id, { ask, exported }) }));
}
