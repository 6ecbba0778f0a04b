// Rules for tables of rows and columns, and for arrays whose elements are taken or put by their indices: all in range by construction.

import type { Rule, Site } from "./site.ts";
import { apply, array, int, type Term } from "./syntax.ts";
import { arrow, Real, SmallInt, sameType, type Type } from "./type.ts";

const MOST = 3;
/** How deep tables are made of tables. */
const DEEPEST = 2;

/** A number from 1 to {@link MOST}. */
function size(site: Site, key: string): number {
  return 1 + site.choices.integer(key, MOST - 1);
}

/** A table of so many rows and columns. */
function tableTerm(site: Site, key: string, [n, m]: readonly [number, number], of: Type, deep = DEEPEST): Term {
  const part = site.part(key, "table");
  const isReal = sameType(of, Real);
  const inner = (at: string, n: number, m: number, type: Type = of): Term =>
    tableTerm(part, at, [n, m], type, deep - 1);
  const build = (): Term => apply("build2", int(n), int(m), part.grow("cell", arrow(SmallInt, SmallInt, of)));
  const forms = ["build2", "reshape", "transpose", "map2", "zipWith2", ...(isReal ? ["matMul", "outer"] : [])];
  const form = deep === 0 ? "build2" : part.choices.oneOf("form", forms);
  part.feature("table");
  switch (form) {
    case "reshape":
      return apply("reshape", int(n), int(m), literal(part, "cells", of, n * m));
    case "transpose":
      return apply("transpose", inner("turned", m, n));
    case "map2": {
      const from = part.guess("type");
      return apply("map2", part.grow("function", arrow(from, of)), inner("mapped", n, m, from));
    }
    case "zipWith2": {
      const [left, right] = [part.guess("left type"), part.guess("right type")];
      const combine = part.grow("function", arrow(left, right, of));
      return apply("zipWith2", combine, inner("left", n, m, left), inner("right", n, m, right));
    }
    case "matMul": {
      const between = size(part, "between");
      return apply("matMul", inner("left", n, between), inner("right", between, m));
    }
    case "outer":
      return apply("outer", literal(part, "left", of, n), literal(part, "right", of, m));
    default:
      return build();
  }
}

/** An array of so many elements. */
function literal(site: Site, key: string, of: Type, count: number): Term {
  return array(...Array.from({ length: count }, (_, index) => site.grow(`${key} ${index}`, of)));
}

/** An array of so many indices below a bound. */
function indices(site: Site, count: number, bound: number): Term {
  return array(...Array.from({ length: count }, (_, index) => int(site.choices.integer(`index ${index}`, bound - 1))));
}

/** An element of a table. */
export function cellTerm(site: Site, goal: Type): Term {
  const [n, m] = [size(site, "rows"), size(site, "columns")];
  const at = (key: string, bound: number): Term => int(site.choices.integer(key, bound - 1));
  return apply("at2", tableTerm(site, "table", [n, m], goal), at("row", n), at("column", m));
}

/** Arrays that are made of tables. */
export function tableRules(of: Type): Rule[] {
  return [{ label: "table", weight: 1, build: (site) => fromTable(site, of) }];
}

function fromTable(site: Site, of: Type): Term {
  const [n, m] = [size(site, "rows"), size(site, "columns")];
  const made = (): Term => tableTerm(site, "table", [n, m], of);
  const forms = ["flat", "row", "col", ...(sameType(of, Real) ? ["sumRows", "sumCols", "matVec"] : [])];
  const form = site.choices.oneOf("form", forms);
  switch (form) {
    case "row":
      return apply("row", made(), int(site.choices.integer("line", n - 1)));
    case "col":
      return apply("col", made(), int(site.choices.integer("line", m - 1)));
    case "matVec":
      return apply("matVec", made(), literal(site, "vector", of, m));
    default:
      return apply(form, made());
  }
}

/** Arrays by indices. */
export function indexedRules(of: Type): Rule[] {
  const forms: readonly (readonly [string, (site: Site) => Term])[] = [
    ["gather", (site) => gathered(site, of)],
    ["updates", (site) => updated(site, of)],
    ...(sameType(of, Real) ? [["scatterAdd", scattered] as const] : []),
    ...(of.tag === "List" ? [["groupA", (site: Site) => grouped(site, of.of)] as const] : []),
  ];
  const build = (site: Site): Term =>
    new Map(forms).get(
      site.choices.oneOf(
        "form",
        forms.map(([form]) => form),
      ),
    )!(site);
  return [{ label: "indices", weight: 2, build }];
}

function gathered(site: Site, of: Type): Term {
  const [from, taken] = [size(site, "from"), size(site, "taken")];
  return apply("gather", literal(site, "cells", of, from), indices(site, taken, from));
}

function updated(site: Site, of: Type): Term {
  const [from, put] = [size(site, "from"), size(site, "put")];
  return apply("updates", literal(site, "cells", of, from), indices(site, put, from), literal(site, "new", of, put));
}

function scattered(site: Site): Term {
  const [into, put] = [size(site, "into"), size(site, "put")];
  return apply("scatterAdd", int(into), indices(site, put, into), literal(site, "put", Real, put));
}

function grouped(site: Site, of: Type): Term {
  const [into, put] = [size(site, "into"), size(site, "put")];
  return apply("groupA", int(into), indices(site, put, into), literal(site, "put", of, put));
}
