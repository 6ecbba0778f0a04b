// Another run beside a cell's result, until the reader closes it.
import { t } from "@lingui/core/macro";
import type { ProgramCell } from "../../document/document.ts";
import { goTo } from "../../editor/registry.ts";
import { comparison } from "../../exploration/comparison/comparison.ts";
import { ComparisonView } from "../../exploration/comparison/comparison-view.tsx";

interface ComparisonPartProps {
  readonly cell: ProgramCell;
  onClose(): void;
}

/** Compares a cell's run with another one; its places lead to the editors. */
export function ComparisonPart({ cell, onClose }: ComparisonPartProps) {
  const onEnd = (): void => {
    comparison.forget();
    onClose();
  };
  return (
    <section className="result-comparison" aria-label={t`Comparison with another run`}>
      <ComparisonView cell={cell} onGo={goTo} />
      <button type="button" className="link" onClick={onEnd}>{t`Close the comparison`}</button>
    </section>
  );
}
