// The tape of each segment: bytes each time, how often in the last run, and bars of their product.
import { plural, t } from "@lingui/core/macro";
import type { TapeSegment } from "../../engine/compile/codegen/text.ts";
import type { Span } from "../../engine/source/span.ts";
import { Terms } from "../help/term.tsx";
import { grouped } from "../words/numbers.ts";
import { bytesText } from "../words/units.ts";
import { placesText, type TapeRow, tapeRows } from "./model.ts";
import type { Compiled } from "./state.ts";

/** Rows that are shown. */
const MOST = 200;

interface TapeTableProps extends Pick<Compiled, "tape"> {
  readonly segments: readonly TapeSegment[];
  /** Bytes of the tape of straight code; undefined where it grows. */
  readonly fixedTape: number | undefined;
  readonly text: string;
  /** Called with the places of the row that has the pointer or the focus. */
  onPoint(spans: readonly Span[] | undefined): void;
}

/** Shows the bytes that each segment leaves on the tape; without a run, those of one time. */
export function TapeTable({ segments, fixedTape, text, tape, onPoint }: TapeTableProps) {
  const run = typeof tape === "string" ? undefined : tape;
  const rows = tapeRows(segments, run);
  const left = grouped(rows.length - MOST);
  return (
    <section className="compiled-tape" aria-label={t`The tape`}>
      <h2>
        <Terms text={t`The tape`} />
      </h2>
      <p className="note" role="status">
        {fixedTape === undefined ? words(tape) : fixedWords(fixedTape)}
      </p>
      {rows.length > 0 && (
        <section className="compiled-scroll" aria-label={t`Segments and their bytes`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t`Segment`}</th>
                <th scope="col">{t`From`}</th>
                <th scope="col">{t`Holds`}</th>
                <th scope="col" className="tape-number">{t`Bytes`}</th>
                <th scope="col" className="tape-number">{t`Times`}</th>
                <th scope="col">{run === undefined ? t`Bytes each time` : t`Bytes of the last run`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST).map((row) => (
                <Row key={row.key} row={row} text={text} onPoint={onPoint} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > MOST && <p className="note">{t`${left} more rows are not shown.`}</p>}
    </section>
  );
}

function fixedWords(tapeBytes: number): string {
  const numbers = tapeBytes / Float64Array.BYTES_PER_ELEMENT;
  if (numbers === 0)
    return t`This is straight-line code, and its reverse pass needs only the input and the output: no tape, 0 bytes.`;
  const [count, bytes] = [grouped(numbers), bytesText(tapeBytes)];
  return plural(numbers, {
    one: `This is straight-line code: its tape is one number at a fixed place in T, ${bytes}.`,
    other: `This is straight-line code: its tape is ${count} numbers, each at a fixed place in T, ${bytes}.`,
  });
}

function words(tape: Compiled["tape"]): string {
  if (tape === "counting") return t`Running the program to count …`;
  if (tape === "none") return t`The run did not finish, so nothing was counted.`;
  const records = tape.executed.reduce((sum, { record }) => sum + record, 0);
  const count = grouped(records);
  const bytes = bytesText(tape.bytes);
  if (tape.isWithinPass)
    return plural(records, {
      one: `At its longest, within a derivative that the program asks for, the tape held one record: ${bytes}, including its rounds and branches.`,
      other: `At its longest, within a derivative that the program asks for, the tape held ${count} records: ${bytes}, including their rounds and branches.`,
    });
  return plural(records, {
    one: `The last run left one record: ${bytes}, including its rounds and branches.`,
    other: `The last run left ${count} records: ${bytes}, including their rounds and branches.`,
  });
}

interface RowProps {
  readonly row: TapeRow;
  readonly text: string;
  onPoint(spans: readonly Span[] | undefined): void;
}

function Row({ row, text, onPoint }: RowProps) {
  const { of, id, name, spans, holds, bytes, times, total, share } = row;
  const shown = total ?? bytes;
  const title =
    of === "segment"
      ? t`${id} of ${name}`
      : of === "round"
        ? t`each round in ${id}`
        : t`each time in a branch of ${id}`;
  return (
    <tr onPointerEnter={() => onPoint(spans)} onPointerLeave={() => onPoint(undefined)}>
      <th scope="row" className={of === "segment" ? undefined : "part"}>
        <button
          type="button"
          className="link"
          translate={of === "segment" ? "no" : undefined}
          onFocus={() => onPoint(spans)}
          onBlur={() => onPoint(undefined)}
        >
          {title}
        </button>
      </th>
      <td translate="no">{placesText(spans, text)}</td>
      <td>{holds.join(", ")}</td>
      <td className="tape-number">{bytes}</td>
      <td className="tape-number">{times === undefined ? "–" : grouped(times)}</td>
      <td>
        <span className="tape-bar">
          <span aria-hidden="true" className="bar-room">
            <span style={{ width: `${share * 100}%` }} />
          </span>
          <span className="tape-number">{bytesText(shown)}</span>
        </span>
      </td>
    </tr>
  );
}
