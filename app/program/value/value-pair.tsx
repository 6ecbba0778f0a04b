// A value over another one of the same shape, column under column: value and cotangent, input and gradient.
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { keyed } from "../../ui/keyed.ts";
import { moveFocus } from "../../ui/menus/move-focus.ts";
import type { LabelledPair } from "../model/outcome.ts";
import { LongValue } from "./long-value.tsx";
import type { Line, Piece } from "./model/layout.ts";
import { derivativeText, NO_DERIVATIVE } from "./model/value-tree.ts";
import { type EntryAddress, pictureOf, type Room, type Size } from "./model/values.ts";

const ValueTables = lazy(async () => ({ default: (await import("./value-tables.tsx")).ValueTables }));

/** Lines that are shown at first, and the most that are shown without a button for the rest. */
const FIRST_LINES = 14;
const FEW_LINES = 18;

/** Characters that a title may have. */
const LONGEST_TITLE = 400;

/** Width of a character at each size, in pixels of an unzoomed page: 0.6 em of the code font. */
const CHARACTER: Readonly<Record<Size, number>> = { large: 14.4, medium: 10.8, small: 9 };
/** The width of the labels and the buttons, which stand beside large values and above small ones. */
const LABELS = 136;

/** How many characters fit into a width in pixels. */
function roomIn(width: number): Room {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const beside = LABELS * rem;
  return {
    large: Math.floor((width - beside) / (CHARACTER.large * rem)),
    medium: Math.floor((width - beside) / (CHARACTER.medium * rem)),
    small: Math.floor(width / (CHARACTER.small * rem)),
  };
}

interface PairProps {
  readonly pair: LabelledPair;
}

/** The entries of the lower value as links, of which one is in the order of Tab. */
interface Entries {
  readonly addressOf: NonNullable<EntryAddress>;
  readonly stop: number;
  onFocus(entry: number): void;
}

/** Shows two values over each other in a width of pixels, with the way to all digits and to all of a long one. */
export function ValuePairView(props: PairProps & { readonly width: number; readonly entryAddress?: EntryAddress }) {
  const { pair, width, entryAddress } = props;
  const [allDigits, setAllDigits] = useState(false);
  const [everything, setEverything] = useState(false);
  const [focused, setFocused] = useState(0);
  const { above, below } = pair;
  const picture = useMemo(
    () => pictureOf({ above, below, areWhole: pair.areWhole }, roomIn(width), allDigits),
    [above, below, pair.areWhole, width, allDigits],
  );
  if (picture.tag === "text") return <LongPair pair={pair} />;
  const { lines, size, digits, tables } = picture;
  const count = lines.length;
  const shown = everything || lines.length <= FEW_LINES ? lines : lines.slice(0, FIRST_LINES);
  const places = realPlaces(shown);
  const stop = places.findLast((place) => place <= focused) ?? places[0];
  const entries =
    entryAddress && stop !== undefined ? { addressOf: entryAddress, stop, onFocus: setFocused } : undefined;
  return (
    <div className={`pair ${size}`}>
      <Labels pair={pair} />
      <div
        className="pair-lines"
        {...(entries === undefined ? { "aria-hidden": true } : asGroup)}
        translate="no"
        title={digits === "fewer" ? wholeOf(pair) : undefined}
      >
        {keyed(shown).map(({ key, item }) => (
          <PairLine
            key={key}
            line={item}
            pair={pair}
            entries={entries}
            first={realsIn(shown.slice(0, shown.indexOf(item)))}
          />
        ))}
      </div>
      <Copies pair={pair} />
      <Spoken pair={pair} lines={tables.length === 0 ? undefined : lines} />
      {isOverInts(pair, lines) && (
        <p className="pair-note">{t`· An Int has no derivative. A copy of the gradient has the Int itself in its place.`}</p>
      )}
      {(shown.length < lines.length || digits !== "exact") && (
        <div className="pair-more">
          {shown.length < lines.length && (
            <button type="button" className="link" onClick={() => setEverything(true)}>
              {plural(count, { one: `Show all ${count} line`, other: `Show all ${count} lines` })}
            </button>
          )}
          {digits !== "exact" && (
            <button type="button" className="link" onClick={() => setAllDigits(!allDigits)}>
              {digits === "fewer" ? t`Rounded. Show all digits` : t`Round to six digits`}
            </button>
          )}
        </div>
      )}
      {tables.length > 0 && (
        <Suspense>
          <ValueTables pair={pair} tables={tables} entryAddress={entryAddress} />
        </Suspense>
      )}
    </div>
  );
}

/** Links that the arrow keys move among. */
const asGroup = {
  role: "group",
  "aria-label": t`Entries of the gradient: arrow keys move, Enter shows why one has its number`,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
    void (moveFocus(event, "a", { way: "along", isRound: true }) ?? moveFocus(event, "a")),
} as const;

/** All digits of a pair that is short enough to be read as it is pointed at. */
function wholeOf({ above, below = "" }: LabelledPair): string | undefined {
  return above.length + below.length > LONGEST_TITLE ? undefined : `${above}\n${derivativeText(below)}`.trim();
}

