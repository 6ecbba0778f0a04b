// Styles are scoped by names: a selector of a room's sheet has a class that this room alone draws. So a sheet dresses what its room draws,
// and what stands within that. What several rooms draw alike is dressed by the shared sheets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate, parse, walk } from "css-tree";
import { type ESTree, parseSync } from "vite";
import { describe, expect, test } from "vitest";

const APP = fileURLToPath(new URL("../app", import.meta.url));

/** Sheets of the whole page: for the theme, for what several rooms draw, for phones and for paper. */
const SHARED = /^(?:ui\/styles\/|page\/phone\.css$|page\/print\.css$)/;

/** Classes that a library draws, and the room that it is used in. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [[/^cm-/, "editor"]];

const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((name) => !name.includes("locales"));

function roomOf(file: string): string {
  return file.includes("/") ? file.split("/")[0]! : ".";
}

/** By word, the rooms that have it. */
type Rooms = Map<string, Set<string>>;

function note(rooms: Rooms, words: string, separator: RegExp, room: string): void {
  for (const word of words.split(separator))
    if (word !== "") rooms.set(word, (rooms.get(word) ?? new Set<string>()).add(room));
}

type Node = ESTree.Node;

/** Every node below a node, itself first. */
function* below(node: unknown, into: (node: Node) => boolean = () => true): Generator<Node> {
  const waiting = [node];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== "object" || one === null) continue;
    const isNode = "type" in one && typeof one.type === "string";
    if (!(isNode || Array.isArray(one)) || (isNode && !into(one as Node))) continue;
    if (isNode) yield one as Node;
    for (const [key, part] of Object.entries(one).reverse()) if (key !== "parent") waiting.push(part);
  }
}

function textOf(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateElement" ? (node.value.cooked ?? "") : undefined;
}

const isElement = ({ type }: Node): boolean => type === "JSXElement" || type === "JSXFragment";
const isImport = ({ type }: Node): boolean => type === "ImportDeclaration" || type === "ExportAllDeclaration";

/** Classes that sources say they draw, by the rooms; and all words of their texts, for classes that are put together otherwise. */
function drawn(sources: readonly (readonly [file: string, text: string])[]): {
  readonly classes: Rooms;
  readonly words: Rooms;
} {
  const classes: Rooms = new Map();
  const words: Rooms = new Map();
  for (const [file, text] of sources) {
    const room = roomOf(file);
    const all = [...below(parseSync(file, text).program, (node) => !isImport(node))];
    /** Definitions of names in the file. */
    const named = new Map<string, Node[]>();
    const name = (id: string, node: Node): void => void named.set(id, [...(named.get(id) ?? []), node]);
    for (const node of all) {
      if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init)
        name(node.id.name, node.init);
      if (node.type === "FunctionDeclaration" && node.id && node.body) name(node.id.name, node.body);
    }
    const gather = (value: Node, depth: number): void => {
      for (const node of below(value, (one) => !isElement(one))) {
        note(classes, textOf(node) ?? "", /\s+/, room);
        if (node.type === "Identifier" && depth > 0)
          for (const one of named.get(node.name) ?? []) gather(one, depth - 1);
      }
    };
    /** Functions that take a class, and at which place. */
    const takers = new Map<string, number>();
    for (const node of all)
      if (node.type === "FunctionDeclaration" && node.id) {
        const place = node.params.findIndex((param) => param.type === "Identifier" && param.name === "className");
        if (place >= 0) takers.set(node.id.name, place);
      }
    for (const node of all) {
      if (node.type === "CallExpression" && node.callee.type === "Identifier" && takers.has(node.callee.name)) {
        const given = node.arguments[takers.get(node.callee.name)!];
        if (given !== undefined) gather(given, 0);
      }
      note(words, textOf(node) ?? "", /[^\w-]+/, room);
      for (const [, list] of (textOf(node) ?? "").matchAll(/class="([^"]*)"/g)) note(classes, list!, /\s+/, room);
      if (node.type === "JSXAttribute" && node.value && /class/i.test(String(node.name.name))) gather(node.value, 2);
      if (node.type === "Property" && node.key.type === "Identifier" && /class/i.test(node.key.name))
        gather(node.value, 2);
      if (node.type === "AssignmentExpression" && node.left.type === "MemberExpression")
        if (node.left.property.type === "Identifier" && node.left.property.name === "className") gather(node.right, 0);
    }
  }
  return { classes, words };
}

/** Selectors of a room's sheet that have no class which that room alone draws. */
function foreign(sheet: string, css: string, { classes, words }: ReturnType<typeof drawn>): readonly string[] {
  const room = roomOf(sheet);
  const isOwn = (name: string): boolean => {
    const library = LIBRARIES.find(([pattern]) => pattern.test(name));
    if (library !== undefined) return library[1] === room;
    const said = classes.get(name) ?? words.get(name);
    if (said !== undefined) return [...said].every((one) => one === room);
    // put together of its beginning and something else
    return [...words].some(([word, rooms]) => /..-$/.test(word) && name.startsWith(word) && rooms.has(room));
  };
  const found: string[] = [];
  walk(parse(css), {
    visit: "Rule",
    enter(rule) {
      if (this.atrule?.name === "keyframes" || rule.prelude.type !== "SelectorList") return;
      for (const selector of rule.prelude.children) {
        const names: string[] = [];
        walk(selector, (node) => void (node.type === "ClassSelector" && names.push(node.name)));
        if (!names.some(isOwn)) found.push(`${sheet}: ${generate(selector)}`);
      }
    },
  });
  return found;
}

const read = (file: string): string => readFileSync(join(APP, file), "utf8");
const sheets = files.filter((file) => file.endsWith(".css") && !SHARED.test(file));

describe("styles", () => {
  test("of a room dress what it draws, and no other room", () => {
    const sources = files.filter((file) => /(?<!\.d)\.tsx?$/.test(file)).map((file) => [file, read(file)] as const);
    const here = drawn(sources);
    expect(sheets.length).toBeGreaterThan(20);
    expect(here.classes.size).toBeGreaterThan(500);
    expect(sheets.flatMap((sheet) => foreign(sheet, read(sheet), here))).toEqual([]);
  });

  test.each([
    [".card", []],
    [".card .word", []],
    [".lit .card:hover", []],
    [".small", []],
    [".picture-bp", []],
    [".own", []],
    [".tip", [".tip"]],
    [".cm-line", [".cm-line"]],
    [".word", [".word"]],
    [".word > b, .card", [".word>b"]],
    [".both", [".both"]],
    ["select", ["select"]],
    [".nowhere", [".nowhere"]],
    ["@media print { .word { color: red } }", [".word"]],
    ["@keyframes go { from { opacity: 0 } }", []],
  ])("%s is found where another room draws it, or none", (css, wanted) => {
    const rooms = drawn([
      [
        "notebook/card.tsx",
        'const looks = ["small"]; const a = <b className="card both"><i className={looks.join(" ")} /></b>; const c = `picture-$'.concat(
          '{a}`; function made(name: string, className: string) {} made("b", "own");',
        ),
      ],
      [
        "help/word.tsx",
        'const a = <b className={is ? "word" : "word both"} />; box.className = "tip"; const own = "own";',
      ],
    ]);
    const sheet = css.startsWith("@") ? css : `${css} { color: red }`;
    expect(foreign("notebook/card.css", sheet, rooms)).toEqual(wanted.map((one) => `notebook/card.css: ${one}`));
  });
});
