// Two runs on one graph: another input, or the program as it is edited since, and what differs first.
import type { FormEvent } from "react";
import type { Explored } from "../../../engine/session/exploration.ts";
import { pin } from "../../state/explorer.ts";
import { compareWith, endComparison, useGraph } from "../../state/graph.ts";
import { comparisonLines } from "../../view-models/comparison.ts";

interface CompareBarProps {
  readonly explored: Explored;
}

export function CompareBar({ explored }: CompareBarProps) {
  const compared = useGraph((state) => state.compared);
  const isComparing = useGraph((state) => state.isComparing);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const at = String(form.get("at") ?? "").trim();
    const text = String(form.get("text") ?? "");
    void compareWith({ ...(at === "" ? {} : { at }), ...(text.trim() === "" ? {} : { text }) });
  };
  return (
    <details className="compare">
      <summary>Compare with another run</summary>
      <form onSubmit={onSubmit}>
        <label>
          <span>Another input</span>
          <input
            name="at"
            className="text-field"
            placeholder={explored.at?.text ?? ""}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <label>
          <span>Another edition of the program</span>
          <textarea
            name="text"
            className="text-field"
            rows={4}
            placeholder="paste it here; empty: the same"
            spellCheck={false}
          />
        </label>
        <button type="submit" className="button line small" disabled={isComparing}>
          {isComparing ? "running …" : "Compare"}
        </button>{" "}
        {compared !== undefined && (
          <button type="button" className="button small" onClick={endComparison}>
            End
          </button>
        )}
      </form>
      <div role="status">
        <ul className="comparison">
          {compared !== undefined &&
            comparisonLines(explored, compared).map(({ key, words, go }) => (
              <li key={key}>
                {words}{" "}
                {go !== undefined && (
                  <button type="button" className="link" onClick={() => pin(go)}>
                    Show #{go}
                  </button>
                )}
              </li>
            ))}
        </ul>
      </div>
    </details>
  );
}
