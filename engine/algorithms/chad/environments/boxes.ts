// Boxes: the sum of the types of cotangents that an environment holds, for a map and an array have values of one type.
//
//   data Box = Empty | Box₁ D₂[τ₁] | Box₂ D₂[τ₂] | ..
import {
  type CoreBranch,
  type CorePattern,
  type Global,
  lambda,
  OWN_MARK,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { type DataType, fun, type Type, tuple, UNIT } from "../../../types/type.ts";
import { definition, pairPattern } from "../../common/rule-terms.ts";
import { UNLIKE } from "../../common/unlike.ts";
import type { Cotangents } from "../cotangents/cotangents.ts";

/** The type of boxes. */
export const BOX: Type = { tag: "con", name: `Box${OWN_MARK}`, args: [] };

/** The definition that adds two boxes. */
export const ADD_BOXES = "AddBoxes";

const EMPTY = `Empty${OWN_MARK}`;

/** The definition of a box that holds nothing, which is zero; a function of (). */
export const NO_BOX = "NoBox";

/** The boxes of a program. */
export class Boxes {
  private readonly cotangents: Cotangents;
  private readonly types = new Map<string, { readonly con: string; readonly type: Type }>();

  constructor(cotangents: Cotangents) {
    this.cotangents = cotangents;
  }

  /** A cotangent of a type in its box. */
  boxed(type: Type, cotangent: Term): Term {
    return { tag: "con", data: `Box${OWN_MARK}`, con: this.con(type), types: [], args: [cotangent] };
  }

  /** The cotangent in a box of a type; of an empty one, zero. */
  opened(type: Type, box: Term): Term {
    const [own, rest]: readonly CoreBranch[] = [
      { pattern: this.pattern(this.con(type), "d", type), body: variable("d") },
      { pattern: { tag: "any", type: BOX }, body: this.cotangents.zero(type) },
    ];
    return { tag: "case", scrutinee: box, branches: [own, rest] as readonly CoreBranch[] };
  }

  /** The data type, once all types are known. */
  get data(): DataType {
    const constructors = [...this.types.values()].map(({ con, type }) => ({
      name: con,
      fields: [this.cotangents.type(type)],
    }));
    return { name: `Box${OWN_MARK}`, params: [], constructors: [{ name: EMPTY, fields: [] }, ...constructors] };
  }

  /** The definitions, once all types are known. */
  get globals(): readonly Global[] {
    const empty: Term = { tag: "con", data: `Box${OWN_MARK}`, con: EMPTY, types: [], args: [] };
    return [definition(NO_BOX, fun(UNIT, BOX), lambda({ tag: "any", type: UNIT }, empty)), this.sum()];
  }

  /** AddBoxes : Box × Box → Box. */
  private sum(): Global {
    const empty: CorePattern = { tag: "con", data: `Box${OWN_MARK}`, con: EMPTY, types: [], args: [] };
    const sides = [...this.types.values()].map(({ con, type }): CoreBranch => {
      const other: CoreBranch = {
        pattern: { tag: "any", type: BOX },
        body: prim(UNLIKE, [BOX], [variable("s"), variable("t")]),
      };
      const inner: CoreBranch[] = [
        { pattern: empty, body: variable("s") },
        {
          pattern: this.pattern(con, "y", type),
          body: this.boxed(type, this.cotangents.plus(type, variable("x"), variable("y"))),
        },
      ];
      if (this.types.size > 1) inner.push(other);
      return {
        pattern: this.pattern(con, "x", type),
        body: { tag: "case", scrutinee: variable("t"), branches: inner },
      };
    });
    const body: Term = {
      tag: "case",
      scrutinee: variable("s"),
      branches: [{ pattern: empty, body: variable("t") }, ...sides],
    };
    const param = pairPattern(varPattern("s", BOX), varPattern("t", BOX));
    return definition(ADD_BOXES, fun(tuple(BOX, BOX), BOX), lambda(param, body));
  }

  private con(type: Type): string {
    const key = typeKey(type);
    let found = this.types.get(key);
    if (found === undefined) {
      found = { con: subscript("Box", this.types.size + 1) + OWN_MARK, type };
      this.types.set(key, found);
    }
    return found.con;
  }

  private pattern(con: string, name: string, type: Type): CorePattern {
    return { tag: "con", data: `Box${OWN_MARK}`, con, types: [], args: [varPattern(name, this.cotangents.type(type))] };
  }
}
