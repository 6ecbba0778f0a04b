// The dialogs of the page: commands, keys, documents, and the link to share.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { LONGEST_LINK, linkOf } from "../document/link.ts";
import { closeDialog, useDialog } from "../state/dialogs.ts";
import {
  beginDocument,
  deleteDocument,
  documents,
  emptyDocument,
  openDocument,
  replaceDocument,
  useDocument,
  versions,
} from "../state/document.ts";
import { keysOf, setShortcut, useShortcuts } from "../state/shortcuts.ts";
import { grouped } from "../view-models/numbers.ts";
import { COMMANDS, type Command } from "./commands.ts";

export function Dialogs() {
  const open = useDialog((state) => state.open);
  switch (open) {
    case "commands":
      return <Commands />;
    case "keys":
      return <Keys />;
    case "documents":
      return <Documents />;
    case "share":
      return <Share />;
    case undefined:
      return null;
  }
}

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
  onKeyDown?(event: KeyboardEvent<HTMLDialogElement>): void;
}

function Frame({ title, children, onKeyDown }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onClose={closeDialog}
      onKeyDown={onKeyDown}
      // a click on the backdrop is one on the dialog itself
      onPointerDown={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="dialog-inner">
        <header className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="button line small" onClick={() => dialog.current?.close()}>
            Close{" "}
            <span className="key" aria-hidden="true">
              Esc
            </span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The keys of a command as they are now; empty for none. */
export function keysFor(command: Command, own: Readonly<Record<string, string>>): string {
  return own[command.name] ?? command.keys ?? "";
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Keys as people read them: `Ctrl Shift Z`. */
function shownKeys(keys: string): string {
  return keys
    .split(/-(?=.)/)
    .map(
      (key) =>
        ({ Mod: IS_MAC ? "⌘" : "Ctrl", ArrowUp: "↑", ArrowDown: "↓" })[key] ??
        (key.length === 1 ? key.toUpperCase() : key),
    )
    .join(" ");
}

function Commands() {
  const [query, setQuery] = useState("");
  const own = useShortcuts((state) => state.own);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = COMMANDS.filter((one) =>
    words.every((word) => `${one.words} ${one.group}`.toLowerCase().includes(word)),
  );
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    closeDialog();
    // first the dialog is gone, so that the focus is where the command expects it
    requestAnimationFrame(() => command.run());
  };
  return (
    <Frame title="Commands" onKeyDown={moveAmongChoices}>
      <form
        className="dialog-query"
        onSubmit={(event) => {
          event.preventDefault();
          run(found[0]);
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          placeholder="What is to be done?"
          aria-label="Find a command"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      <div className="dialog-body">
        {found.length === 0 && <p className="soft">No command has that in its name.</p>}
        <ul className="choices">
          {found.map((command) => (
            <li key={command.name}>
              <button type="button" className="choice command" onClick={() => run(command)}>
                <b>{command.words}</b>
                <span className="choice-about">{command.group}</span>
                {keysFor(command, own) !== "" && <kbd>{shownKeys(keysFor(command, own))}</kbd>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

/** The arrow keys go through the list; the query is the item above the first. */
function moveAmongChoices(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .choice")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function Keys() {
  const own = useShortcuts((state) => state.own);
  const [waiting, setWaiting] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const take = (command: Command, event: KeyboardEvent): void => {
    if (["Control", "Meta", "Shift", "Alt", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting(undefined);
    if (event.key === "Escape") return;
    const keys = keysOf(event.nativeEvent);
    // plain letters write, and Enter and Space press buttons
    if (!/^(?:Mod|Alt)-|^F\d+$|^[^\p{L}\p{N}\s]$/u.test(keys)) return setRefused(true);
    setRefused(false);
    for (const other of COMMANDS)
      if (other.name !== command.name && keysFor(other, own) === keys) setShortcut(other.name, "");
    setShortcut(command.name, keys);
  };
  return (
    <Frame title="Keys">
      <div className="dialog-body">
        <p className="soft">
          Choose a key to change it: then press the new one. Keys of the explorer and the graph stand in the README; in
          an editor those of editing come first.
        </p>
        <p className="soft" role="status">
          {isRefused ? "That key is needed for typing: choose one with Ctrl, Cmd or Alt, or a function key." : ""}
        </p>
        <table className="keys">
          <tbody>
            {COMMANDS.map((command) => (
              <tr key={command.name}>
                <th scope="row">{command.words}</th>
                <td>
                  <button
                    type="button"
                    className="button line small"
                    aria-label={`Key of “${command.words}”: ${shownKeys(keysFor(command, own)) || "none"}`}
                    onClick={() => setWaiting(command.name)}
                    onBlur={() => setWaiting(undefined)}
                    onKeyDown={(event) => waiting === command.name && take(command, event)}
                  >
                    {waiting === command.name ? "press a key" : shownKeys(keysFor(command, own)) || "none"}
                  </button>
                  {own[command.name] !== undefined && (
                    <button
                      type="button"
                      className="button quiet small"
                      onClick={() => setShortcut(command.name, undefined)}
                    >
                      <Icon name="back" /> as it was
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Frame>
  );
}

function Documents() {
  const open = useDocument((state) => state.key);
  const [list, setList] = useState(() => documents());
  const [past] = useState(() => versions());
  const when = (time: number): string => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return (
    <Frame title="Documents in this browser" onKeyDown={moveAmongChoices}>
      <div className="dialog-body">
        <button
          type="button"
          className="button solid small"
          onClick={() => {
            beginDocument(emptyDocument());
            closeDialog();
          }}
        >
          <Icon name="plus" /> New document
        </button>
        <ul className="choices">
          {list.map(({ key, title, time }) => (
            <li key={key} className="with-action">
              <button
                type="button"
                className="choice"
                aria-current={key === open ? "true" : undefined}
                onClick={() => {
                  if (key !== open) openDocument(key);
                  closeDialog();
                }}
              >
                <span className="choice-number">{key === open && <Icon name="tick" />}</span>
                <b>{title}</b>
                <span className="choice-about">saved {when(time)}</span>
              </button>
              {key !== open && (
                <button
                  type="button"
                  className="button quiet icon-only"
                  aria-label={`Delete “${title}” for good`}
                  title="Delete for good"
                  onClick={() => {
                    if (!window.confirm(`Delete “${title}” for good?`)) return;
                    deleteDocument(key);
                    setList(documents());
                  }}
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          ))}
        </ul>
        <h3 className="small-caps">This document as it was</h3>
        {past.length === 0 && (
          <p className="soft">There is no earlier version yet: one is kept every minute in which it changes.</p>
        )}
        <ul className="choices">
          {past.map(({ time, document }) => (
            <li key={time}>
              <button
                type="button"
                className="choice"
                onClick={() => {
                  replaceDocument(document, "an earlier version was taken");
                  closeDialog();
                }}
              >
                <span className="choice-number">
                  <Icon name="back" />
                </span>
                <b>{when(time)}</b>
                <span className="choice-about">
                  {document.cells.length} cells,{" "}
                  {grouped(document.cells.reduce((sum, { text }) => sum + text.length, 0))} characters; Undo leads back
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

function Share() {
  const document_ = useDocument((state) => state.document);
  const [said, setSaid] = useState("");
  const [code, setCode] = useState("");
  const link = useMemo(() => {
    const page = location.href.replace(/[?#].*$/, "");
    return page + linkOf({ document: document_, view: "" });
  }, [document_]);
  const isTooLong = link.length > LONGEST_LINK;
  const embed = `<iframe src="${link.replace("#", "?embed#")}" width="100%" height="600" title="Dualscope"></iframe>`;
  useEffect(() => {
    let isCurrent = true;
    if (link.length <= LONGEST_CODE)
      void import("uqr").then(({ renderSVG }) => isCurrent && setCode(renderSVG(link, { border: 2, ecc: "L" })));
    return () => {
      isCurrent = false;
    };
  }, [link]);
  const copy = (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid(`${what} copied.`),
      () => setSaid("The browser does not let the page copy: select the text and copy it."),
    );
  };
  return (
    <Frame title="Share this document">
      <div className="dialog-body share">
        {isTooLong ? (
          <p>
            The link would have {grouped(link.length)} characters, more than many programs pass on. Save the document as
            a file instead, and send that.{" "}
            <button type="button" className="button line small" onClick={saveAsMarkdown}>
              <Icon name="save" /> Save as a Markdown file
            </button>
          </p>
        ) : (
          <p className="soft">
            The link holds the whole document, and nothing is sent to a server: what stands behind # stays in the
            browser. Who opens it gets a copy.
          </p>
        )}
        <div className="share-field">
          <label>
            <span className="label">Link, {grouped(link.length)} characters</span>
            <textarea readOnly rows={3} value={link} onFocus={(event) => event.target.select()} />
          </label>
          <button type="button" className="button solid small" onClick={() => copy(link, "Link")}>
            <Icon name="copy" /> Copy the link
          </button>
        </div>
        <div className="share-field">
          <label>
            <span className="label">To embed in a page</span>
            <textarea readOnly rows={3} value={embed} onFocus={(event) => event.target.select()} />
          </label>
          <button type="button" className="button line small" onClick={() => copy(embed, "Snippet")}>
            <Icon name="copy" /> Copy the snippet
          </button>
        </div>
        {code !== "" && (
          <img
            className="qr"
            alt="The link as a QR code"
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`}
          />
        )}
        {link.length > LONGEST_CODE && <p className="soft">It is too long for a QR code that a telephone can read.</p>}
        <p role="status">{said}</p>
      </div>
    </Frame>
  );
}

function saveAsMarkdown(): void {
  COMMANDS.find(({ name }) => name === "export-markdown")?.run();
}

/** Characters that a QR code holds so that it can still be read from a wall. */
const LONGEST_CODE = 1800;
