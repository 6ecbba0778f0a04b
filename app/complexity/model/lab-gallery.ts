// The programs of ready-made experiments.
import type { GallerySweep, ProgramFamily } from "../../algorithms/algorithm.ts";
import { GALLERY } from "../../algorithms/index.ts";
import { EXAMPLES, type Example } from "../../document/examples.ts";
import { titleOf } from "../../document/header.ts";

/** The program of a sweep: its own, that of its family that is shown, or the example that it names by the beginning of its file's name. */
export function galleryExample(of: GallerySweep["example"]): Pick<Example, "title" | "text"> | undefined {
  if (typeof of === "string") return EXAMPLES.find(({ name }) => name.startsWith(`${of}-`));
  return "text" in of ? of : { title: of.title, text: of.textOf(of.shown) };
}

/** A family of programs of the gallery, the n that it is drawn over, and that of one of its programs. */
export interface FamilyMember {
  readonly family: ProgramFamily;
  readonly ns: readonly number[];
  readonly n: number;
}

/** The family that a program is of; undefined where it is of none, or was changed. */
export function familyOf(text: string): FamilyMember | undefined {
  const n = Number(/\d+/.exec(titleOf(text) ?? "")?.[0]);
  for (const { example, ns = [] } of GALLERY)
    if (typeof example !== "string" && "textOf" in example && n >= 1 && n <= example.most && example.textOf(n) === text)
      return { family: example, ns, n };
  return undefined;
}
