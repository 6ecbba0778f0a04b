// In the place of a program that shows a solution, until its exercise is solved.
import "./hidden-result.css";
import { t } from "@lingui/core/macro";
import type { ProgramCell } from "../../document/document.ts";
import { ShowMe } from "./show-me.tsx";

interface FoldedProps {
  readonly program: ProgramCell;
  /** The exercise: its cell, and the key of its progress. */
  readonly exercise: { readonly cell: string; readonly id: string };
}

/** Says that a solution is folded, with a link to its exercise and a button that shows it. */
export default function FoldedSolution({ program, exercise }: FoldedProps) {
  return (
    <section className="chapter" id={program.id} aria-label={t`A solution`}>
      <div className="hidden-result">
        <p>{t`A solution stands here once you have solved the exercise.`}</p>
        <p>
          <a className="button" href={`#${exercise.cell}`}>
            {t`To the exercise`}
          </a>{" "}
          <ShowMe questions={[exercise.id]} />
        </p>
      </div>
    </section>
  );
}
