// The programs of ADBench at two sizes each, and dense loops over tables: values and gradients by the engine and by the exported module,
// beside plain JavaScript.
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { type Measured, measured, programFile } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../examples/adbench/${name}.dual`, import.meta.url));

interface Subject {
  readonly name: string;
  readonly what: string;
  readonly n: number;
  readonly at?: string;
  readonly sizes: readonly number[];
}

/** Up to middle sizes of ADBench's data sets. */
const ADBENCH: readonly Subject[] = [
  { name: "gmm", what: "1000 points, d 2, K 5", n: 1000, at: "(mixture 5 2, n)", sizes: [1000, 5, 2] },
  { name: "gmm", what: "1000 points, d 10, K 25", n: 1000, at: "(mixture 25 10, n)", sizes: [1000, 25, 10] },
  { name: "ba", what: "21 cameras, 1000 points, 3000 observations", ...bundle(21, 1000, 3000) },
  { name: "ba", what: "21 cameras, 11 315 points, 36 455 observations", ...bundle(21, 11_315, 36_455) },
  { name: "hand", what: "544 vertices", n: 544, sizes: [544] },
  { name: "hand", what: "10 000 vertices", n: 10_000, sizes: [10_000] },
  { name: "lstm", what: "2 layers, 1024 symbols", n: 1024, at: "(network 2 14, n)", sizes: [2, 14, 1024] },
  { name: "lstm", what: "4 layers, 4096 symbols", n: 4096, at: "(network 4 14, n)", sizes: [4, 14, 4096] },
];

function bundle(cameras: number, points: number, n: number): Omit<Subject, "name" | "what"> {
  return {
    n,
    at: `(build ${cameras} camera, build ${points} point, build n weight)`,
    sizes: [cameras, points, n],
  };
}

const DENSE: readonly Subject[] = [
  { name: "table-product", what: "200 × 200", n: 200, sizes: [200] },
  { name: "table-vector", what: "300 × 300", n: 300, sizes: [300] },
  { name: "table-maps", what: "300 × 300", n: 300, sizes: [300] },
];

const middle = (times: readonly number[]): number => quantile(times, 0.5);
const shown = (of: readonly number[], by: readonly number[]): string =>
  by.length === 0 ? "" : (middle(of) / middle(by)).toPrecision(2);

async function compare(title: string, subjects: readonly Subject[], fileOf: (name: string) => string): Promise<void> {
  const rows: Row[] = [];
  const lines: string[] = [];
  for (const { name, what, n, at, sizes } of subjects) {
    const found: Measured = await measured({ file: fileOf(name), n, plain: name, sized: { at, sizes }, rounds: 9 });
    const { engine, value, module, moduleValue, hand, primal } = found;
    const add = (of: string, times: readonly number[], beside: string, by: readonly number[]): void => {
      const against = by.length === 0 ? {} : { against: { what: beside, ratio: middle(times) / middle(by) } };
      rows.push(row(`${name}, ${what}: ${of}`, "µs", times, against));
    };
    add("value", value, "the primal in plain JavaScript", primal);
    add("gradient", engine, "the value", value);
    add("gradient", engine, "the adjoint by hand", hand);
    add("value by the exported module", moduleValue, "the primal in plain JavaScript", primal);
    add("gradient by the exported module", module, "its value", moduleValue);
    const ms = (times: readonly number[]): string => `${(middle(times) / 1000).toPrecision(3)} ms`;
    lines.push(
      `| ${[name, what, ms(value), shown(value, primal), ms(engine), shown(engine, value), shown(engine, primal), shown(engine, hand), shown(moduleValue, primal), shown(module, primal)].join(" | ")} |`,
    );
  }
  report(title, rows);
  const head =
    "| program | size | value | / plain | gradient | / value | / plain value | / adjoint by hand | module: value / plain | gradient / plain value |";
  process.stdout.write(`\n${head}\n|${" --- |".repeat(10)}\n${lines.join("\n")}\n`);
}

test("the programs of ADBench", () => compare("ADBench", ADBENCH, example));

test("dense loops over tables", () => compare("Dense loops over tables", DENSE, programFile));
