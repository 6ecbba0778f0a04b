// A field in the place of an editor that is not there yet: what is written in it is in the document at once, and the editor takes over its caret.
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { difference } from "../../base/difference.ts";
import type { Ask, Cell, CellId, ProgramCell } from "../../document/document.ts";
import { withoutResults } from "../../document/header.ts";
import { setAsk, setText } from "../../document/state/changing.ts";
import { folded, foldedOffset, unfoldedOffset } from "../../editor/dual/folded.ts";
import { type Caret, type EditedText, registerField } from "../../editor/registry.ts";
import { isShownWhole, PlainText } from "../../ui/plain-text.tsx";

/** A text that is to have an editor. */
interface StandInProps {
  readonly cell: CellId;
  readonly source: EditedText;
  readonly label: string;
  readonly text: string;
  /** Shown in place of an empty text. */
  readonly placeholder?: string;
  /** Whether the text is one line. */
  readonly isLine?: boolean;
  /** Whether it cannot be written in. */
  readonly isFixed?: boolean;
  /** Whether it has the focus as soon as it is there. */
  readonly takesFocus?: boolean;
  onText(text: string): void;
  /** It has the focus, so its editor is wanted. */
  readonly onFocus?: (() => void) | undefined;
  /** The user is done: Escape, or Ctrl-Enter. */
  onDone?(): void;
}

/** A program that is to have an editor. */
export interface ProgramStandInProps extends Pick<StandInProps, "onFocus"> {
  readonly cell: ProgramCell;
  /** Whether its result is the answer of an open question. */
  readonly isHidden: boolean;
}

/** An expression that is to have an editor. */
export interface ExpressionStandInProps extends Pick<StandInProps, "onFocus"> {
  readonly cell: CellId;
  readonly field: "at" | "cotangent";
  readonly name: string;
  readonly ask: Ask;
  readonly placeholder: string;
}

/** Prose that is to have an editor. */
export interface ProseStandInProps {
  readonly cell: Cell;
  /** Whether it has the focus as soon as it is there. */
  readonly takesFocus: boolean;
  onText(text: string): void;
  onClose(): void;
}

const INDENT = "  ";

/** Shows a program in the place of its editor; one whose results are answers of open questions is shown only, without them. */
export function ProgramStandIn({ cell: { id, text }, isHidden, onFocus }: ProgramStandInProps) {
  return (
    <StandIn
      cell={id}
      source="<program>"
      label={t`Program`}
      text={isHidden ? withoutResults(text) : text}
      isFixed={isHidden}
      onText={(written) => setText(id, written)}
      onFocus={onFocus}
    />
  );
}

/** Shows prose in the place of its editor. */
export function ProseStandIn({ cell: { id, text }, takesFocus, onText, onClose }: ProseStandInProps) {
  return (
    <StandIn
      cell={id}
      source="<prose>"
      label={t`Prose, in Markdown; mathematics between dollar signs`}
      text={text}
      takesFocus={takesFocus}
      onText={onText}
      onDone={onClose}
    />
  );
}

/** Shows an expression in the place of its editor. */
export function ExpressionStandIn({ cell, field, name, ask, placeholder, onFocus }: ExpressionStandInProps) {
  return (
    <StandIn
      cell={cell}
      source={`<${field}>`}
      label={name}
      text={ask[field]}
      placeholder={placeholder}
      isLine
      onText={(written) => setAsk(cell, { [field]: written })}
      onFocus={onFocus}
    />
  );
}

/** Shows a text in the lines that its editor will have, to be written in; one that takes a browser long is shown only. */
function StandIn(props: StandInProps) {
  const shown = folded(props.text);
  const look = shown === "" ? "placeholder" : undefined;
  // a line end at the end is none in HTML
  const lines = `${shown || props.placeholder || ""}\n`;
  if (props.isFixed || !isShownWhole(lines) || lines.includes("\r"))
    return (
      <div className="stand-in">
        <PlainText className={look} text={lines} />
      </div>
    );
  return (
    <div className="stand-in">
      <pre className={look} aria-hidden="true" translate="no">
        {lines}
      </pre>
      <Field {...props} shown={shown} />
    </div>
  );
}

/** The field itself, over the text that it shows. */
function Field({
  takesFocus = false,
  cell,
  source,
  label,
  text,
  isLine = false,
  onText,
  onFocus,
  onDone,
  shown,
}: StandInProps & { readonly shown: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(text);
  latest.current = text;
  const hasTyped = useRef(false);
  useCaret(box, { cell, source, takesFocus, latest, hasTyped });
  const write = (value: string): void => {
    hasTyped.current = true;
    const { from, to, insert } = difference(shown, value);
    const [start, end] = [unfoldedOffset(text, from), unfoldedOffset(text, to)];
    const written = text.slice(0, start) + insert + text.slice(end);
    // the editor may take over before the field is drawn with it
    latest.current = isLine ? written.replace(/\s*\n\s*/g, " ") : written;
    onText(latest.current);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (isDone && onDone !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      onDone();
      return;
    }
    if (event.key === "Enter" && isLine) event.preventDefault();
    // as in the editor, only after typing, so that the focus is not trapped
    if (event.key === "Escape") hasTyped.current = false;
    if (event.key !== "Tab" || event.shiftKey || isLine || !hasTyped.current) return;
    event.preventDefault();
    const { value, selectionStart } = event.currentTarget;
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    event.currentTarget.setRangeText(INDENT, start, start, "preserve");
    write(event.currentTarget.value);
  };
  return (
    <textarea
      ref={box}
      aria-label={label}
      aria-multiline={!isLine}
      rows={1}
      spellCheck={false}
      autoCorrect="off"
      autoCapitalize="off"
      translate="no"
      value={shown}
      onChange={(event) => write(event.target.value)}
      onKeyDown={press}
      onFocus={onFocus}
      onBlur={() => {
        hasTyped.current = false;
      }}
      onCompositionStart={(event) => {
        event.currentTarget.dataset.composing = "";
      }}
      onCompositionEnd={(event) => {
        delete event.currentTarget.dataset.composing;
      }}
    />
  );
}

interface Written extends Pick<StandInProps, "cell" | "source" | "takesFocus"> {
  /** The whole text. */
  readonly latest: RefObject<string>;
  readonly hasTyped: RefObject<boolean>;
}

/** Gives the caret of a field to the editor that takes its place, and takes it from the one before. */
function useCaret(
  box: RefObject<HTMLTextAreaElement | null>,
  { cell, source, takesFocus, latest, hasTyped }: Written,
): void {
  useLayoutEffect(() => {
    const field = present(box.current);
    const remove = registerField(cell, source, ({ anchor, head, hasTyped: was }) => {
      const [at, to] = [foldedOffset(latest.current, anchor), foldedOffset(latest.current, head)];
      const end = field.value.length;
      field.setSelectionRange(Math.min(at, to, end), Math.min(Math.max(at, to), end), to < at ? "backward" : "forward");
      field.focus();
      hasTyped.current = was ?? hasTyped.current;
    });
    if (takesFocus) field.focus();
    return () => {
      const caret = document.activeElement === field ? caretOf(field, latest.current) : undefined;
      remove(caret && { ...caret, hasTyped: hasTyped.current });
    };
  }, [box, cell, source, takesFocus, latest, hasTyped]);
}

/** The selection of a field as one of its whole text. */
function caretOf({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement, text: string): Caret {
  const [from, to] = [unfoldedOffset(text, selectionStart), unfoldedOffset(text, selectionEnd)];
  return selectionDirection === "backward" ? { anchor: to, head: from } : { anchor: from, head: to };
}
