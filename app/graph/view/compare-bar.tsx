// Two runs on one graph: another input, or the program as edited since, and their first difference.
import { t } from "@lingui/core/macro";
import type { FormEvent } from "react";
import type { RecordingEnd } from "../../../engine/explore/column.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { ShowScalar } from "../../exploration/view/why.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { comparisonLines, failureOf } from "../model/comparison.ts";
import { compareWith, endComparison, useGraphOf } from "../state.ts";

interface CompareBarProps {
  readonly explored: Explored;
}

/** Shows a form to compare the run with another input or another text, and the differences that were found. */
export function CompareBar({ explored }: CompareBarProps) {
  const compared = useGraphOf(explored, (state) => state.compared);
  const isComparing = useGraphOf(explored, (state) => state.isComparing);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const at = String(form.get("at") ?? "").trim();
    const text = String(form.get("text") ?? "");
    void compareWith({ ...(at === "" ? {} : { at }), ...(text.trim() === "" ? {} : { text }) });
  };
  return (
    <details className="compare">
      <summary>{t`Compare with another run`}</summary>
      <form onSubmit={onSubmit}>
        <label>
          <span>{t`Another input`}</span>
          <input
            name="at"
            className="text-field"
            translate="no"
            placeholder={explored.at?.text ?? ""}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <label>
          <span>{t`Another version of the program`}</span>
          <textarea
            name="text"
            className="text-field"
            rows={4}
            placeholder={t`paste it here; empty means the same program`}
            spellCheck={false}
          />
        </label>
        <button type="submit" className="button line small" disabled={isComparing}>
          {isComparing ? t`running …` : t`Compare`}
        </button>{" "}
        {compared !== undefined && (
          <button type="button" className="button small" onClick={endComparison}>
            {t({ message: "End", context: "a button", comment: "ends the comparison of two runs" })}
          </button>
        )}
      </form>
      <div role="status">
        {compared?.tag === "failed" && <Failure ended={compared.ended} />}
        <ul className="comparison">
          {compared?.tag === "compared" &&
            comparisonLines(explored, compared).map(({ key, words, go }) => (
              <li key={key}>
                {words} {go !== undefined && <ShowScalar number={go} />}
              </li>
            ))}
        </ul>
      </div>
    </details>
  );
}

function Failure({ ended }: { readonly ended: RecordingEnd }) {
  const { own, words } = failureOf(ended);
  return (
    <p className="comparison-failed">
      {t`The other run gave no value.`}{" "}
      {own === undefined ? (
        words
      ) : (
        <span lang="en">
          <RichText runs={message(own)} />
        </span>
      )}
    </p>
  );
}
