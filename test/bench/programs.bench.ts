// How fast compiled gradients are: beside the adjoint written by hand, the primal in plain JavaScript, and the peers.
import { afterAll, test } from "vitest";
import { measured, peerFile, programFile } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

interface Subject {
  readonly name: string;
  readonly plain: string;
  readonly n?: number;
}

/** On arrays and loops; with what is asked of the median of all. */
const ARRAYS: readonly Subject[] = [
  { name: "dot", plain: "dot" },
  { name: "matvec300", plain: "matvec300" },
  { name: "rotate", plain: "rotate" },
  { name: "neural", plain: "neural" },
  { name: "particles", plain: "particles" },
  { name: "particles-nl", plain: "particles-nl" },
  { name: "fib", plain: "fib" },
  { name: "gmm", plain: "gmm" },
];

/** The same on lists, each beside the one on arrays. */
const LISTS: readonly (Subject & { readonly array: string })[] = [
  { name: "dot-list", plain: "dot", n: 1000, array: "dot" },
  { name: "dot-recursive", plain: "dot", n: 1000, array: "dot" },
  { name: "sum-mat-vec", plain: "sum-mat-vec 316", n: 316, array: "sum-mat-vec-array" },
  { name: "neural-list", plain: "neural", array: "neural" },
  { name: "particles-list", plain: "particles", array: "particles" },
];

const PEERS = ["jax", "tensorflow", "simplegrad", "adnn", "ad-js"] as const;

function against(what: string, mine: readonly number[], other: readonly number[]): NonNullable<Row["against"]> {
  return { what, ratio: quantile(mine, 0.5) / quantile(other, 0.5) };
}

/** Rows of the README's table: microseconds, ratios, and how many times longer each peer takes. */
const table = new Map<
  string,
  { readonly time: number; readonly byHand: number; readonly byPrimal: number; readonly peers: string[] }
>();

afterAll(() => {
  if (table.size === 0) return;
  const lines = [...table].map(
    ([name, { time, byHand, byPrimal, peers }]) =>
      `| ${name} | ${time.toPrecision(3)} µs | ${byHand.toPrecision(2)} | ${byPrimal.toPrecision(2)} | ${peers.join(", ")} |`,
  );
  const head = "| program | gradient | / adjoint by hand | / primal in plain JavaScript | peers: times the engine's |";
  process.stdout.write(`\n${head}\n| --- | --- | --- | --- | --- |\n${lines.join("\n")}\n`);
});

test("programs on arrays and loops", async () => {
  const rows: Row[] = [];
  const ratios: [number[], number[]] = [[], []];
  for (const { name, plain } of ARRAYS) {
    const found = await measured({ file: programFile(name), plain });
    const byHand = against("the adjoint by hand", found.engine, found.hand);
    const byPrimal = against("the primal in plain JavaScript", found.engine, found.primal);
    table.set(name, {
      time: quantile(found.engine, 0.5),
      byHand: byHand.ratio,
      byPrimal: byPrimal.ratio,
      peers: [],
    });
    ratios[0].push(byHand.ratio);
    ratios[1].push(byPrimal.ratio);
    rows.push(row(`${name}: gradient`, "µs", found.engine, { against: byHand }));
    rows.push(row(`${name}: gradient`, "µs", found.engine, { against: byPrimal }));
    rows.push(
      row(`${name}: value by the engine`, "µs", found.value, {
        against: against("the primal in plain JavaScript", found.value, found.primal),
      }),
    );
    if (found.module.length > 0)
      rows.push(
        row(`${name}: gradient by the exported module`, "µs", found.module, {
          against: against("the engine's gradient", found.module, found.engine),
        }),
      );
    rows.push(row(`${name}: compiling and the first gradient`, "µs", [found.first]));
  }
  rows.push(row("median of gradient / adjoint by hand", "×", ratios[0], { target: "at most 2" }));
  rows.push(row("median of gradient / primal", "×", ratios[1], { target: "at most 4" }));
  report("Gradients of programs on arrays and loops", rows);
});

test("the same programs on lists", async () => {
  const rows: Row[] = [];
  for (const { name, plain, n, array } of LISTS) {
    const beside = { file: programFile(array), n: array === "dot" ? undefined : n };
    const list = await measured({ file: programFile(name), plain, n, beside });
    const target = "at most 3";
    rows.push(
      row(`${name}: gradient`, "µs", list.engine, { against: against("on arrays", list.engine, list.beside), target }),
    );
    rows.push(
      row(`${name}: gradient`, "µs", list.engine, { against: against("the adjoint by hand", list.engine, list.hand) }),
    );
  }
  report("Gradients of programs on lists", rows);
});

test("peers", async () => {
  const rows: Row[] = [];
  for (const peer of PEERS) {
    const file = peerFile(peer);
    if (file === undefined) {
      process.stdout.write("\nThe peers are not installed: npm ci --ignore-scripts --prefix test/bench/peers\n");
      return;
    }
    for (const { name, plain } of ARRAYS) {
      try {
        const found = await measured({ file: programFile(name), plain, peer: { file, program: plain }, rounds: 7 });
        const ratio = quantile(found.peer, 0.5) / quantile(found.engine, 0.5);
        table.get(name)?.peers.push(`${peer} ${Number(ratio.toPrecision(2))}`);
        rows.push(
          row(`${name}: ${peer}`, "µs", found.peer, {
            against: against("the engine's gradient", found.peer, found.engine),
            target: "above 1, and above 3 where that leaves twice the time by hand",
          }),
        );
      } catch (error) {
        if (!(error instanceof Error && error.message.includes("has no"))) throw error;
      }
    }
  }
  report("Peers beside the engine", rows);
});
