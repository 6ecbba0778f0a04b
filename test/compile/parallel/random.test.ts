// Random fork/join programs: pairs, maps and builds of jobs within each other, with captured Reals, arrays and functions. On several threads they
// give the bits that they give on one, in whatever order their jobs run.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { startThread } from "../../../engine/commands/threads.ts";
import { Team } from "../../../engine/compile/parallel/team.ts";
import { IS_LONG } from "../../support/runs.ts";
import { threadedRuns } from "../../support/threads.ts";

const teams = (IS_LONG ? [2, 3, 5] : [3]).map((size) => new Team(size, startThread, true));
afterAll(() => {
  for (const team of teams) team.end();
});

/** In `test:long`: three runs of each program, each of which has a schedule of its own. */
const MANY = 3400;

const small = fc.integer({ min: 1, max: 6 });

/** An expression of type Real over x, y and xs; `level` tells names apart. */
function expression(level: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom("x", "y", "0.7", "1.3", "(xs ! 1)", "(sumA xs)");
  if (level === 0) return leaf;
  const inner = expression(level - 1);
  const [a, b, t, i, f] = ["a", "b", "t", "i", "f"].map((name) => `${name}${level}`);
  return fc.oneof(
    { weight: 1, arbitrary: leaf },
    { weight: 1, arbitrary: fc.tuple(inner, inner).map(([p, q]) => `(${p} * 0.5 + ${q})`) },
    { weight: 1, arbitrary: inner.map((p) => `(sin (${p}) * x)`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(inner, inner, small, small)
        .map(
          ([p, q, k, l]) => `(let (${a}, ${b}) = par (work ${k} (${p}), work ${l} (${q})) in ${a} * 0.3 - ${b} * y)`,
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inner, inner, small)
        .map(([p, q, k]) => `(sum (parMap (\\${t} -> work ${k} (${t} * 0.1 + ${q})) [${p}, x, ${q}]))`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inner, small, small)
        .map(([p, k, n]) => `(sumA (parBuild ${n} (\\${i} -> weigh ${i} xs * work ${k} (${p}))))`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(inner, inner, small)
        .map(
          ([p, q, k]) =>
            `(let (${f}, ${b}) = par (let ${a} = work ${k} (${p}) in (\\${t} -> ${t} * ${a}), work 2 (${q})) in ${f} (${b}))`,
        ),
    },
  );
}

const program = expression(4).map(
  (main) => `-- at: (0.9, 1.1, #[0.2, 0.5, 0.8])
def work (n : Int) z = if n == 0 then z else work (n - 1) (sin (z * 1.01) + 0.01)
def weigh (n : Int) xs = foldA (\\acc z -> acc * 0.9 + z * real n) 0.0 xs
def main (x : Real, y : Real, xs : Array Real) = ${main}`,
);

test("random fork/join programs give the same bits on 1 and 3 threads", { timeout: 3_600_000 }, async () => {
  let forks = 0;
  await fc.assert(
    fc.asyncProperty(program, async (text) => {
      const alone = await threadedRuns(text, undefined);
      for (const team of teams) {
        const together = await threadedRuns(text, team);
        forks += together.forks;
        expect(together.bits).toEqual(alone.bits);
      }
    }),
    { numRuns: IS_LONG ? MANY : 15, seed: 20261123 },
  );
  expect(forks).toBeGreaterThan(25);
});
