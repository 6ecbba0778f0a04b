// The document within a page of HTML that was exported: as JSON in an element that no browser runs.
import { t } from "@lingui/core/macro";
import { error, type Result } from "../../../engine/base/result.ts";
import { decodeDocument, encodeDocument } from "../codec.ts";
import type { Document } from "../document.ts";

const BEGINNING = '<script type="application/json" id="dualscope-document">';
const END = "</script>";

/** The element that holds a document: no sign in it ends it, or begins another. */
export function documentElementOf(document: Document): string {
  const json = encodeDocument(document).replace(/[<>&\u2028\u2029]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${code}`;
  });
  return `${BEGINNING}${json}${END}`;
}

/** Reads the document of an exported page, or says in one sentence why there is none. */
export function readHtml(html: string): Result<Document, string> {
  const at = html.lastIndexOf(BEGINNING);
  const end = html.indexOf(END, at);
  if (at < 0 || end < 0) return error(t`it contains no Dualscope document`);
  return decodeDocument(html.slice(at + BEGINNING.length, end));
}
