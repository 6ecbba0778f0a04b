// A document that cannot be drawn, as text; and the others, which stay open to the reader.
import { t } from "@lingui/core/macro";
import { Component, type ReactNode, useEffect, useState } from "react";
import { encodeDocument } from "../document/codec.ts";
import type { Document } from "../document/document.ts";
import { emptyDocument } from "../document/document.ts";
import type { Entry } from "../document/shelf/listing.ts";
import { useDocument } from "../document/state/document.ts";
import { failDrawing, forgive } from "../document/state/drawn.ts";
import { beginDocument, openDocument, storedText } from "../document/state/opening.ts";
import { saveNow } from "../document/state/saving.ts";
import { useDocuments } from "../document/state/use-documents.ts";
import { download } from "../ui/download.ts";
import { AnyNotice } from "./notices.tsx";

/** Loads the page anew, with whatever document is open then. */
function again(): void {
  forgive(useDocument.getState().key);
  location.reload();
}

/** Shows a document that cannot be drawn as text to be copied, and the other documents to open. */
export function Rescue({ message }: { readonly message?: string }) {
  const shown = useDocument((state) => state.document);
  const key = useDocument((state) => state.key);
  const notice = useDocument((state) => state.notice);
  const text = useTextOf(shown);
  const [list = []] = useDocuments();
  const others = list.filter((one) => one.key !== key);
  return (
    <main className="rescue">
      <h1>{t`This document could not be shown`}</h1>
      <p>
        {message === undefined
          ? t`The page froze or crashed on it twice. Here it is as text; nothing is lost.`
          : t`The page crashed: ${message}. This is a bug in Dualscope. Here is the document as text; nothing is lost.`}
      </p>
      {notice !== undefined && <AnyNotice />}
      <p className="rescue-ways">
        <button type="button" className="button solid" onClick={again}>
          {t`Try to show it again`}
        </button>{" "}
        <button
          type="button"
          className="button line"
          onClick={() => download(new Blob([text], { type: "text/markdown" }), "document.md")}
        >
          {t`Save it as a file`}
        </button>{" "}
        <button
          type="button"
          className="button line"
          onClick={() => void beginDocument(emptyDocument()).then(saveNow).then(again)}
        >
          {t`New document`}
        </button>
      </p>
      <textarea readOnly value={text} rows={20} aria-label={t`The document as text`} />
      {others.length > 0 && <h2>{t`Documents in this browser`}</h2>}
      <ul>
        {others.map((other) => (
          <li key={other.key}>
            <Other entry={other} />
          </li>
        ))}
      </ul>
    </main>
  );
}

/** The document as Markdown; as it is stored, until the writer is loaded, and where it cannot be. */
function useTextOf(document: Document): string {
  const [text, setText] = useState<string>();
  useEffect(() => {
    void import("../document/files/notebook-file.ts").then(
      ({ notebookText }) => setText(notebookText(document)),
      () => setText(undefined),
    );
  }, [document]);
  return text ?? encodeDocument(document);
}

/** Another document: it opens, or is saved exactly as it is stored where it cannot be read. */
function Other({ entry: { key, title, unreadable } }: { readonly entry: Entry }) {
  const open = async (): Promise<void> => {
    if (unreadable !== undefined)
      return download(new Blob([await storedText(key)], { type: "text/plain" }), `${title}.txt`);
    await openDocument(key);
    if (useDocument.getState().key === key) again();
  };
  return (
    <button type="button" className="button line small" onClick={() => void open()}>
      {title}
      {unreadable !== undefined && ` ${t`(cannot be read: save its text)`}`}
    </button>
  );
}

interface RescueBoundaryState {
  readonly message: string | undefined;
}

/** Shows the document as text where drawing the page breaks off. */
export class RescueBoundary extends Component<{ readonly children: ReactNode }, RescueBoundaryState> {
  override state: RescueBoundaryState = { message: undefined };

  static getDerivedStateFromError(error: unknown): RescueBoundaryState {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(): void {
    failDrawing();
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : <Rescue message={message.replace(/\.$/, "")} />;
  }
}
