import { nth, present } from "./nth.ts";
// Documents that lay themselves out in a width (Wadler 2003, "A prettier printer"), without recursion.

/** A text with places where a line may end. A list is its items one after the other; a group is set on one line where that fits. */
export type Doc =
  | string
  | { readonly tag: "line"; readonly flat: string }
  | { readonly tag: "nest"; readonly doc: Doc }
  | { readonly tag: "group"; readonly doc: Doc }
  | { readonly tag: "mark"; readonly mark: object; readonly doc: Doc }
  | readonly Doc[];

/** A space, or a new line where the group around it does not fit. */
export const line: Doc = { tag: "line", flat: " " };
/** Nothing, or a new line where the group around it does not fit. */
export const softline: Doc = { tag: "line", flat: "" };
/** Always a new line. */
export const hardline: Doc = { tag: "line", flat: "\n" };

/** New lines inside are indented by two more spaces. */
export function nest(...docs: readonly Doc[]): Doc {
  return { tag: "nest", doc: docs };
}

/** All of it on one line if it fits, else every `line` of its own level is a new line. */
export function group(...docs: readonly Doc[]): Doc {
  return { tag: "group", doc: docs };
}

/** A document whose place in the rendered text is told with this mark ({@link renderMarked}). */
export function marked(mark: object, doc: Doc): Doc {
  return { tag: "mark", mark, doc };
}

/** Puts a separator between documents; none before the first or after the last. */
export function join(docs: readonly Doc[], separator: Doc): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

interface Item {
  readonly doc: Doc;
  readonly indent: number;
  readonly flat: boolean;
}

/** A part of a rendered text, in UTF-16 units, and what it was marked with. */
export interface Marked<M extends object = object> {
  readonly from: number;
  readonly to: number;
  readonly mark: M;
}

/** Renders a document in a width, counted in UTF-16 units without combining marks. */
export function render(doc: Doc, width: number): string {
  return renderMarked(doc, width).text;
}

/** Renders a document and says where its marked parts are; of two that overlap, one lies in the other and comes later. */
export function renderMarked(doc: Doc, width: number): { readonly text: string; readonly marks: readonly Marked[] } {
  const out: string[] = [];
  const marks: { from: number; to: number; readonly mark: object }[] = [];
  let column = 0;
  let offset = 0;
  const write = (text: string): void => {
    out.push(text);
    offset += text.length;
  };
  const items: (Item | { readonly closes: number })[] = [{ doc, indent: 0, flat: false }];
  for (let item = items.pop(); item !== undefined; item = items.pop()) {
    if ("closes" in item) {
      nth(marks, item.closes).to = offset;
      continue;
    }
    const { doc: at, indent, flat } = item;
    if (typeof at === "string") {
      write(at);
      column += lengthOf(at);
    } else if (Array.isArray(at))
      for (let i = at.length - 1; i >= 0; i--) items.push({ doc: nth(at, i), indent, flat });
    else if (isTagged(at)) {
      if (at.tag === "nest") items.push({ doc: at.doc, indent: indent + 2, flat });
      else if (at.tag === "mark") {
        items.push({ closes: marks.length }, { doc: at.doc, indent, flat });
        marks.push({ from: offset, to: offset, mark: at.mark });
      } else if (at.tag === "group") items.push({ doc: at.doc, indent, flat: flat || fits(at.doc, width - column) });
      else if (flat && at.flat !== "\n") {
        write(at.flat);
        column += at.flat.length;
      } else {
        write(`\n${" ".repeat(indent)}`);
        column = indent;
      }
    }
  }
  return { text: out.join(""), marks };
}

function isTagged(doc: Doc): doc is Exclude<Doc, string | readonly Doc[]> {
  return typeof doc !== "string" && !Array.isArray(doc);
}

function lengthOf(text: string): number {
  return text.replace(/\p{M}/gu, "").length;
}

/** Whether a document fits into one line of a width. */
function fits(doc: Doc, width: number): boolean {
  let left = width;
  const docs: Doc[] = [doc];
  while (docs.length > 0 && left >= 0) {
    const at = present(docs.pop());
    if (typeof at === "string") left -= lengthOf(at);
    else if (!isTagged(at)) for (let i = at.length - 1; i >= 0; i--) docs.push(nth(at, i));
    else if (at.tag === "line") {
      if (at.flat === "\n") return false;
      left -= at.flat.length;
    } else docs.push(at.doc);
  }
  return left >= 0;
}
