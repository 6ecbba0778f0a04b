// Cotangents of arrays: bags of what was sent to elements, for reading one element must not cost as much as the array (thesis, §6.6).
//
//   D₂[Array τ] = Bag D₂[τ]        data Bag a = BagEmpty | BagOne ℤ a | BagAll (Array a) | BagPlus (Bag a) (Bag a)
//
// Where an array is made, its bag is collected into an array of cotangents, each element once.
import { readDefinitions } from "../../../core/notation/read.ts";
import {
  apply,
  type CoreBranch,
  type CorePattern,
  type Global,
  lambda,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { con, fun, INT, LIST, lin, list, NIL, type Type, tuple, UNIT } from "../../../types/type.ts";
import type { FreshNames } from "../../common/fresh-names.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import type { Cotangents } from "./cotangents.ts";
import { BAG, bagOf, linearDefinition, listParts } from "./pieces.ts";

const INTERFACE = `
data Bag a = BagEmpty | BagOne ℤ a | BagAll (Array a) | BagPlus (Bag a) (Bag a)
def OneAt⟦a⟧ : ℤ → a ⊸ Bag a = λ(i : ℤ). asLinear(λ(d : a). BagOne⟦a⟧(i, d))
def BagOfAll⟦a⟧ : [a] ⊸ Bag a = λ̲(l : [a]). BagAll⟦a⟧(fromList(l))
def MapList⟦a, b⟧ : (a → b) × [a] → [b] = λ(f : a → b, l : [a]). case l of {
    [] → []⟦b⟧ | (x :: r) → let y = f x in y :: MapList⟦a, b⟧ (f, r) }
`;

/** The definitions on bags that do not depend on types. */
export function bagsInterface(): ReturnType<typeof readDefinitions> {
  return readDefinitions(INTERFACE);
}

/** The ways between bags and lists of cotangents, for the types of a program. */
export class Bags {
  readonly globals: Global[] = [];
  private readonly cotangents: Cotangents;
  private readonly names: FreshNames;
  private readonly known = new Map<string, string>();

  /** `names` are those that definitions get. */
  constructor(cotangents: Cotangents, names: FreshNames) {
    this.cotangents = cotangents;
    this.names = names;
  }

  /** The bag with one cotangent, of the element at an index. */
  oneAt(item: Type, index: Term, cotangent: Term): Term {
    return apply({ tag: "global", name: "OneAt", types: [this.cotangents.type(item)] }, index, cotangent);
  }

  /** The cotangent of the list that an array of a size is made of, from its bag. */
  listed(item: Type, size: Term, of: Term): Term {
    return apply(
      apply(
        this.defined("listed", item, (name) => this.listedOf(name, item)),
        size,
      ),
      of,
    );
  }

  /** The bag of an array, from the cotangent of the list of its elements. */
  bagged(item: Type, of: Term): Term {
    const items = apply(
      this.defined("items", item, (name) => this.itemsOf(name, item)),
      of,
    );
    return apply({ tag: "global", name: "BagOfAll", types: [this.cotangents.type(item)] }, items);
  }

  /** The bag of an array, from the items of a list by a function from each to its cotangent. */
  ofItems(item: Type, fn: Term, items: Term): Term {
    const type = this.cotangents.type(item);
    const mapped = apply({ tag: "global", name: "MapList", types: [item, type] }, pairOf(fn, items));
    return apply({ tag: "global", name: "BagOfAll", types: [type] }, mapped);
  }

  private defined(word: string, item: Type, make: (name: string) => Global): Term {
    const key = `${word} ${typeKey(item)}`;
    let name = this.known.get(key);
    if (name === undefined) {
      name = this.names.name(word);
      this.known.set(key, name);
      const index = this.globals.length++;
      this.globals[index] = make(name);
    }
    return global(name);
  }

  /** scatter : MArray D₂[τ] × Bag D₂[τ] → 𝟏: adds what is in a bag to the cells of elements. */
  private scatterOf(name: string, item: Type): Global {
    const type = this.cotangents.type(item);
    const [cells, of] = [con("MArray", type), bagOf(type)];
    const [m, b] = [variable("m"), variable("b")];
    const pattern = (constructor: string, args: readonly CorePattern[]): CorePattern => ({
      tag: "con",
      data: BAG,
      con: `Bag${constructor}${OWN_MARK}`,
      types: [type],
      args,
    });
    const added = this.defined("addFrom", item, (own) => this.addFromOf(own, item));
    const branches: readonly CoreBranch[] = [
      { pattern: pattern("Empty", []), body: { tag: "tuple", items: [] } },
      {
        pattern: pattern("One", [varPattern("i", INT), varPattern("d", type)]),
        body: this.modified(item, variable("i"), variable("d")),
      },
      {
        pattern: pattern("All", [varPattern("a", con("Array", type))]),
        body: apply(added, {
          tag: "tuple",
          items: [m, { tag: "int", value: 0 }, prim("toList", [type], [variable("a")])],
        }),
      },
      {
        pattern: pattern("Plus", [varPattern("s", of), varPattern("t", of)]),
        body: letIn(
          [[{ tag: "any", type: UNIT }, apply(global(name), pairOf(m, variable("s")))]],
          apply(global(name), pairOf(m, variable("t"))),
        ),
      },
    ];
    const param = pairPattern(varPattern("m", cells), varPattern("b", of));
    return definition(name, fun(tuple(cells, of), UNIT), lambda(param, { tag: "case", scrutinee: b, branches }));
  }

  private modified(item: Type, index: Term, cotangent: Term): Term {
    const type = this.cotangents.type(item);
    const more = lambda(varPattern("x", type), this.cotangents.plus(item, variable("x"), cotangent));
    return prim("modify", [type], [index, more, variable("m")]);
  }

  /** addFrom : MArray D₂[τ] × ℤ × [D₂[τ]] → 𝟏: adds cotangents to the cells from an index on. */
  private addFromOf(name: string, item: Type): Global {
    const type = this.cotangents.type(item);
    const cells = con("MArray", type);
    const next: Term = {
      tag: "op",
      op: { tag: "builtin", id: "addInt" },
      args: [variable("i"), { tag: "int", value: 1 }],
    };
    const branches: readonly CoreBranch[] = [
      { pattern: { tag: "con", data: LIST, con: NIL, types: [type], args: [] }, body: { tag: "tuple", items: [] } },
      {
        pattern: listParts(type, varPattern("d", type), varPattern("r", list(type))),
        body: letIn(
          [[{ tag: "any", type: UNIT }, this.modified(item, variable("i"), variable("d"))]],
          apply(global(name), { tag: "tuple", items: [variable("m"), next, variable("r")] }),
        ),
      },
    ];
    const param: CorePattern = {
      tag: "tuple",
      items: [varPattern("m", cells), varPattern("i", INT), varPattern("l", list(type))],
    };
    const body: Term = { tag: "case", scrutinee: variable("l"), branches };
    return definition(name, fun(tuple(cells, INT, list(type)), UNIT), lambda(param, body));
  }

  /** listed : ℤ → Bag D₂[τ] ⊸ D₂[[τ]]: collected, and as the cotangent of a list. */
  private listedOf(name: string, item: Type): Global {
    const type = this.cotangents.type(item);
    const to = this.cotangents.type(list(item));
    const scatter = this.defined("scatter", item, (own) => this.scatterOf(own, item));
    const asList = this.defined("asList", item, (own) => this.asListOf(own, item));
    const m = variable("m");
    const collected = letIn(
      [
        [open("m"), prim("alloc", [type], [variable("n"), this.cotangents.zero(item)])],
        [{ tag: "any", type: UNIT }, apply(scatter, pairOf(m, variable("b")))],
      ],
      apply(asList, prim("toList", [type], [prim("freeze", [type], [m])])),
    );
    const inner = prim("asLinear", [bagOf(type), to], [lambda(varPattern("b", bagOf(type)), collected)]);
    return definition(name, fun(INT, lin(bagOf(type), to)), lambda(varPattern("n", INT), inner));
  }

  /** asList : [D₂[τ]] → D₂[[τ]]. */
  private asListOf(name: string, item: Type): Global {
    const type = this.cotangents.type(item);
    const to = this.cotangents.type(list(item));
    const rest = apply(global(name), variable("r"));
    const branches: readonly CoreBranch[] = [
      {
        pattern: { tag: "con", data: LIST, con: NIL, types: [type], args: [] },
        body: this.cotangents.zero(list(item)),
      },
      {
        pattern: listParts(type, varPattern("d", type), varPattern("r", list(type))),
        body: this.cotangents.consed(item, variable("d"), rest),
      },
    ];
    const body: Term = { tag: "case", scrutinee: variable("l"), branches };
    return definition(name, fun(list(type), to), lambda(varPattern("l", list(type)), body));
  }

  /** items : D₂[[τ]] ⊸ [D₂[τ]], as far as the cotangent of a list goes. */
  private itemsOf(name: string, item: Type): Global {
    const type = this.cotangents.type(item);
    const of = this.cotangents.type(list(item));
    const { pattern, others } = this.cotangents.consPattern(item, "d", "r");
    const end: Term = { tag: "list", items: [], tail: undefined, item: type };
    const branches: readonly CoreBranch[] = [
      { pattern, body: { tag: "list", items: [variable("d")], tail: apply(global(name), variable("r")), item: type } },
      ...others.map((other) => ({ pattern: other, body: end })),
    ];
    const body: Term = { tag: "case", scrutinee: variable("l"), branches };
    return linearDefinition(name, varPattern("l", of), list(type), body);
  }
}
