// What the cells' programs read like after a transformation, asked for while that is looked at.
import { create } from "zustand";
import type { Exported } from "../../../engine/session/export.ts";
import type { TransformedText } from "../../../engine/session/transformed-text.ts";
import type { ModuleRequest, TransformRequest } from "../../../engine/worker/protocol.ts";
import { withEntry } from "../../base/entries.ts";
import { EngineClient } from "../../client/client.ts";
import type { CellId } from "../../document/document.ts";

/** The latest answer for a cell, and what it answers. */
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

export const useTransformed = create<TransformedState>()(() => ({ texts: new Map(), modules: new Map() }));

/** Milliseconds after which a question that a newer one overtakes is ended with its worker. */
const PATIENCE = 2000;

let client: EngineClient | undefined;
let turn = 0;
let asked: { readonly since: number } | undefined;

/** Asks for a cell's transformed program; the newest question wins. */
export async function askTransformed(id: CellId, ask: TransformRequest): Promise<void> {
  const own = ++turn;
  client ??= new EngineClient();
  if (asked !== undefined && performance.now() - asked.since > PATIENCE) client.restart();
  const question = { since: performance.now() };
  asked = question;
  const answer = await client.transform(ask);
  if (asked === question) asked = undefined;
  if (own !== turn) return;
  useTransformed.setState(({ texts }) => ({ texts: withEntry(texts, id, { ask, answer }) }));
}

let moduleTurn = 0;

/** Asks for a cell's module; the newest question wins. */
export async function askModule(id: CellId, ask: ModuleRequest): Promise<void> {
  const own = ++moduleTurn;
  client ??= new EngineClient();
  const exported = await client.module(ask);
  if (own !== moduleTurn || exported === undefined) return;
  useTransformed.setState(({ modules }) => ({ modules: withEntry(modules, id, { ask, exported }) }));
}
