// Numbers of pictures have names: a number that is not 0, 1, 2 or a half is in a constant of its file, where its name and its unit are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type NodePath, parseSync, traverse, types } from "@babel/core";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Numbers that say what they are; −1 is a 1 with a sign. */
const PLAIN: ReadonlySet<number> = new Set([0, 0.5, 1, 2]);
/** Numbers of a list that one name can stand for. */
const MOST_IN_LIST = 4;
/** Unnamed numbers in a hundred lines. */
const MOST = 2;

/** The names that a declaration gives. */
function namesIn(id: types.Node): readonly string[] {
  if (types.isIdentifier(id)) return [id.name];
  return types.isArrayPattern(id) ? id.elements.flatMap((one) => (one == null ? [] : namesIn(one))) : [];
}

/** Whether a number is part of a constant of its file, by a name in capitals. */
function isNamed(path: NodePath<types.NumericLiteral>): boolean {
  if (path.findParent((one) => one.isFunction()) !== null) return false;
  const list = path.findParent((one) => one.isArrayExpression());
  if (list?.isArrayExpression() && list.node.elements.length > MOST_IN_LIST) return false;
  const declared = path.findParent((one) => one.isVariableDeclarator());
  if (!declared?.isVariableDeclarator() || declared.parentPath.node.type !== "VariableDeclaration") return false;
  const outside = declared.parentPath.parentPath;
  if (outside?.isProgram() !== true && outside?.isExportNamedDeclaration() !== true) return false;
  const names = namesIn(declared.node.id);
  return names.length > 0 && names.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
}

/** The numbers of a source that have no name, with their lines. */
function unnamed(text: string, filename = "source.tsx"): readonly string[] {
  const found: string[] = [];
  const plugins = ["typescript", "jsx"] as const;
  const parsed = parseSync(text, {
    filename,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: [...plugins] },
  });
  traverse(parsed!, {
    NumericLiteral(path) {
      const isOfType = path.findParent((one) => one.isTSType()) !== null;
      if (!isOfType && !PLAIN.has(path.node.value) && !isNamed(path))
        found.push(`${path.node.value} in line ${path.node.loc?.start.line}`);
    },
  });
  return found;
}

/** The sources below a folder. */
function sourcesIn(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), "utf8") }));
}

describe("numbers without a name", () => {
  test.each([
    ["in a function", "function f() { return 7; }"],
    ["in a function that a constant is", "const WIDE = (x: number) => 7 * x;"],
    ["in a constant of a function", "function f() { const WIDE = 7; return WIDE; }"],
    ["in a variable of the file", "let wide = 7;"],
    ["in a list that has many", "const ALL = [1, 2, 0, 7, 1];"],
    ["in an expression of the file", "draw(7);"],
  ])("are found %s", (_, text) => expect(unnamed(text)).toEqual(["7 in line 1"]));

  test.each([
    "const WIDE = 7;",
    "export const PX = { gap: 7, ends: 3 } as const;",
    "const [NEAR, FAR] = [0.25, 7];",
    "const f = (x: number) => [x - 1, x * 0.5, 2 * x, 0];",
    "type Point = readonly [7, 8];",
  ])("are none in %s", (text) => expect(unnamed(text)).toEqual([]));
});

// what pictures are made of, whichever of these rooms a number is moved to
test.each([
  ["app/film", MOST],
  ["app/picture", MOST],
  ["app/playback", MOST],
  // the weights by which arcs of a graph find their places are still to be named
  ["app/exploration/drawn", 11],
])("in %s at most %i numbers in a hundred lines have none", (room, most) => {
  const sources = sourcesIn(room);
  const lines = sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  const found = sources.flatMap(({ name, text }) => unnamed(text, name).map((one) => `${name}: ${one}`));
  const isFew = found.length <= (most * lines) / 100;
  expect(isFew, `${found.length} in ${lines} lines:\n${found.join("\n")}`).toBe(true);
});
