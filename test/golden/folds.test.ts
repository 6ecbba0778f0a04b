// Golden texts of folded graphs: what a large run begins with, and what its folds open to, by the call tree.
import { test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import type { Picture } from "../../engine/explore/picture.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES } from "../support/examples.ts";
import { goldenOf } from "../support/golden.ts";

const golden = goldenOf("folds");

/** Folds within folds that are opened, and nodes of each picture that are told. */
const [MOST_LEVELS, MOST_TOLD] = [5, 30];

/** The nodes of the graph, and what the first fold of each kind of title opens to, level by level. */
function unfolded(text: string): string {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  finish(exploration.open());
  const pictured = (open: readonly string[]): Picture => {
    const steps = exploration.picture({ open, hideConstants: true, around: undefined, all: false });
    let next = steps.next();
    while (!next.done) next = steps.next();
    return next.value;
  };
  const lines: string[] = [];
  const tell = (nodes: Picture["nodes"], open: readonly string[], indent: string): void => {
    const titles = new Set<string>();
    for (const node of nodes.slice(0, MOST_TOLD)) {
      const { tag, title, detail, id, from, to } = node;
      lines.push(`${indent}${tag === "scalar" ? `#${from} ` : ""}${title}${detail === "" ? "" : `  ${detail}`}`);
      const kind = `${tag} ${title.replace(/[\d.,]+/g, "n")}`;
      if (tag === "scalar" || tag === "discrete" || titles.has(kind) || open.length >= MOST_LEVELS) continue;
      titles.add(kind);
      const inner = pictured([...open, id]).nodes.filter((one) => one.from >= from && one.to <= to);
      tell(inner, [...open, id], `${indent}    `);
    }
    if (nodes.length > MOST_TOLD) lines.push(`${indent}… ${nodes.length - MOST_TOLD} more`);
  };
  tell(pictured([]).nodes, [], "");
  return `${lines.join("\n")}\n`;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  mixture: `-- at: ([0.3, 0.7], [1.0, 2.0], [0.5, 1.5, 2.5, 3.5])
def logNormal x m = let d = x - m in 0.0 - 0.5 * d * d - 0.9
def component x (w, m) = w * exp (logNormal x m)
def main (ws : [Real], ms : [Real], xs : [Real]) =
  sum (map (\\x -> log (sum (map (component x) (zip ws ms)))) xs)
`,
  springs: `-- at: [1.0, 2.5, 3.0, 5.5, 6.0, 7.5]
def dist a b = sqrt ((a - b) * (a - b) + 0.01)
def spring a b = let d = dist a b in 0.5 * (d - 1.0) ^ 2
def energy xs = case xs of { a :: b :: rest -> spring a b + energy (b :: rest) | _ -> 0.0 }
def main (xs : [Real]) = energy xs
`,
  runge: `-- at: (1.0, 0.5)
def field (x, y) = (x * (1.1 - 0.4 * y), y * (0.1 * x - 0.4))
def along h (x, y) (dx, dy) = (x + h * dx, y + h * dy)
def rk4 h s =
  let k1 = field s in
  let k2 = field (along (0.5 * h) s k1) in
  let k3 = field (along (0.5 * h) s k2) in
  let k4 = field (along h s k3) in
  let (a1, b1) = k1 in let (a2, b2) = k2 in let (a3, b3) = k3 in let (a4, b4) = k4 in
  along (h / 6.0) s (a1 + 2.0 * a2 + 2.0 * a3 + a4, b1 + 2.0 * b2 + 2.0 * b3 + b4)
def go (k : Int) s = if k == 0 then s else go (k - 1) (rk4 0.1 s)
def main (x, y) = let (a, b) = go 10 (x, y) in a + b
`,
  arrays: `-- at: 0.5
def main x = sumA (build 40 (\\i -> sin (x * real i)))
`,
  product: `-- at: (20, 1.1)
def power (n : Int) x = if n == 0 then 1.0 else x * power (n - 1) (x + 0.1)
def main (n : Int, x) = power n x
`,
};

/** Graphs that are read; of the others the digests are held. */
const READ = /^(08|13|21|25)-|^(mixture|springs|product)$/;

test.each([
  ...Object.entries(PROGRAMS),
  ...EXAMPLES.map(({ name, text }) => [name.replace(/\.dual$/, ""), text] as const),
])("the folds of %s follow its calls", (name, text) => {
  if (READ.test(name)) golden.text(`${name}.txt`, unfolded(text));
  else golden.digest(name, unfolded(text));
});
