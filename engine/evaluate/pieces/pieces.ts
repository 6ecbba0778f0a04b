// Pieces of blocks that run often, as functions made of their JavaScript: from where a block is entered, or goes on after a call, to the next
// call of a function that is not known. They do what their instructions do, with the same counts.
import type { Block, Piece } from "../code/code.ts";
import type { MachineState } from "../state/state.ts";
import { PieceText } from "./text.ts";
import { PieceWriter } from "./writer.ts";

type Maker = (...constants: readonly unknown[]) => Piece["run"];

/** Functions that are kept by their texts: the same program often runs again. */
const KEPT = 2000;

const makers = new Map<string, Maker>();
let isForbidden = false;

/** Gives a block its pieces, each of which is made when the run first comes to it; without effect where the host forbids to make code. */
export function prepare(block: Block): void {
  if (isForbidden || block.pieces !== undefined) return;
  begin(block, 0);
}

/** Lets a piece begin at a place: the function that stands there at first makes it. */
function begin(block: Block, pc: number): void {
  if (block.pieces === undefined) {
    block.pieces = [];
    begin(block, 0);
  }
  const { pieces } = block;
  const run = (state: MachineState): number => {
    pieces[pc] = made(block, pc, state);
    return 0;
  };
  if (!(pc in pieces)) pieces[pc] = { length: 1, run };
}

/** The piece that begins at a place, where a machine is; undefined where that would be a single instruction. */
function made(block: Block, pc: number, state: MachineState): Piece | undefined {
  const text = new PieceText();
  PieceWriter.at(text, block, state).follow(pc);
  for (const next of text.begins) begin(next.block, next.pc);
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
