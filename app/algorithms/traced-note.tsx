// The note where a stage has transformed a program's run instead of the program: why, and where the program leaves the language of the
// stage.
import "./traced-note.css";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Fragment } from "../../engine/algorithms/algorithm.ts";
import { RichText } from "../ui/rich-text.tsx";
import { message } from "../words/rich-text.ts";

interface TracedNoteProps {
  readonly fragment: Fragment;
  /** The text of the program. */
  readonly text: string;
  /** Whether the run is there as a program. */
  readonly isPrinted: boolean;
  /** More words, where the run is printed or the program refused. */
  readonly children?: ReactNode;
}

/** Of a program that was transformed itself, what the paper's proof does not reach; nothing where it reaches all. */
export function TracedNote({ fragment, text, isPrinted, children }: TracedNoteProps) {
  if (fragment.tag === "inside" && fragment.isForShape === true)
    return <p className="traced-note">{t`Made for the shapes of this input.`}</p>;
  if (fragment.tag === "inside")
    return fragment.beyond === undefined ? null : (
      <p className="traced-note" lang="en">
        <RichText runs={message(fragment.beyond)} />.
      </p>
    );
  const { at, why } = fragment;
  const instead = fragment.tag === "outside" ? fragment.instead : undefined;
  const takesRun = fragment.tag === "outside" && fragment.takesRun === true;
  const line = at?.source === "<program>" ? text.slice(0, at.from).split("\n").length : undefined;
  return (
    <div className="traced-note">
      <p>
        <b>{fragment.tag === "traced" ? t`Traced:` : t`Refused:`}</b>{" "}
        <span lang="en">
          <RichText runs={message(why)} />
        </span>
        {line !== undefined && <> ({t`line ${line}`})</>}.{" "}
        {fragment.tag === "outside"
          ? instead !== undefined && (takesRun ? t`${instead} takes the run at this input.` : t`${instead} takes it.`)
          : isPrinted
            ? t`What follows is the run at this input, not the program.`
            : t`The run is not printed: it is too long for a program, or did not finish.`}
      </p>
      {(isPrinted || fragment.tag === "outside") && children}
    </div>
  );
}

/** Says what is counted where a stage is traced. */
export function tracedCountsWords(): string {
  return t`A stage that is traced counts the run alone: no calls, no data, no branches. Its cost may be less than the program’s, so no bound is judged on it.`;
}

/** Says of a stage that it has the run. */
export function tracedWords(stage: string): string {
  return t({ message: `${stage}: traced`, comment: "a stage, which transforms a run instead of the program" });
}
