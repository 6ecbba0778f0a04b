// The sources of the stages of Radul et al.: what is not noticed there, and why.
import type { Part } from "./part.ts";

const GOLDEN = "test/golden/linear-a.test.ts";
const FRONTS = "test/golden/fronts.test.ts";
const WRITTEN = "test/algorithms/yolo/written.test.ts";
const STUDY = "test/commands/study.test.ts";
const THEOREMS = [
  ["test/algorithms/yolo/theorems.test.ts", /type system|transposition|checkpointing/],
  ["test/algorithms/yolo/erasure.test.ts", /erasure (?:lets|takes|says|has)/],
] as const;

const part = (name: string, tests: Part["tests"], same: Part["same"] = {}, unseen: Part["unseen"] = {}): Part => ({
  source: `engine/algorithms/yolo/${name}.ts`,
  tests,
  same,
  unseen,
});

export const LINEAR_A: readonly Part[] = [
  part("jvp", [[GOLDEN], ...THEOREMS], {
    'if (term.tag === "number" && term.value === -1) return { tag: "minus one" };: joins its tests otherwise':
      "no partial in the table of operations is a number other than 1 and -1",
    'return term.tag === "operand" && term.index === place;: joins its tests otherwise':
      "partials that are an operation at operands alone have one operand, which is that of the operation itself",
  }),
  part("unzip", [[GOLDEN], ...THEOREMS]),
  part("transpose", [[GOLDEN], ...THEOREMS]),
  part("erase", [[GOLDEN], ...THEOREMS]),
  part("literal", [[GOLDEN], [FRONTS]]),
  part("core/to-core", [[GOLDEN]], {
    'const isScalar = binding.scalar !== undefined && binding.nonlinear.length > 0 && binding.bound.tag !== "call";: has another bound':
      "what has a scalar and binds nothing that is not linear is a call, which the last test leaves out",
    'const first = builtin("addInt", [variable(FIRST), { tag: "int", value: scalar ?? 0 }]);: has another default':
      "a call of a definition that counts scalars always knows its first one",
  }),
  part(
    "study",
    [[FRONTS], [WRITTEN], [STUDY]],
    {
      "const isCounted = (source?.trace?.nodes.length ?? 0) > MOST_PRINTED;: has another default":
        "a run of one scalar is as short as none",
    },
    {
      "const isCounted = (source?.trace?.nodes.length ?? 0) > MOST_PRINTED;: has another bound":
        "it differs for a run of exactly as many scalars as are printed",
    },
  ),
  part("linear-a/check", [[GOLDEN], ...THEOREMS, [WRITTEN]]),
  part("linear-a/print", [[GOLDEN], [FRONTS], [STUDY, /two names/]]),
  part("linear-a/work", [[GOLDEN]]),
  part("linear-a/syntax", [[GOLDEN], [WRITTEN], [STUDY, /two names/]]),
  part("linear-a/names", [[GOLDEN]]),
  part("front/straight", [[FRONTS], [STUDY, /two names/]], {
    'return of.tag === "tuple" ? nth(of.items, term.index) : refuse("this is of more than Reals and tuples", span);: tests the contrary':
      "programs have projections in the partials of custom operations alone, which are not translated",
  }),
  part("front/structure", [[FRONTS]]),
  part("front/front", [[FRONTS]]),
  part("front/traced", [[FRONTS]]),
];
