// The open document's versions: the changes since one, its text, and the way back to it.
import { plural, t } from "@lingui/core/macro";
import { lazy, Suspense, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import "./versions.css";
import type { Cell, Document } from "../../document/document.ts";
import type { VersionKey } from "../../document/shelf/database.ts";
import { replaceDocument } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { versionOf, versions } from "../../document/state/opening.ts";
import { DualCode } from "../../editor/dual/dual-code.tsx";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { brokenLines, PlainText } from "../../ui/plain-text.tsx";
import { countedCells } from "../../words/counts.ts";
import { moment } from "../../words/moments.ts";
import { grouped } from "../../words/numbers.ts";
import { Frame } from "../frame.tsx";
import { type CellDifference, type Difference, type DifferenceRow, differenceOf } from "./model.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

/** Shows the versions of the open document: the changes since each, its text, and the way back to it. */
export default function VersionsDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [list, setList] = useState<readonly VersionKey[]>();
  const [chosen, choose] = useState<VersionKey>();
  useEffect(() => {
    void versions().then((found) => {
      setList(found);
      choose(found[0]);
    });
  }, []);
  const name = nameOf(chosen);
  return (
    <Frame title={t`Earlier versions`} ref={dialog} isWide>
      {list?.length === 0 && (
        <p className="no-version">{t`No earlier versions yet. Dualscope keeps one for every minute in which you edit the document.`}</p>
      )}
      {list !== undefined && list.length > 0 && (
        <div className="versions">
          <ul className="choices" aria-label={t`Versions, newest first`}>
            {list.map((version) => (
              <li key={nameOf(version)}>
                <button
                  type="button"
                  className="choice"
                  aria-current={nameOf(version) === name ? "true" : undefined}
                  onClick={() => choose(version)}
                  onFocus={() => choose(version)}
                >
                  <time dateTime={new Date(version[1]).toISOString()}>{moment(version[1])}</time>
                </button>
              </li>
            ))}
          </ul>
          {chosen !== undefined && <Chosen key={name} version={chosen} onRestored={() => dialog.current?.close()} />}
        </div>
      )}
    </Frame>
  );
}

function nameOf(version: VersionKey | undefined): string {
  return version?.slice(1).join(" ") ?? "";
}

/** A version's document; null where it is unreadable. */
function useVersion(version: VersionKey): Document | null | undefined {
  const [found, setFound] = useState<Document | null>();
  useEffect(() => {
    let isCurrent = true;
    void versionOf(version).then((document) => isCurrent && setFound(document ?? null));
    return () => {
      isCurrent = false;
    };
  }, [version]);
  return found;
}

type Look = "changes" | "preview";

function Chosen({ version, onRestored }: { readonly version: VersionKey; onRestored(): void }) {
  const document = useVersion(version);
  const now = useDeferredValue(useDocument((state) => state.document));
  const [look, setLook] = useState<Look>("changes");
  const heading = useId();
  const difference = useMemo(() => (document ? differenceOf(document, now) : undefined), [document, now]);
  const time = moment(version[1]);
  const looks: readonly (readonly [Look, string])[] = [
    ["changes", t`Changes since then`],
    ["preview", t`Preview`],
  ];
  return (
    <div className="version">
      <header className="version-head">
        <h3 id={heading}>{t`Version of ${time}`}</h3>
        <p role="status">{document === undefined ? t`reading …` : statusWords(document, difference)}</p>
        <div className="version-tools">
          <fieldset className="either" aria-label={t`Show`}>
            {looks.map(([value, words]) => (
              <button key={value} type="button" aria-pressed={value === look} onClick={() => setLook(value)}>
                {words}
              </button>
            ))}
          </fieldset>
          <button
            type="button"
            className="button solid small"
            disabled={document === null || document === undefined}
            onClick={() => {
              if (document) replaceDocument(document, t`an earlier version was restored`);
              onRestored();
            }}
          >
            <Icon name="back" /> {t`Restore this version`}
          </button>
        </div>
        <p className="soft">{t`The current document is kept as a version.`}</p>
      </header>
      <section className="version-body" aria-labelledby={heading}>
        {document && difference && look === "changes" && <Changes difference={difference} />}
        {document && look === "preview" && <Preview document={document} />}
      </section>
    </div>
  );
}

