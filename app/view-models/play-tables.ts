// An input as it is played with: Reals that stand alone, and lists and arrays of Reals as small tables.
import { readValue, type ValueTree } from "./value-tree.ts";

/** A Real that stands alone. */
export interface Lone {
  /** Its place among the Reals of the input. */
  readonly index: number;
  readonly name: string;
}

/** A list or array of Reals, or one of such: rows of places among the Reals of the input. */
export interface Table {
  readonly name: string;
  readonly rows: readonly (readonly number[])[];
  /** Where it stands in the value, as places among items. */
  readonly path: readonly number[];
  /** Whether it has one row only, which can become longer and shorter. */
  readonly isRow: boolean;
}

export interface Arranged {
  readonly lone: readonly Lone[];
  readonly tables: readonly Table[];
}

/** Arranges the Reals of a value's text; `names` are those of the entry's parameters, where they are known. */
export function arranged(text: string, names: readonly string[]): Arranged {
  const lone: Lone[] = [];
  const tables: Table[] = [];
  let next = 0;
  const visit = (tree: ValueTree, name: string, path: readonly number[]): void => {
    if (tree.tag === "real") {
      lone.push({ index: next++, name: name === "" ? `number ${next}` : name });
      return;
    }
    if (tree.tag !== "group" && tree.tag !== "fields") return;
    const rows = rowsOf(tree);
    if (rows !== undefined) {
      const places = rows.map((count) => Array.from({ length: count }, () => next++));
      const isRow = tree.tag === "group" && !tree.items.some(({ tag }) => tag === "group");
      tables.push({ name: name === "" ? `list ${tables.length + 1}` : name, rows: places, path, isRow });
      return;
    }
    tree.items.forEach((item, at) => visit(item, partName(tree, name, names, path, at), [...path, at]));
  };
  const tree = readValue(text);
  if (tree !== undefined) visit(tree, names.length === 1 ? names[0]! : "", []);
  return { lone, tables };
}

function partName(
  tree: ValueTree,
  name: string,
  names: readonly string[],
  path: readonly number[],
  at: number,
): string {
  const isTuple = tree.tag === "group" && tree.open === "(";
  if (isTuple && path.length === 0 && names.length > 1) return names[at] ?? "";
  if (isTuple && tree.items.length === 1) return name;
  return name === "" ? "" : `${name}.${at + 1}`;
}

/** How many Reals each row of a list or array has; undefined for anything else. */
function rowsOf(tree: ValueTree): readonly number[] | undefined {
  if (tree.tag !== "group" || tree.open === "(") return undefined;
  if (tree.items.every(({ tag }) => tag === "real")) return [tree.items.length];
  const rows = tree.items.map((item) => rowsOf(item));
  return rows.every((row) => row?.length === 1) ? rows.map((row) => row![0]!) : undefined;
}

/** The value's text with a list or array longer by a copy of its last element, or shorter by it; undefined where it cannot be. */
export function resized(text: string, path: readonly number[], by: 1 | -1): string | undefined {
  const tree = readValue(text);
  const changed = tree && at(tree, path, by);
  return changed && printed(changed);
}

function at(tree: ValueTree, [first, ...rest]: readonly number[], by: 1 | -1): ValueTree | undefined {
  if (tree.tag !== "group" && tree.tag !== "fields") return undefined;
  if (first !== undefined) {
    const inner = tree.items[first] && at(tree.items[first], rest, by);
    return inner && { ...tree, items: tree.items.with(first, inner) };
  }
  if (by < 0) return tree.items.length === 0 ? undefined : { ...tree, items: tree.items.slice(0, -1) };
  const last: ValueTree = tree.items.at(-1) ?? { tag: "real", text: "0.0" };
  return { ...tree, items: [...tree.items, last] };
}

/** A tree as text again. */
function printed(tree: ValueTree): string {
  if (tree.tag === "group") return `${tree.open}${tree.items.map(printed).join(", ")}${tree.close}`;
  if (tree.tag === "fields") return [tree.head, ...tree.items.map(printed)].join(" ");
  return tree.text;
}

/** The names that an entry's definition gives to its input or to the parts of it; none where it gives none. */
export function parameterNames(program: string, entry: string): readonly string[] {
  const line = program.split("\n").find((one) => one.startsWith(`def ${entry} `));
  const rest = line?.slice(`def ${entry} `.length).trim() ?? "";
  const single = /^([\p{L}_][\p{L}\p{N}_']*)\s*[:=]/u.exec(rest);
  if (single !== null) return [single[1]!];
  if (!rest.startsWith("(")) return [];
  let depth = 0;
  let part = "";
  const parts: string[] = [];
  for (const sign of rest) {
    if (sign === ")" && depth === 1) break;
    if (sign === "(" && depth === 0) {
      depth = 1;
      continue;
    }
    if (sign === "(" || sign === "[") depth++;
    if (sign === ")" || sign === "]") depth--;
    if (sign === "," && depth === 1) {
      parts.push(part);
      part = "";
    } else part += sign;
  }
  const names = [...parts, part].map((one) => /^\s*([\p{L}_][\p{L}\p{N}_']*)\s*(:|$)/u.exec(one)?.[1] ?? "");
  return names.every((name) => name === "") ? [] : names;
}
