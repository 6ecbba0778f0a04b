// The link that holds the document, a snippet to embed it, and a code for telephones.

import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import { present } from "../../engine/base/nth.ts";
import { COMMANDS, saveAsHtml } from "../commands/commands.ts";
import { handedOut, hasAttempts } from "../course/model/handed-out.ts";
import { NO_DEEDS } from "../course/model/open-questions.ts";
import { useDeeds } from "../course/state/progress.ts";
import { addressOf, programNamed, VIEWS } from "../document/address.ts";
import { usedFiles } from "../document/data-files.ts";
import { type Document, programsOf } from "../document/document.ts";
import { isBeyondLinks, LONGEST_ADDRESS, LONGEST_LINK, linkOf } from "../document/files/link.ts";
import { programName } from "../document/header.ts";
import { bytesOfAll } from "../document/pictures/picture.ts";
import { usedPictures } from "../document/pictures/pictures.ts";
import { hasSpeakerNotes } from "../document/speaker-notes.ts";
import { useDocument } from "../document/state/document.ts";
import { useRoute, VIEW_WORDS } from "../navigation/route.ts";
import { pauseFilm } from "../playback/state.ts";
import { Icon } from "../ui/icon.tsx";
import { conjunction } from "../words/lists.ts";
import { grouped } from "../words/numbers.ts";
import { bytesText } from "../words/units.ts";
import { Frame } from "./frame.tsx";

/** The place of the slides in an address. */
const SLIDES = "present";

/** All that a link can open. */
const OPENED = [...VIEWS.slice(0, 1), SLIDES, ...VIEWS.slice(1)] as const;

type Opened = (typeof OPENED)[number];