/** `2 cells, 1234 characters. Since then: 3 lines changed, 1 line added`. */
function statusWords(document: Document | null, difference: Difference | undefined): string {
  if (document === null || difference === undefined) return t`This version cannot be read.`;
  const cells = countedCells(document.cells.length);
  const length = document.cells.reduce((sum, { text }) => sum + text.length, 0);
  const count = grouped(length);
  const characters = plural(length, { one: `${count} character`, other: `${count} characters` });
  const { changed, added, removed } = difference;
  const moved = difference.cells.filter(({ change }) => change === "moved").length;
  const since = [
    changed > 0 && plural(changed, { one: "# line changed", other: "# lines changed" }),
    added > 0 && plural(added, { one: "# line added", other: "# lines added" }),
    removed > 0 && plural(removed, { one: "# line removed", other: "# lines removed" }),
    moved > 0 && plural(moved, { one: "# cell moved", other: "# cells moved" }),
  ].filter((words) => words !== false);
  const changes = since.length === 0 ? t`nothing changed` : since.join(", ");
  return t`${cells}, ${characters}. Since then: ${changes}.`;
}

function Changes({ difference: { cells } }: { readonly difference: Difference }) {
  if (cells.length === 0) return <p className="soft">{t`Nothing has changed since then.`}</p>;
  return cells.map((cell) => <CellChanges key={cell.id} cell={cell} />);
}

const CHANGE_WORDS: Readonly<Record<CellDifference["change"], string>> = {
  added: t({ message: "added since", comment: "of a cell of a document" }),
  removed: t({ message: "removed since", comment: "of a cell of a document" }),
  changed: t({ message: "changed since", comment: "of a cell of a document" }),
  moved: t({ message: "moved since", comment: "of a cell of a document" }),
};

function CellChanges({ cell: { title, change, rows, more } }: { readonly cell: CellDifference }) {
  const heading = useId();
  const count = grouped(more);
  return (
    <section className="cell-changes" aria-labelledby={heading}>
      <h4 id={heading}>
        <span translate="no">{title}</span> <small>{CHANGE_WORDS[change]}</small>
      </h4>
      {rows.length > 0 && (
        <div className="changed-lines" translate="no">
          {keyed(rows).map(({ key, item }) => (
            <Row key={key} row={item} />
          ))}
          {more > 0 && (
            <p className="line gap" translate="yes">
              {plural(more, { one: `… and ${count} more line`, other: `… and ${count} more lines` })}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** The mark before a line for those who see it, and for those who hear it. */
const SIGNS = { added: "+", now: "+", removed: "−", was: "−" } as const;
const HEARD = { added: t`added:`, now: t`now:`, removed: t`removed:`, was: t`was:` } as const;

function Row({ row }: { readonly row: DifferenceRow }) {
  if (row.tag === "same") return <p className="line">{brokenLines(row.text)}</p>;
  if (row.tag === "gap") {
    const count = grouped(row.count);
    return (
      <p className="line gap" translate="yes">
        {plural(row.count, { one: `${count} line is the same`, other: `${count} lines are the same` })}
      </p>
    );
  }
  const isNew = row.tag === "added" || row.tag === "now";
  const Mark = isNew ? "ins" : "del";
  const parts = "parts" in row ? row.parts : [{ text: row.text, isOther: false }];
  return (
    <p className={isNew ? "line new" : "line old"}>
      <span className="sign" aria-hidden="true">
        {SIGNS[row.tag]}
      </span>
      <span className="visually-hidden" translate="yes">
        {HEARD[row.tag]}{" "}
      </span>
      <Mark>
        {keyed(parts).map(({ key, item: { text, isOther } }) =>
          isOther ? <mark key={key}>{brokenLines(text)}</mark> : <span key={key}>{brokenLines(text)}</span>,
        )}
      </Mark>
    </p>
  );
}

/** Characters of a document that are shown, and of a cell that are coloured. */
const MOST_SHOWN = 100_000;
const MOST_COLOURED = 20_000;

function Preview({ document }: { readonly document: Document }) {
  const shown: Cell[] = [];
  let length = 0;
  for (const cell of document.cells) {
    if (length > MOST_SHOWN) break;
    length += cell.text.length;
    shown.push(cell);
  }
  const rest = document.cells.length - shown.length;
  const cells = countedCells(rest);
  return (
    <>
      {document.title !== "" && <p className="preview-title">{document.title}</p>}
      {shown.map((cell) => (
        <div key={cell.id} className="preview-cell">
          <PreviewCell cell={cell} of={document} />
        </div>
      ))}
      {rest > 0 && <p className="soft">{t`… and ${cells} more`}</p>}
    </>
  );
}

function PreviewCell({ cell: { tag, text }, of }: { readonly cell: Cell; readonly of: Document }) {
  if (text.length > MOST_COLOURED) return <PlainText text={text} />;
  if (tag === "prose")
    return (
      <Suspense fallback={<PlainText text={text} />}>
        <Rendered text={text} of={of} />
      </Suspense>
    );
  if (tag !== "program") return <PlainText text={text} />;
  return (
    <pre>
      <DualCode code={text} />
    </pre>
  );
}
