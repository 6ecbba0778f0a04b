// Programs beyond the paper's proof (§10.3): those with recursion or recursive data types. The rules take both; the proof leaves them out.
import { type Fragment, INSIDE, type SourceProgram } from "../algorithm.ts";
import { recursionIn } from "../front/recursion.ts";

/** Every program is transformed as it is; says where it is beyond the proof. */
export function fragment({ program }: SourceProgram): Fragment {
  const found = recursionIn(program);
  return found === undefined ? INSIDE : { tag: "inside", beyond: `${found}: beyond the paper's proof (§10.3)` };
}
