// The tape of each segment of a program, in bytes, with its places in the text.
import type { Span } from "../../source/span.ts";
import { type Item, isTruth } from "../analyse/items.ts";
import { type Group, ROOT } from "../analyse/record-plan.ts";
import type { StorageAnalysis } from "../analyse/storage-analysis.ts";
import { type Block, blocksOf, type Stmt } from "../ir/ir.ts";
import { distinct } from "../ir/source-links.ts";
import type { CodegenContext, Recorded } from "./codegen-context.ts";
import type { Held, TapePart, TapeSegment } from "./text.ts";

/** Bytes of a number, and of a cell, a count or the number of a segment. */
const NUMBER = 8;
const INDEX = 4;

/** The segments of a program that has been written, in the order of their numbers. */
export function tapeSegments(context: CodegenContext, storageOf: (one: Recorded) => StorageAnalysis): TapeSegment[] {
  return context.recorded.map((recorded, index) => segmentOf(recorded, index + 1, storageOf(recorded), context));
}

function segmentOf(
  { fn, stmts, plan }: Recorded,
  id: number,
  storage: StorageAnalysis,
  { counters, items }: CodegenContext,
): TapeSegment {
  const around = aroundBlocks(stmts);
  const rounds = new Map<Item, Span | undefined>();
  for (const stmt of around.values()) if (stmt.tag === "loop") rounds.set(items.rounds(stmt), stmt.at);
  const parts = [...plan].flatMap(([block, group]): TapePart[] => {
    const holds = heldBy(group, storage, rounds);
    if (block === ROOT || holds.length === 0) return [];
    const stmt = around.get(block);
    return [
      {
        of: stmt?.tag === "if" ? "branch" : "round",
        spans: distinct([stmt?.at]),
        holds,
        bytes: bytesOf(holds),
        counter: counters?.get(group),
      },
    ];
  });
  const holds = [...heldBy(plan.get(ROOT), storage, rounds), NUMBER_OF_SEGMENT];
  const spans = distinct(stmts.map(({ at }) => at));
  const whole = { of: "segment", spans, holds, bytes: bytesOf(holds), counter: counters?.get(plan) } as const;
  return { ...whole, id, function: fn.name, parts };
}

/** A record's end. */
export const NUMBER_OF_SEGMENT: Held = { name: "", what: "number of the segment", bytes: INDEX, spans: [] };

/** A group's entries on the tape; `rounds`: where the loops come from whose rounds it counts. */
export function heldBy(
  group: Group | undefined,
  storage: StorageAnalysis,
  rounds: ReadonlyMap<Item, Span | undefined> = new Map(),
): Held[] {
  if (group === undefined) return [];
  const held = (item: Item, what: Held["what"], bytes: number): Held => ({
    name: item.name,
    what,
    bytes,
    spans: distinct([rounds.get(item) ?? storage.originOf(item.of)]),
  });
  return [
    ...group.numbers.map((item) => held(item, item.is === "rounds" ? "rounds" : "value", NUMBER)),
    ...group.indices.map((item) =>
      held(item, isTruth(item) ? "truth value" : item.is === "cell" ? "cell" : "count", INDEX),
    ),
  ];
}

/** The bytes of all that is put onto the tape at once. */
export function bytesOf(holds: readonly Held[]): number {
  return holds.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The statement that each block within some statements belongs to. */
function aroundBlocks(stmts: readonly Stmt[], found = new Map<Block, Stmt>()): Map<Block, Stmt> {
  for (const stmt of stmts)
    for (const block of blocksOf(stmt)) {
      found.set(block, stmt);
      aroundBlocks(block.stmts, found);
    }
  return found;
}
