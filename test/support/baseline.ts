// Used features that not all of Chromium, Firefox and Safari have, by the data behind "Baseline" (WebDX group).
import { type CssNode, generate, parse, walk } from "css-tree";
import { type ESTree, parseSync, Visitor } from "vite";
import { features } from "web-features";

/** Whether all three have a feature, by its key: `api.Navigator.share`, `css.properties.display.grid`. */
const inAll = new Map<string, boolean>();
for (const feature of Object.values(features))
  if (feature.kind === "feature")
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {}))
      inAll.set(key, support.chrome !== undefined && support.firefox !== undefined && support.safari !== undefined);

/** By the last part of their keys: members of interfaces and builtins, and functions of style sheets. */
const members = grouped(/^(?:api|javascript\.builtins)\.[^.]+\.([^.]+)$/);
const functions = grouped(/^css\.types\.(?:[^.]+\.)?([^.]+)$/);

function grouped(keys: RegExp): ReadonlyMap<string, readonly boolean[]> {
  const groups = new Map<string, boolean[]>();
  for (const [key, isInAll] of inAll) {
    const name = keys.exec(key)?.[1]?.replace(/_static$/, "");
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), isInAll]);
  }
  return groups;
}

/** Objects that every page has, by what they are. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ["document", "Document"],
  ["history", "History"],
  ["location", "Location"],
  ["navigator", "Navigator"],
  ["performance", "Performance"],
  ["window", "Window"],
]);

/** Members of libraries that have their names from no browser: Lezer's and CodeMirror's. */
const OF_LIBRARIES = ["configure", "dispatch", "isError"];

/** A source in TypeScript or JavaScript. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The trees of sources, by their texts: several tests look at them. */
const trees = new Map<string, ESTree.Program>();

function treeOf({ file, text }: Source): ESTree.Program {
  const tree = trees.get(text) ?? parseSync(file, text).program;
  trees.set(text, tree);
  return tree;
}

/**
 * Features beyond Baseline, as `file: Navigator.share`. Without types a member of an unknown object counts by its name: if the sources
 * declare no such name themselves, and no browser interface that has it has it everywhere.
 */
export function beyondBaseline(sources: readonly Source[]): readonly string[] {
  const programs = sources.map((source) => ({ file: source.file, program: treeOf(source) }));
  const own = new Set(OF_LIBRARIES);
  const declare = (key: { readonly type: string; readonly name?: unknown }): void => {
    if (key.type === "Identifier" && typeof key.name === "string") own.add(key.name);
  };
  const declarations = new Visitor({
    Property: ({ key }) => declare(key),
    PropertyDefinition: ({ key }) => declare(key),
    MethodDefinition: ({ key }) => declare(key),
    TSPropertySignature: ({ key }) => declare(key),
    TSMethodSignature: ({ key }) => declare(key),
    ImportSpecifier: ({ local }) => declare(local),
    VariableDeclarator: ({ id }) => declare(id),
    FunctionDeclaration: ({ id }) => id !== null && declare(id),
    ClassDeclaration: ({ id }) => id !== null && declare(id),
  });
  for (const { program } of programs) declarations.visit(program);
  const found = new Set<string>();
  for (const { file, program } of programs) {
    const global = (name: string): void => {
      const isMissing = [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`].some(
        (key) => inAll.get(key) === false,
      );
      if (isMissing && !own.has(name)) found.add(`${file}: ${name}`);
    };
    new Visitor({
      CallExpression: ({ callee }) => callee.type === "Identifier" && global(callee.name),
      NewExpression: ({ callee }) => callee.type === "Identifier" && global(callee.name),
      MemberExpression: ({ object, property, computed }) => {
        if (computed || property.type !== "Identifier") return;
        const member = property.name;
        const owner = object.type === "Identifier" ? (OBJECTS.get(object.name) ?? object.name) : "";
        const keys = [`api.${owner}`, `javascript.builtins.${owner}`].flatMap((key) => [
          `${key}.${member}`,
          `${key}.${member}_static`,
        ]);
        const known = keys.flatMap((key) => inAll.get(key) ?? []);
        const holders = known.length > 0 || own.has(member) ? known : (members.get(member) ?? []);
        if (holders.length > 0 && !holders.includes(true)) found.add(`${file}: ${owner}.${member}`);
        if (object.type === "Identifier") global(object.name);
      },
    }).visit(program);
  }
  return [...found].sort();
}

/** Features of a style sheet not in every browser: properties with their values, selectors, rules, media queries. */
export function styleBeyondBaseline(text: string): readonly string[] {
  const found = new Set<string>();
  const look = (key: string, words: string): void => {
    if (inAll.get(key) === false) found.add(words);
  };
  walk(parse(text), {
    enter(node: CssNode) {
      switch (node.type) {
        case "Declaration": {
          const { property, value } = node;
          look(`css.properties.${property}`, property);
          walk(value, (part) => {
            if (part.type === "Identifier")
              look(`css.properties.${property}.${part.name}`, `${property}: ${generate(part)}`);
            if (part.type === "Function" && functions.get(part.name)?.includes(true) === false)
              found.add(`${part.name}()`);
          });
          break;
        }
        case "Atrule":
          look(`css.at-rules.${node.name}`, `@${node.name}`);
          break;
        case "Feature":
          look(`css.at-rules.media.${node.name}`, `(${node.name})`);
          break;
        case "PseudoClassSelector":
        case "PseudoElementSelector":
          look(`css.selectors.${node.name}`, `:${node.name}`);
          break;
      }
    },
  });
  return [...found].sort();
}

/**
 * The files whose modules wait at their top level. WebKit evaluates a module that imports such a one before it is ready, where two of them
 * import it at once (bug 242740): what is imported is undefined there.
 */
export function waitingModules(sources: readonly Source[]): readonly string[] {
  const found = new Set<string>();
  for (const source of sources) {
    const { file, text } = source;
    if (!text.includes("await")) continue;
    let functions = 0;
    const enter = (): void => void functions++;
    const leave = (): void => void functions--;
    const wait = (): void => void (functions === 0 && found.add(file));
    new Visitor({
      FunctionDeclaration: enter,
      "FunctionDeclaration:exit": leave,
      FunctionExpression: enter,
      "FunctionExpression:exit": leave,
      ArrowFunctionExpression: enter,
      "ArrowFunctionExpression:exit": leave,
      AwaitExpression: wait,
      ForOfStatement: (node) => void (node.await && wait()),
    }).visit(treeOf(source));
  }
  return [...found];
}
