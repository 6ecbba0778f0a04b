// The numbers of a plot as a table that is scrolled by keys, too, and copied whole.
import { plural, t } from "@lingui/core/macro";
import { useMemo, useRef } from "react";
import { useCopied } from "../ui/hooks/use-copied.ts";
import { useIsScrolled } from "../ui/hooks/use-is-scrolled.ts";
import { Icon } from "../ui/icon.tsx";
import { keyed } from "../ui/keyed.ts";
import { conjunction } from "../words/lists.ts";
import { grouped } from "../words/numbers.ts";
import { type NumberColumn, numberRows, numbersCsv, wholeNumber } from "./numbers.ts";

/** Rows that are shown: more are for a program to read. */
const MOST_ROWS = 500;

interface NumbersTableProps {
  readonly xWords: string;
  readonly columns: readonly NumberColumn[];
}

/** Shows the numbers of a plot in a table, with a button that copies all of them. */
export default function NumbersTable({ xWords, columns }: NumbersTableProps) {
  const rows = useMemo(() => numberRows(columns), [columns]);
  const [copied, copy] = useCopied();
  const box = useRef<HTMLElement>(null);
  const isScrolled = useIsScrolled(box, rows);
  const count = rows.length;
  const names = conjunction(columns.map(({ name }) => name));
  const caption = t`${names} over ${xWords}`;
  return (
    <>
      {/* a region that scrolls can be reached and moved by the keyboard */}
      <section ref={box} className="numbers-scroll" tabIndex={isScrolled ? 0 : undefined} aria-label={caption}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr translate="no">
              <th scope="col">{xWords}</th>
              {keyed(columns).map(({ key, item }) => (
                <th key={key} scope="col">
                  {item.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keyed(rows.slice(0, MOST_ROWS)).map(({ key, item: { x, ys } }) => (
              <tr key={key}>
                <th scope="row">{wholeNumber(x)}</th>
                {keyed(ys).map(({ key: column, item: y }) => (
                  <td key={column}>{y === undefined ? "" : wholeNumber(y)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > MOST_ROWS && <p className="note">{cutWords(count)}</p>}
      <p className="numbers-copy">
        <button type="button" className="button line small" onClick={() => copy(numbersCsv(xWords, columns))}>
          <Icon name={copied ? "tick" : "copy"} /> {t`Copy as CSV`}
        </button>{" "}
        <span className="note" role="status">
          {copied ? copiedWords(count) : ""}
        </span>
      </p>
    </>
  );
}

function cutWords(count: number): string {
  const [most, all] = [grouped(MOST_ROWS), grouped(count)];
  return t`The first ${most} of ${all} rows are shown. A copy has all of them.`;
}

function copiedWords(count: number): string {
  const rows = grouped(count);
  return plural(count, { one: `${rows} row copied`, other: `${rows} rows copied` });
}
