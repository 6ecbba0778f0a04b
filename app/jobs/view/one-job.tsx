// A run without forks: the chain of its one job, why it has no other, and ways to programs that have.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { EXAMPLES } from "../../document/examples.ts";
import { setText } from "../../document/state/changing.ts";
import { Terms } from "../../help/term.tsx";
import { startRun } from "../../program/state/running.ts";
import type { LookProps } from "../../program/view/look-props.ts";
import { OpenExamples } from "../../program/view/open-examples.tsx";
import { forked } from "../model/forked.ts";
import type { JobsRun, PassRun } from "../model/run.ts";
import { timeWords } from "../model/words.ts";
import "../one-job.css";

/** The examples that a program with one job leads to. */
const PARALLEL = EXAMPLES.filter(({ text }) => /\bparMap\b|⋆|\|\*\|/u.test(text));

/** Shows the one job of each pass with its work and span, why there is one, and ways to programs with more. */
export function OneJob({ cell, run: { passes } }: LookProps & { readonly run: JobsRun }) {
  const own = forked(cell.text);
  const { from = "", to = "" } = own ?? {};
  const use = (text: string): void => {
    setText(cell.id, text);
    void startRun(cell.id);
  };
  return (
    <section className="one-job" aria-labelledby="one-job">
      <h2 id="one-job">{t`One job: nothing runs side by side`}</h2>
      <p>
        <Terms
          text={t`A job is a part of the run that needs nothing from the parts beside it. A program says where such parts are, and this one says nothing: its operations run one after the other, and going back, one after the other again. More workers would not help.`}
        />
      </p>
      <ol className="one-job-chain">
        <Pass name={t`Forward`} pass={passes.forward} />
        <Pass name={t`Reverse`} pass={passes.reverse} />
      </ol>
      <p>
        <Terms
          text={t`Work is the cost of all jobs, span that of the longest chain of them. With one job both are the same.`}
        />
      </p>
      {own !== undefined && (
        <p className="one-job-way">
          <button type="button" className="button solid" onClick={() => use(own.text)}>
            {t({ message: `Write ${to} for ${from}`, comment: "two names of built-in functions" })}
          </button>{" "}
          <span>{t`This program uses ${from}, whose items do not need each other: each can be a job.`}</span>
        </p>
      )}
      <h3>{t`A program with forks`}</h3>
      <p>
        <Trans>
          The two sides of a parallel pair, <code translate="no">s |*| t</code>, are jobs, and so are the items of{" "}
          <code translate="no">parMap</code> and <code translate="no">parBuild</code>.
        </Trans>
      </p>
      <OpenExamples cell={cell} view="jobs" examples={PARALLEL} />
    </section>
  );
}

function Pass({ name, pass: { work, span } }: { readonly name: string; readonly pass: PassRun }) {
  return (
    <li>
      <b>{name}</b>
      <span className="one-job-box" translate="no">
        α
      </span>
      <span>
        {t`work T₁`} <b>{timeWords(work)}</b> = {t`span T∞`} <b>{timeWords(span)}</b>
      </span>
    </li>
  );
}
