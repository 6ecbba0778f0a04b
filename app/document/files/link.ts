// A document in an address: `#/open/1/…`, versioned and compressed. It is data and may be anyone's.
import { t } from "@lingui/core/macro";
import { error, ok, type Result } from "../../../engine/base/result.ts";
import { fieldsOf, readJson } from "../../base/json.ts";
import { decodeDocument, encodeDocument } from "../codec.ts";
import { withFiles } from "../data-files.ts";
import { type Document, foreignDocument } from "../document.ts";
import { beyondLimits } from "../limits.ts";
import { bytesOfAll } from "../pictures/picture.ts";
import { usedPictures } from "../pictures/pictures.ts";
import { packed, unpacked } from "./compress.ts";

/** The way in which a link's document is packed; old ways stay readable for ever. */
const VERSION = "1";

/** Characters of an address that mail programs and chats still take as a whole. */
export const LONGEST_LINK = 8000;

/** Characters of an address that browsers open from a page or a file. */
export const LONGEST_ADDRESS = 500_000;

/** The form of an address behind `#/`: a view of a program, and a scene of it. */
const VIEW = /^[\w/-]{0,60}(?:\?[\w=&,-]{0,200})?$/;

/** A link's content: a document, and the view in which it opens. */
export interface Shared {
  readonly document: Document;
  /** `explorer`, `graph/cell-2?step=12`, `present/3`; empty for the document itself. */
  readonly view: string;
}

/** The fragment of a link with all of a document. */
export function linkOf({ document, view }: Shared): string {
  // whether a cell has run does not concern a link's reader
  const cells = document.cells.map((cell) => (cell.tag === "program" ? { ...cell, settled: false } : cell));
  // data would make it too long: the page that opens it says which files are missing
  const shared = withFiles({ ...document, cells }, []);
  return `#/open/${VERSION}/${packed(JSON.stringify({ view, document: encodeDocument(shared) }))}`;
}

/** Whether the pictures of a document alone make its link longer than {@link LONGEST_ADDRESS}: then there is no use in making it. */
export function isBeyondLinks(document: Document): boolean {
  return bytesOfAll(usedPictures(document)) > LONGEST_ADDRESS;
}

/** Reads the fragment of a link, or says in one sentence why it cannot be read. */
export function readLink(hash: string): Result<Shared, string> {
  const [version, letters] = hash.slice("#/open/".length).split("/");
  if (version === undefined || letters === undefined) return error(t`the link is incomplete`);
  if (version !== VERSION) return error(t`the link was made by a newer Dualscope`);
  const text = unpacked(letters);
  if (text === undefined) return error(t`the link is incomplete or damaged`);
  const { view, document } = fieldsOf(readJson(text));
  if (typeof document !== "string") return error(t`the link contains no document`);
  const decoded = decodeDocument(document);
  if (decoded.tag !== "ok") {
    const reason = decoded.error;
    return error(t`the document in the link cannot be read: ${reason}`);
  }
  const reason = beyondLimits(decoded.value);
  if (reason !== undefined) return error(t`the document in the link cannot be read: ${reason}`);
  return ok({
    document: foreignDocument(decoded.value),
    view: typeof view === "string" && VIEW.test(view) ? view : "",
  });
}
