// The parts of a type that stand against a derivative by its values.
import { dataTypeOf, type Module } from "./scope.ts";
import { fieldsAt, showType, type Type, UNIT } from "./type.ts";

/** The part of a type that stands against a derivative by it: an open variable, or a function, and the data type whose field it is. */
export type Obstacle =
  | { readonly tag: "variable" }
  | { readonly tag: "function"; readonly type: Type; readonly data: string | undefined };

/** The first part of a type that is open or holds a function, fields of data types included. */
export function obstacleIn(
  module: Module,
  type: Type,
  data: string | undefined = undefined,
  seen: Set<string> = new Set(),
): Obstacle | undefined {
  const first = (types: readonly Type[], inside = data) => {
    for (const one of types) {
      const found = obstacleIn(module, one, inside, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  switch (type.tag) {
    case "var":
      return { tag: "variable" };
    case "fun":
    case "lin":
      return { tag: "function", type, data };
    case "tuple":
      return first(type.items);
    case "con": {
      const found = first(type.args);
      const definition = dataTypeOf(module, type.name);
      if (found !== undefined || definition === undefined || seen.has(showType(type))) return found;
      seen.add(showType(type));
      return first(
        definition.constructors.flatMap((constructor) => fieldsAt(definition, constructor, type.args)),
        definition.name,
      );
    }
  }
}

/** Whether a function stands in the fields of a data type, by its key, whatever its parameters are. */
export function holdsFunction(module: Module, data: string): boolean {
  const definition = dataTypeOf(module, data);
  if (definition === undefined) return false;
  const type: Type = { tag: "con", name: data, args: definition.params.map(() => UNIT) };
  return obstacleIn(module, type)?.tag === "function";
}
