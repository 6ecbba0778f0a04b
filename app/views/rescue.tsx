// A document that cannot be drawn, as text; and the others, so that nobody is locked out by one of them.
import { t } from "@lingui/core/macro";
import { Component, type ReactNode } from "react";
import { download } from "../components/download.ts";
import { notebookText } from "../document/notebook-file.ts";
import { beginDocument, documents, emptyDocument, openDocument, useDocument } from "../state/document.ts";
import { endDrawing, failDrawing } from "../state/drawing.ts";

/** Loads the page anew, with whatever document is open then. */
function again(): void {
  endDrawing();
  location.reload();
}

export function Rescue({ message }: { readonly message?: string }) {
  const { document: shown, key } = useDocument.getState();
  const text = notebookText(shown);
  const others = documents().filter((one) => one.key !== key);
  return (
    <main className="rescue">
      <h1>{t`This document could not be drawn`}</h1>
      <p>
        {message === undefined
          ? t`The page hung or broke off at it twice. Here it is as text; nothing of it is lost.`
          : t`The page broke off: ${message}. This is a fault of Dualscope. Here is the document as text; nothing of it is lost.`}
      </p>
      <p className="rescue-ways">
        <button type="button" className="button solid" onClick={again}>
          {t`Try to draw it once more`}
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
          onClick={() => {
            beginDocument(emptyDocument());
            again();
          }}
        >
          {t`New document`}
        </button>
      </p>
      <textarea readOnly value={text} rows={20} aria-label={t`The document as text`} />
      {others.length > 0 && <h2>{t`Documents in this browser`}</h2>}
      <ul>
        {others.map(({ key: other, title }) => (
          <li key={other}>
            <button
              type="button"
              className="button line small"
              onClick={() => {
                openDocument(other);
                again();
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </main>
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