/** Shows the link that holds the document, without speaker notes and answers unless they are asked for, with its size, a snippet to embed it, and a code for telephones. */
export default function ShareDialog() {
  const whole = useDocument((state) => state.document);
  const hasNotes = useMemo(() => hasSpeakerNotes(whole), [whole]);
  const hasAnswers = useDeeds() !== NO_DEEDS || hasAttempts(whole);
  const [withNotes, setWithNotes] = useState(false);
  const [withAnswers, setWithAnswers] = useState(false);
  const document_ = useMemo(() => handedOut(whole, { withNotes, withAnswers }), [whole, withNotes, withAnswers]);
  const [said, setSaid] = useState("");
  // a view is shared as it is now
  useEffect(pauseFilm, []);
  const route = useRoute();
  const cell = programNamed(document_, route.cell) ?? programsOf(document_)[0];
  // it opens where one is
  const [view, setView] = useState<Opened>(route.view);
  const place =
    view === SLIDES ? SLIDES : view === "document" || cell === undefined ? "" : addressOf(view, cell.id).slice(2);
  const made = useMemo(() => {
    if (isBeyondLinks(document_)) return undefined;
    const page = location.href.replace(/[?#].*$/, "");
    return page + linkOf({ document: document_, view: place });
  }, [document_, place]);
  const isAddress = made !== undefined && made.length <= LONGEST_ADDRESS;
  const link = isAddress ? made : "";
  const missing = useMemo(() => conjunction(usedFiles(document_).map(({ name }) => name)), [document_]);
  return (
    <Frame title={t`Share this document`}>
      <div className="dialog-body share">
        {!isAddress || link.length > LONGEST_LINK ? (
          <TooLong document_={document_} link={link} />
        ) : (
          <p className="soft">
            {t`The link contains the document. Nothing is sent to a server: the part after # never leaves the browser. Anyone who opens it gets their own copy.`}
          </p>
        )}
        {missing !== "" && <p className="soft">{t`The link does not contain the data: ${missing}.`}</p>}
        {hasNotes && <Contents words={t`With speaker notes`} isIn={withNotes} onChange={setWithNotes} />}
        {hasAnswers && (
          <Contents
            words={t`With my answers: a link has my programs of exercises, an HTML page also my answers to questions`}
            isIn={withAnswers}
            onChange={setWithAnswers}
          />
        )}
        {isAddress && cell !== undefined && (
          <label className="share-place">
            <span className="label">{t`Link opens`}</span>
            <select
              value={view}
              onChange={(event) => setView(present(OPENED.find((one) => one === event.target.value)))}
            >
              {OPENED.map((one) => (
                <option key={one} value={one}>
                  {openedWords(one, programName(document_, cell))}
                </option>
              ))}
            </select>
          </label>
        )}
        {isAddress && <LinkFields link={link} onSaid={setSaid} />}
        <p>
          <button
            type="button"
            className="button line small"
            onClick={() => void saveAsHtml({ withNotes, withAnswers })}
          >
            <Icon name="save" /> {t`Save as an HTML page`}
          </button>
        </p>
        <p role="status">{said}</p>
      </div>
    </Frame>
  );
}

interface LinkFieldsProps {
  readonly link: string;
  /** Takes the words about what was copied. */
  onSaid(words: string): void;
}

/** The link to be copied, a snippet that embeds it, and its code. */
function LinkFields({ link, onSaid }: LinkFieldsProps) {
  const isShown = link.length <= LONGEST_SHOWN;
  const embed = `<iframe src="${link.replace("#", "?embed#")}" width="100%" height="600" title="Dualscope"></iframe>`;
  const code = useCode(link);
  const copy = (text: string, done: string): void => {
    // on plain http there is no clipboard: that is a promise that is broken, like one that the browser blocks
    const write = async (): Promise<void> => navigator.clipboard.writeText(text);
    write().then(
      () => onSaid(done),
      () => onSaid(t`The browser blocked copying. Select the text and copy it.`),
    );
  };
  return (
    <>
      <div className="share-field">
        {isShown ? (
          <Copied words={lengthWords(link.length)} text={link} />
        ) : (
          <span className="label">{lengthWords(link.length)}</span>
        )}
        <button type="button" className="button solid small" onClick={() => copy(link, t`Link copied.`)}>
          <Icon name="copy" /> {t`Copy the link`}
        </button>
      </div>
      {isShown && (
        <div className="share-field">
          <Copied words={t`Embed in a page`} text={embed} />
          <button type="button" className="button line small" onClick={() => copy(embed, t`Snippet copied.`)}>
            <Icon name="copy" /> {t`Copy the snippet`}
          </button>
        </div>
      )}
      {code !== "" && (
        <img
          className="qr"
          alt={t`The link as a QR code`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`}
        />
      )}
      {link.length > LONGEST_CODE && (
        <p className="soft">{t`The link is too long for a QR code that a phone can read.`}</p>
      )}
    </>
  );
}

/** The QR code of a link as SVG; empty until it is made, and for a link that is too long for one. */
function useCode(link: string): string {
  const [made, setMade] = useState({ of: "", code: "" });
  useEffect(() => {
    let isCurrent = true;
    if (link.length <= LONGEST_CODE)
      void import("uqr").then(
        ({ renderSVG }) => isCurrent && setMade({ of: link, code: renderSVG(link, { border: 2, ecc: "L" }) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [link]);
  // the code of an earlier link is none of this one
  return made.of === link ? made.code : "";
}

/** Why the document is better sent as a file; the link is empty where browsers would not open it. */
function TooLong({ document_, link }: { readonly document_: Document; readonly link: string }) {
  const pictures = useMemo(() => bytesOfAll(usedPictures(document_)), [document_]);
  return (
    <p>
      {link === ""
        ? t`The document is too long for a link: browsers do not open links this long. Save it as a file and send that instead.`
        : tooLongWords(link.length)}{" "}
      {pictures > 0 && `${picturesWords(pictures)} `}
      <button type="button" className="button line small" onClick={saveAsMarkdown}>
        <Icon name="save" /> {t`Save as a Markdown file`}
      </button>
    </p>
  );
}

interface ContentsProps {
  readonly words: string;
  readonly isIn: boolean;
  onChange(isIn: boolean): void;
}

/** Whether a part of the document is in the link. */
function Contents({ words, isIn, onChange }: ContentsProps) {
  return (
    <label className="share-notes">
      <input type="checkbox" checked={isIn} onChange={(event) => onChange(event.target.checked)} /> {words}
    </label>
  );
}

/** A text to be copied, with its label. */
function Copied({ words, text }: { readonly words: string; readonly text: string }) {
  return (
    <label>
      <span className="label">{words}</span>
      <textarea translate="no" readOnly rows={3} value={text} onFocus={(event) => event.target.select()} />
    </label>
  );
}

function tooLongWords(length: number): string {
  const count = grouped(length);
  return t`The link would have ${plural(length, { one: `${count} character`, other: `${count} characters` })}, more than many apps pass on. Save the document as a file instead, and send that.`;
}

function picturesWords(bytes: number): string {
  const size = bytesText(bytes);
  return t`Pictures take ${size} of it.`;
}

function lengthWords(length: number): string {
  const count = grouped(length);
  return plural(length, { one: `Link, ${count} character`, other: `Link, ${count} characters` });
}

/** The place that a link opens; of a view, the one of the program with the title. */
function openedWords(opened: Opened, title: string): string {
  if (opened === "document") return t`the document`;
  if (opened === SLIDES) return t`its slides`;
  const view = VIEW_WORDS[opened];
  return t({
    message: `${view} of ${title}, as it is now`,
    comment: "as in: Graph of The running example, as it stands now",
  });
}

function saveAsMarkdown(): void {
  COMMANDS.find(({ name }) => name === "export-markdown")?.run();
}

/** Most characters of a link that are shown: a browser lays out longer ones slowly, for no reader. */
const LONGEST_SHOWN = 50_000;

/** Characters that a QR code holds so that it can still be read from a wall. */
const LONGEST_CODE = 1800;
