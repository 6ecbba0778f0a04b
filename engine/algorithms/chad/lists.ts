// Lists of this algorithm: the environment that was made or written last, and the logs of functions.
import { List, Map, OrderedMap } from "immutable";
import type { Content, OwnEvent } from "../../core/events/events.ts";
import { OWN_MARK } from "../../core/terms/term.ts";
import { shortReal } from "../../core/values/show-value.ts";
import type { ListItem, OwnList } from "../algorithm.ts";
import { EVENTS } from "./descriptions.ts";

/** A cotangent for people: numbers, pairs, constructors without the marks of a transformation; a list is the log of a function. */
export function shown(content: Content): string {
  return inWords(content, entryOf);
}

function inWords(content: Content, item: (content: Content) => string): string {
  if (typeof content === "number") return shortReal(content);
  const inner = (one: Content): string => inWords(one, item);
  if ("tuple" in content) return `(${content.tuple.map(inner).join(", ")})`;
  const items = itemsOf(content);
  if (items !== undefined) return `[${items.map(item).join(", ")}]`;
  if ("con" in content) return constructed(content.con.replace(OWN_MARK, ""), content.fields.map(inner));
  return "..";
}

/** A value of the program for people. */
const valueOf = (content: Content): string => inWords(content, valueOf);

/** An entry of a log: the argument and the cotangent of the result, without the number of the call's first scalar. */
export function entryOf(content: Content): string {
  const [argument, cotangent] = typeof content === "object" && "tuple" in content ? content.tuple : [];
  return argument === undefined || cotangent === undefined ? ".." : `(${valueOf(argument)}, ${shown(cotangent)})`;
}

/** The items of a list, however it was made; undefined for what is none. */
function itemsOf(content: Content): readonly Content[] | undefined {
  const items: Content[] = [];
  let rest = content;
  while (typeof rest === "object" && "first" in rest) {
    items.push(rest.first);
    rest = rest.rest;
  }
  return typeof rest === "object" && "list" in rest ? [...items, ...rest.list] : undefined;
}

function constructed(con: string, fields: readonly string[]): string {
  if (/^(Zero|None|BagEmpty)[₀-₉]*$/u.test(con)) return "0";
  if (/^(All|Box)[₀-₉]*$/u.test(con)) return fields.length === 1 ? fields.join("") : `(${fields.join(", ")})`;
  const name = con.replace(/ᶜ[₀-₉]*$/u, "");
  return fields.length === 0 ? name : `${name} ${fields.join(" ")}`;
}

/** Cotangents by variable, and in the order in which these came into scope. */
type Row = OrderedMap<string, Content>;

const items = (row: Row): readonly ListItem[] =>
  row
    .entrySeq()
    .map(([name, content]) => ({ key: name, text: `${name}: ${shown(content)}` }))
    .toArray();

const ofRow = (row: Row, most: number): { readonly items: readonly ListItem[]; readonly count: number } => ({
  items: items(row).slice(-most),
  count: row.size,
});

/** Dense environments: the row of boxes that was made last, a one-hot or a sum, with a box for each variable in scope. */
export const denseList: OwnList<Row> = {
  start: OrderedMap(),
  after: (row, { event, about, content }) => {
    if (event === EVENTS.one) {
      const [hot, ...names] = about;
      return OrderedMap(names.map((name) => [name, name === hot ? content : 0]));
    }
    if (event !== EVENTS.plus || typeof content !== "object" || !("tuple" in content)) return row;
    const [left, right] = content.tuple.map(boxesOf);
    return OrderedMap(about.map((name, index) => [name, sum(left?.[index] ?? 0, right?.[index] ?? 0)]));
  },
  items: ofRow,
};

/** The boxes of ((𝟏 × s₁) × s₂) × .., in order. */
export function boxesOf(environment: Content): readonly Content[] {
  const boxes: Content[] = [];
  for (let at = environment; typeof at === "object" && "tuple" in at; ) {
    const [around, box] = at.tuple;
    if (around === undefined || box === undefined) break;
    boxes.unshift(box);
    at = around;
  }
  return boxes;
}

