// Inputs: closed values of a type, with Reals that look random, so that ties and kinks are unlikely.

import type { Site } from "./site.ts";
import { apply, array, int, list, name, negate, real, type Term, tuple } from "./syntax.ts";
import { constructorsAt, type Type } from "./type.ts";

/** A value; `depth` bounds recursive data. */
export function sample(site: Site, key: string, type: Type, depth = 3): Term {
  const part = site.part(key, "sample");
  const several = (of: Type, least: number, most: number): Term[] =>
    part.choices
      .many("items", "item", least, most)
      .map((choices) => sample(part.part("", "item", choices), "value", of, depth - 1));
  switch (type.tag) {
    case "Real": {
      const digits = 1 + 2 * part.choices.integer("digits", 89);
      const size = real(digits === 1 ? "0.5" : (0.1 + digits / 100).toFixed(2));
      return part.choices.integer("sign", 2) === 2 ? negate(size) : size;
    }
    case "Int":
      return int([2, 1, 3, 0, 4, -1, -2][part.choices.integer("value", 6)] ?? 2);
    case "Bool":
      return name(part.choices.oneOf("value", ["True", "False"]));
    case "Tuple":
      return tuple(...type.items.map((item, index) => sample(part, String(index), item, depth)));
    case "List":
      return list(...several(type.of, 1, 3));
    case "Array":
      return array(...several(type.of, 1, 3));
    case "Data": {
      const data = part.dataNamed(type.name);
      const constructors = constructorsAt(data, type.args);
      // Nothing is the first constructor of Maybe, but holds nothing to differentiate.
      const names = constructors.map((constructor) => constructor.name);
      const picked =
        depth > 0
          ? part.choices.pick(
              "constructor",
              names.map((each) => [each, each === "Nothing" ? 1 : 3]),
            )
          : names[0];
      const constructor = constructors.find((each) => each.name === picked) ?? constructors[0];
      const fields = constructor?.fields ?? [];
      return apply(
        constructor?.name ?? "",
        ...fields.map((field, index) => sample(part, String(index), field, depth - 1)),
      );
    }
    default:
      throw new Error("internal: inputs hold no functions");
  }
}
