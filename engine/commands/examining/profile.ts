// The command `profile`: the cost of a gradient by line and by definition.
import { USUAL } from "../../algorithms/catalogue.ts";
import { jsonText } from "../../base/json.ts";
import { UNWATCHED } from "../../base/watch.ts";
import { sweepOf } from "../../measure/cost.ts";
import { type Profile, type Profiled, profileOf } from "../../measure/profile.ts";
import { sampledProfile } from "../../measure/sampled-profile.ts";
import { speedscopeFile } from "../../measure/speedscope.ts";
import { finish } from "../../session/run/drive.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, requestOf, stageNamed, UsageError } from "../call.ts";
import { INPUT_OPTIONS } from "../options/table.ts";
import { printJson } from "../printing.ts";
import { sampleCode } from "./sampler.ts";

/** Sizes of a sweep that are run: its first ones. */
const MOST_SIZES = 6;

/** Characters of a line of the program that are printed. */
const LONGEST_LINE = 60;

/** Runs `profile`, and writes the calls for speedscope where `-o` says a file: prints the cost by line and by definition, with exponents over n where `--sweep` says which n. Gives the exit status. */
export function profile(call: Call): number {
  if (call.flags.has("--compiled")) return compiledProfile(call);
  const stage = stageNamed(call.options.get("--stage") ?? USUAL.run);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const sweep = call.options.get("--sweep");
  const asked = { sweep: sweep === "" ? undefined : sweep, n: undefined };
  const sizes = sweep === undefined ? [call.n] : sweepOf(checked, asked);
  if ("severity" in sizes) throw new UsageError(sizes.message);
  const budget = budgetOf(call);
  const found = finish(profileOf(checked, requestOf(call), stage, sizes.slice(0, MOST_SIZES), budget));
  if (found.ended.tag === "mistake") return reportEnd(call, found.ended, sources);
  const { lines, definitions } = found;
  const file = call.options.get("-o");
  if (file !== undefined && found.calls !== undefined)
    call.terminal.write(file, jsonText(speedscopeFile(found.calls, call.file), undefined, UNWATCHED));
  if (call.json) printJson(call, { stage: stage.id, lines, definitions }, budget);
  else call.terminal.out(tableOf(found));
  return reportEnd(call, found.ended, sources);
}

/** Prints the time of the compiled engine by line. */
function compiledProfile(call: Call): number {
  const other = [...call.options.keys()].find((name) => !INPUT_OPTIONS.includes(name));
  if (other !== undefined)
    throw new UsageError(`--compiled samples the compiled engine at one input, without ${other}`);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const budget = budgetOf(call);
  const { ended, lines, runs, samples } = finish(sampledProfile(checked, requestOf(call), budget, sampleCode));
  if (ended.tag !== "done") return reportEnd(call, ended, sources);
  if (call.json) printJson(call, { engine: "compiled", runs, samples, lines }, budget);
  else {
    const rows = lines.map(({ share, forwardMs, reverseMs, line, text }) => [
      `${(100 * share).toFixed(1)} %`,
      forwardMs.toPrecision(3),
      reverseMs.toPrecision(3),
      `${line}: ${shortened(text)}`,
    ]);
    call.terminal.out(
      `${aligned([["share", "forward ms", "reverse ms", "line"], ...rows])}${samples} samples of ${runs} runs\n`,
    );
  }
  return 0;
}

const HEADS = ["share", "work", "calls", "tape bytes", "forward ms", "reverse ms"];

function tableOf({ lines, definitions }: Profile): string {
  const all = lines.reduce((sum, { work }) => sum + work, 0);
  const heads = lines[0]?.exponents === undefined ? HEADS : [...HEADS, "work ~ n^"];
  const byLine = lines.map((row) => [...cellsOf(row, all), `${row.line}: ${shortened(row.text)}`]);
  const byName = definitions.map((row) => [...cellsOf(row, all), `${row.name} (line ${row.line})`]);
  return `${aligned([[...heads, "line"], ...byLine])}\n${aligned([[...heads, "definition"], ...byName])}`;
}

function cellsOf(row: Profiled, all: number): readonly string[] {
  const { work, calls, tapeBytes, forwardMs, reverseMs, exponents } = row;
  const share = all === 0 ? "" : `${((100 * work) / all).toFixed(1)} %`;
  const cells = [share, `${work}`, `${calls}`, `${tapeBytes}`, forwardMs.toFixed(2), reverseMs.toFixed(2)];
  return exponents === undefined ? cells : [...cells, exponents.work?.toFixed(2) ?? ""];
}

function shortened(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;
}

/** Rows under each other: numbers to the right, the last column to the left. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join("  ");
  return `${rows.map(line).join("\n")}\n`;
}
