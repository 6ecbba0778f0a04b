// Whether two definitions are one text up to the names of their variables.
import { type Block, boundBy, type Definition, type Expression, type Return } from "./syntax.ts";

/** Whether a definition is another, line by line, up to the names of variables and to how often the functions it calls were transposed. */
export function sameUpToNames(one: Definition, other: Definition): boolean {
  return written(one) === written(other);
}

/** A definition with its variables named by the order in which they are bound. */
function written({ nonlinear, linear, results, body }: Definition): string {
  const names = new Map<string, string>();
  for (const { name } of [...nonlinear, ...linear]) named(names, name);
  const types = [...nonlinear, ...linear].map(({ type }) => type);
  return JSON.stringify([types, linear.length, results, writtenBlock(body, names)]);
}

function named(names: Map<string, string>, name: string): string {
  const found = names.get(name) ?? `v${names.size}`;
  names.set(name, found);
  return found;
}

function writtenBlock({ bindings, result }: Block, names: Map<string, string>): unknown {
  const lines = bindings.map((binding) => {
    const read =
      binding.tag === "let" ? writtenExpression(binding.bound, names) : [binding.tag, named(names, binding.of)];
    const { nonlinear, linear } = boundBy(binding);
    const bound = [nonlinear, linear].map((group) => group.map(({ name, type }) => [named(names, name), type]));
    // a line at a time: the text of all of them may be long
    return JSON.stringify([read, bound]);
  });
  return [lines, writtenReturn(result, names)];
}

function writtenReturn({ nonlinear, linear }: Return, names: Map<string, string>): unknown {
  return [nonlinear, linear].map((group) => group.map((name) => named(names, name)));
}

function writtenExpression(bound: Expression, names: Map<string, string>): unknown {
  const { tag } = bound;
  const all = (group: readonly string[]): readonly string[] => group.map((name) => named(names, name));
  switch (tag) {
    case "call":
      return [tag, untransposed(bound.name), all(bound.nonlinear), all(bound.linear)];
    case "drop":
      return [tag, writtenBlock(bound.block, names)];
    case "variable":
    case "linear-variable":
      return [tag, named(names, bound.name)];
    case "literal":
      // JSON writes no −0 and no NaN
      return [tag, Object.is(bound.value, -0) ? "-0" : String(bound.value)];
    case "op":
    case "partial": {
      const operands = bound.operands.map((operand) =>
        operand.tag === "variable" ? named(names, operand.name) : operand.value,
      );
      return [tag, bound.op, tag === "partial" ? bound.index : 0, operands];
    }
    case "tuple":
    case "linear-tuple":
      return [tag, all(bound.items)];
    case "zero":
      return [tag, bound.type];
    case "plus":
      return [tag, named(names, bound.left), named(names, bound.right)];
    case "scale":
      return [tag, named(names, bound.factor), named(names, bound.linear)];
    case "negate":
    case "dup":
      return [tag, named(names, bound.linear)];
  }
}

/** A function that was transposed twice does what it did. */
function untransposed(name: string): string {
  return name.endsWith("°T°T") ? untransposed(name.slice(0, -"°T°T".length)) : name;
}
