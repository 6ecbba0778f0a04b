// The document within a page of HTML that was exported: packed, in an element that no browser runs. Solutions cannot be read in the file.
import { t } from "@lingui/core/macro";
import { error, type Result } from "../../../engine/base/result.ts";
import { decodeDocument, encodeDocument } from "../codec.ts";
import type { Document } from "../document.ts";
import { packed, unpacked } from "./compress.ts";

const BEGINNING = '<script type="text/plain" id="dualscope-document">';
const END = "</script>";

/** The element that holds a document: letters and digits, so that no sign in it ends it, or begins another. */
export function documentElementOf(document: Document): string {
  return `${BEGINNING}${packed(encodeDocument(document))}${END}`;
}

/** Reads the document of an exported page, or says in one sentence why there is none. */
export function readHtml(html: string): Result<Document, string> {
  const at = html.lastIndexOf(BEGINNING);
  const end = html.indexOf(END, at);
  if (at < 0 || end < 0) return error(t`it contains no Dualscope document`);
  const json = unpacked(html.slice(at + BEGINNING.length, end));
  return json === undefined ? error(t`it is not a Dualscope document`) : decodeDocument(json);
}
