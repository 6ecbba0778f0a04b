// The course: its lessons, how far the reader is in each, and a class's results.
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { LESSONS } from "../../course/model/lessons.ts";
import { idsOf, type Results, readResults, resultsCsv, resultsLink } from "../../course/model/results.ts";
import { itemsOf, standingOf } from "../../course/model/standing.ts";
import { forgetOwnAnswers } from "../../course/state/forgetting.ts";
import { openLesson } from "../../course/state/lessons.ts";
import { forgetProgress, readProgress, showAnswers, useDeeds, useProgress } from "../../course/state/progress.ts";
import { Frame } from "../../dialogs/frame.tsx";
import { useDocument } from "../../document/state/document.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { download } from "../../ui/download.ts";
import "../course.css";
import "../by-hand.css";
import "../glimpse.css";
import "../lesson.css";

/** Shows the lessons of the course, to open one, and the reader's progress. */
export default function CourseDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void readProgress(), []);
  return (
    <Frame title={t`From the chain rule to a parallel tape`} ref={dialog} isWide>
      <div className="dialog-body course lesson-tables">
        <Lessons onOpen={() => dialog.current?.close()} />
        <Mine />
        <Class />
      </div>
    </Frame>
  );
}

function Lessons({ onOpen }: { onOpen(): void }) {
  const lessons = useProgress((state) => state.lessons);
  return (
    <ol className="course-lessons">
      {LESSONS.map(({ number, title, needs, minutes, shows, document }) => {
        const { right, of } = standingOf(document, lessons[`course ${number}`] ?? {});
        return (
          <li key={number}>
            <button
              type="button"
              className="course-lesson"
              onClick={() => {
                onOpen();
                void openLesson(number);
              }}
            >
              <b lang="en">{title}</b> <span className="course-standing">{t`${right} of ${of} done`}</span>
              <span className="course-shows" lang="en">
                {shows}
              </span>
              <span className="soft" lang="en">
                {t`About ${minutes} minutes. Needs: ${needs}`}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The reader's work in the open document, to be given to a lecturer, kept, or forgotten. */
function Mine() {
  const document = useDocument((state) => state.document);
  const deeds = useDeeds();
  const items = itemsOf(document, deeds);
  const [name, setName] = useState("");
  const [isSure, setSure] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { title } = document;
  const results: Results = { name, lesson: title, items };
  return (
    <section>
      <h3 className="small-caps">{t`My answers`}</h3>
      {items.length === 0 ? (
        <p className="soft">{t`The open document has no questions.`}</p>
      ) : (
        <>
          <p>
            <label>
              {t`Your name, as your lecturer should see it:`}{" "}
              <input type="text" autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
            </label>
          </p>
          <p className="predict-acts">
            <span>
              {t`My answers as a link:`}{" "}
              <CopyButton what={t`link to my answers`} text={resultsLink(location.href, results)} />
            </span>
            <button
              type="button"
              className="button line small"
              onClick={() => download(new Blob([resultsCsv([results])], { type: "text/csv" }), "answers.csv")}
            >
              {t`Save my answers`}
            </button>
            <button type="button" className="button line small" onClick={() => showAnswers(items.map(({ id }) => id))}>
              {t`Show all answers`}
            </button>
            <button type="button" className="button line small" onClick={() => forgetOwnAnswers()}>
              {t`Reset my answers in “${title}”`}
            </button>
          </p>
        </>
      )}
      <p>
        <button
          type="button"
          className="button line small"
          onClick={() => {
            if (isSure)
              forgetProgress().then(
                () => setFailed(false),
                () => setFailed(true),
              );
            setSure(!isSure);
          }}
        >
          {isSure ? t`Really reset all lessons` : t`Reset all lessons`}
        </button>
        {hasFailed && <span role="alert"> {t`The browser did not delete your answers.`}</span>}
      </p>
    </section>
  );
}

/** Links of many readers as a table. */
function Class() {
  const [text, setText] = useState(() => (location.hash.startsWith("#results=") ? location.hash : ""));
  const rows = readResults(text);
  return (
    <section>
      <h3 className="small-caps">{t`A class`}</h3>
      <label>
        {t`Paste the links of your students, one below the other:`}
        <textarea
          translate="no"
          className="course-links"
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {rows.length > 0 && (
        <>
          <ResultsTable rows={rows} />
          <button
            type="button"
            className="button line small"
            onClick={() => download(new Blob([resultsCsv(rows)], { type: "text/csv" }), "class.csv")}
          >
            {t`Save the table`}
          </button>
        </>
      )}
    </section>
  );
}

const SIGNS = { right: "✓", shown: "○", open: "✗" } as const;

function ResultsTable({ rows }: { readonly rows: readonly Results[] }) {
  const ids = idsOf(rows);
  return (
    <div className="glimpse-scroll">
      <table>
        <caption className="visually-hidden">{t`Answers of a class`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`name`}</th>
            <th scope="col">{t`lesson`}</th>
            {ids.map((id) => (
              <th key={id} scope="col" translate="no">
                {id}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, lesson, items }, index) => (
            <tr key={resultsLink("", nth(rows, index))}>
              <th scope="row">{name}</th>
              <td>{lesson}</td>
              {ids.map((id) => {
                const item = items.find((one) => one.id === id);
                const isDone = item !== undefined && (item.state !== "open" || item.tries > 0);
                return (
                  <td key={id} title={item?.given}>
                    {isDone && `${SIGNS[item.state]} ${item.tries}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
