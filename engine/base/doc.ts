// Documents that lay themselves out in a width (Wadler 2003, "A prettier printer"), without recursion.

export type Doc =
  | string
  | { readonly tag: "line"; readonly flat: string }
  | { readonly tag: "nest"; readonly doc: Doc }
  | { readonly tag: "group"; readonly doc: Doc }
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

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

interface Item {
  readonly doc: Doc;
  readonly indent: number;
  readonly flat: boolean;
}

/** Renders a document in a width, counted in UTF-16 units without combining marks. */
export function render(doc: Doc, width: number): string {
  const out: string[] = [];
  let column = 0;
  const items: Item[] = [{ doc, indent: 0, flat: false }];
  for (let item = items.pop(); item !== undefined; item = items.pop()) {
    const { doc: at, indent, flat } = item;
    if (typeof at === "string") {
      out.push(at);
      column += lengthOf(at);
    } else if (Array.isArray(at)) for (let i = at.length - 1; i >= 0; i--) items.push({ doc: at[i]!, indent, flat });
    else if (isTagged(at)) {
      if (at.tag === "nest") items.push({ doc: at.doc, indent: indent + 2, flat });
      else if (at.tag === "group") items.push({ doc: at.doc, indent, flat: flat || fits(at.doc, width - column) });
      else if (flat && at.flat !== "\n") {
        out.push(at.flat);
        column += at.flat.length;
      } else {
        out.push(`\n${" ".repeat(indent)}`);
        column = indent;
      }
    }
  }
  return out.join("");
}

function isTagged(doc: Doc): doc is Exclude<Doc, string | readonly Doc[]> {
  return typeof doc !== "string" && !Array.isArray(doc);
}

function lengthOf(text: string): number {
  return text.replace(/\p{M}/gu, "").length;
}

/** Whether a document fits flat into so many columns. */
function fits(doc: Doc, width: number): boolean {
  let left = width;
  const docs: Doc[] = [doc];
  while (docs.length > 0 && left >= 0) {
    const at = docs.pop()!;
    if (typeof at === "string") left -= lengthOf(at);
    else if (!isTagged(at)) for (let i = at.length - 1; i >= 0; i--) docs.push(at[i]!);
    else if (at.tag === "line") {
      if (at.flat === "\n") return false;
      left -= at.flat.length;
    } else docs.push(at.doc);
  }
  return left >= 0;
}