function Labels({ pair: { labels, kinds } }: PairProps) {
  return (
    <div className="pair-labels" aria-hidden="true">
      <span className={`label ${kinds[0]}`}>{labels[0]}</span>
      {labels[1] !== undefined && <span className={`label ${kinds[1]}`}>{labels[1]}</span>}
    </div>
  );
}

/** The places among the Reals of the value of those that some lines show. */
function realPlaces(lines: readonly Line[]): readonly number[] {
  let next = 0;
  return lines.flat().flatMap(({ kind, reals = 0 }) => {
    if (kind === "real") return [next++];
    next += reals;
    return [];
  });
}

/** How many Reals there are in some lines. */
function realsIn(lines: readonly Line[]): number {
  const realsOf = ({ kind, reals = 0 }: Piece): number => (kind === "real" ? 1 : reals);
  return lines.reduce((sum, line) => line.reduce((all, piece) => all + realsOf(piece), sum), 0);
}

interface LineProps extends PairProps {
  readonly line: Line;
  readonly entries?: Entries | undefined;
  /** The place of its first Real among those of the value. */
  readonly first?: number;
}

/** A line of a value, over the line of the other where there are two. */
export function PairLine({ line, pair: { below, kinds }, entries, first = 0 }: LineProps) {
  return (
    <div className="pair-line">
      <PairRow pieces={line} side="above" kind={kinds[0]} />
      {below !== undefined && <PairRow pieces={line} side="below" kind={kinds[1]} entries={entries} first={first} />}
    </div>
  );
}

function PairRow(props: {
  readonly pieces: readonly Piece[];
  readonly side: "above" | "below";
  readonly kind: string;
  readonly entries?: Entries | undefined;
  readonly first?: number;
}) {
  const { pieces, side, kind, entries, first = 0 } = props;
  return (
    <div className={`pair-row ${kind}`} aria-hidden={entries === undefined}>
      {keyed(pieces).map(({ key, item }) => {
        const look = isOdd(item[side]) ? "odd" : item.kind;
        if (entries !== undefined && item.kind === "real") {
          const entry = first + realsIn([pieces.slice(0, pieces.indexOf(item))]);
          const number = item[side].trim();
          return (
            <a
              key={key}
              className={look}
              tabIndex={entry === entries.stop ? 0 : -1}
              href={entries.addressOf(entry)}
              title={t`Why is this ${number}?`}
              onFocus={() => entries.onFocus(entry)}
            >
              {item[side]}
            </a>
          );
        }
        return (
          <span key={key} className={look} aria-hidden="true">
            {pieceText(item, side, side === "below" && kind === "cotangent")}
          </span>
        );
      })}
    </div>
  );
}

/** Whether a row of derivatives has places of Ints. */
function isOverInts({ below, kinds }: LabelledPair, lines: readonly Line[]): boolean {
  return (
    below !== undefined && kinds[1] === "cotangent" && lines.some((line) => line.some(({ kind }) => kind === "int"))
  );
}

function isOdd(text: string): boolean {
  return /^\s*\(?-?(?:nan|inf)\)?\s*$/.test(text);
}

interface SpokenProps extends PairProps {
  /** The lines of a pair that has tables, which are read by themselves. */
  readonly lines?: readonly Line[] | undefined;
}

/** Text for screen readers, instead of the picture. */
export function Spoken({ pair, lines }: SpokenProps) {
  const { labels, kinds } = pair;
  const isDerivative = kinds[1] === "cotangent";
  const above = lines === undefined ? pair.above : textOf(lines, "above");
  const below =
    lines !== undefined
      ? textOf(lines, "below", isDerivative)
      : isDerivative
        ? derivativeText(pair.below ?? "")
        : pair.below;
  return (
    <p className="visually-hidden" translate="no">
      {labels[0]} {above}
      {labels[1] !== undefined && pair.below !== undefined && `, ${labels[1]} ${below}`}
    </p>
  );
}

/** The text of some lines, without the blanks by which numbers stand under each other. */
function textOf(lines: readonly Line[], side: "above" | "below", isDerivative = false): string {
  const read = (piece: Piece): string =>
    piece.kind === "frame" ? piece[side] : pieceText(piece, side, isDerivative).trim();
  return lines.map((line) => line.map(read).join("").trim()).join(" ");
}

/** A piece as it is read: an Int has no derivative. */
function pieceText(piece: Piece, side: "above" | "below", isDerivative: boolean): string {
  return isDerivative && piece.kind === "int" ? NO_DERIVATIVE.padStart(piece.below.length) : piece[side];
}

function Copies({ pair: { labels, above, below } }: PairProps) {
  return (
    <div className="pair-copies">
      <CopyButton text={above} what={labels[0]} />
      {labels[1] !== undefined && below !== undefined && <CopyButton text={below} what={labels[1]} />}
    </div>
  );
}

/** Values that are too long, or of two shapes: one after the other. */
function LongPair({ pair: { labels, kinds, above, below, areWhole } }: PairProps) {
  return (
    <div className="pair long">
      <LongValue label={labels[0]} kind={kinds[0]} text={above} isWhole={areWhole[0]} />
      {labels[1] !== undefined && below !== undefined && (
        <LongValue label={labels[1]} kind={kinds[1]} text={below} isWhole={areWhole[1]} />
      )}
    </div>
  );
}