/** A sum as it is shown: of numbers their sum, of logs both one after the other, of what is not alike both. */
export function sum(left: Content, right: Content): Content {
  if (isZero(left)) return right;
  if (isZero(right)) return left;
  if (typeof left === "number" && typeof right === "number") return left + right;
  const logs = [itemsOf(left), itemsOf(right)];
  if (logs.every((log) => log !== undefined)) return { list: logs.flat() };
  if (typeof left === "object" && typeof right === "object" && "tuple" in left && "tuple" in right)
    return { tuple: left.tuple.map((one, index) => sum(one, right.tuple[index] ?? 0)) };
  if (
    typeof left === "object" &&
    typeof right === "object" &&
    "con" in left &&
    "con" in right &&
    left.con === right.con
  )
    return { con: left.con, fields: left.fields.map((one, index) => sum(one, right.fields[index] ?? 0)) };
  return { tuple: [left, right] };
}

function isZero(content: Content): boolean {
  return (
    content === 0 || (typeof content === "object" && "con" in content && /^(Zero|None)[₀-₉]*°$/u.test(content.con))
  );
}

interface Maps {
  readonly names: Map<number, string>;
  readonly row: Row;
}

/** Environments that are maps: the entries of the one that was made last. */
export const mapList: OwnList<Maps> = {
  start: { names: Map(), row: OrderedMap() },
  after: ({ names, row }, { event, about, content }) => {
    const [name = "", number = ""] = about;
    if (event === EVENTS.one) return { names: names.set(Number(number), name), row: OrderedMap([[name, content]]) };
    if (event === EVENTS.scope) return { names, row: row.remove(name) };
    if (event !== EVENTS.plus) return { names, row };
    return { names, row: OrderedMap(entriesOf(content).map(([key, box]) => [names.get(key) ?? String(key), box])) };
  },
  items: ({ row }, most) => ofRow(row, most),
};

/** The entries of a map, in the order of their keys. */
export function entriesOf(content: Content): readonly (readonly [number, Content])[] {
  const found: [number, Content][] = [];
  const open: Content[] = [content];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== "object" || !("con" in at)) continue;
    const [key, box, ...rest] = at.fields;
    if (at.con.startsWith("Full") && typeof key === "number" && box !== undefined) {
      found.push([key, box]);
      open.push(...rest);
    } else open.push(...at.fields);
  }
  return found.sort(([a], [b]) => a - b);
}

/** Environments of calls of definitions, the innermost last; each with what its variables have got. */
export const cellsList: OwnList<List<Row>> = {
  start: List(),
  after: (frames, { event, about, content }) => {
    const [name = ""] = about;
    const top = frames.last() ?? (OrderedMap() as Row);
    if (event === EVENTS.enter) return frames.push(OrderedMap());
    if (event === EVENTS.leave) return frames.pop();
    if (event === EVENTS.open) return frames.pop().push(top.set(name, 0));
    if (event === EVENTS.one) return frames.pop().push(top.set(name, sum(top.get(name) ?? 0, content)));
    return event === EVENTS.scope ? frames.pop().push(top.remove(name)) : frames;
  },
  items: (frames, most) => ofRow(frames.last() ?? OrderedMap(), most),
};

/** The calls of functions, each with its argument and the cotangent of its result (the copower). */
export const logList: OwnList<List<ListItem>> = {
  start: List(),
  after: (entries, event) => (event.event === EVENTS.log ? entries.push(entry(event, entries.size)) : entries),
  items: (entries, most) => ({ items: entries.takeLast(most).toArray(), count: entries.size }),
};

function entry({ content, span }: OwnEvent, index: number): ListItem {
  return { key: String(index), text: entryOf(content), span };
}
