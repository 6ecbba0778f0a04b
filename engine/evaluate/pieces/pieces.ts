// Pieces of blocks that run often, as functions made of their JavaScript: from where a block is entered, or goes on after a call, to the next
// call or return. They do what their instructions do, with the same counts.
import type { Block, Piece } from "../code/code.ts";
import { PieceText, PieceWriter } from "./writer.ts";

type Maker = (...constants: readonly unknown[]) => Piece["run"];

/** Functions that are kept by their texts: the same program often runs again. */
const KEPT = 2000;

const makers = new Map<string, Maker>();
let isForbidden = false;

/** Gives a block its pieces, each of which is made when the run first comes to it; without effect where the host forbids to make code. */
export function prepare(block: Block): void {
  if (isForbidden || block.pieces !== undefined) return;
  block.pieces = [];
  begin(block, block.pieces, 0);
}

/** Lets a piece begin at a place: the function that stands there at first makes it. */
function begin(block: Block, pieces: (Piece | undefined)[], pc: number): void {
  const run = (): number => {
    pieces[pc] = made(block, pieces, pc);
    return 0;
  };
  if (!(pc in pieces)) pieces[pc] = { length: 1, run };
}

/** The piece that begins at a place; undefined where that would be a single instruction. */
function made(block: Block, pieces: (Piece | undefined)[], pc: number): Piece | undefined {
  const text = new PieceText();
  new PieceWriter(text, block.code).follow(pc);
  for (const next of text.begins) begin(block, pieces, next);
  const maker = text.length < 2 ? undefined : makerOf(text);
  return maker && { length: text.length, run: maker(...text.constants) };
}

function makerOf({ lines, constants }: PieceText): Maker | undefined {
  const source = `return (state) => {
const { stack, frame, captured } = state;
let { top } = state;
${lines.join("\n")}
};`;
  const known = makers.get(source);
  if (known !== undefined) return known;
  try {
    const maker = new Function(...constants.map((_, index) => `k${index}`), source) as Maker;
    if (makers.size === KEPT) makers.clear();
    makers.set(source, maker);
    return maker;
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    isForbidden = true;
    return undefined;
  }
}
