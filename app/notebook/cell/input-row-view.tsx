// The row under the code: the entry, its input, the cotangent, and the stage.
import { t } from "@lingui/core/macro";
import { lazy, memo, type ReactNode, Suspense, useId } from "react";
import { COMPILED } from "../../../engine/algorithms/algorithm.ts";
import { mayFork } from "../../../engine/syntax/keywords.ts";
import type { ProgramCell } from "../../document/document.ts";
import { headerOf, ownOf } from "../../document/header.ts";
import { setAsk } from "../../document/state/changing.ts";
import { inputRow, type Option, settingsFor } from "../../program/model/input-row.ts";
import { fieldMistakes } from "../../program/model/outcome.ts";
import type { CellCheck, CellRun } from "../../program/model/run.ts";
import { useFreshness } from "../../program/state/running.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ExpressionField } from "./late-editors.tsx";

// neither is there at a first visit: few programs have jobs, and the compiled engine has no variations
const VariationsMenu = lazy(async () => ({
  default: (await import("../../program/view/variations-menu.tsx")).VariationsMenu,
}));
const ThreadsMenu = lazy(() => import("../../program/view/threads-menu.tsx"));

interface InputRowProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
}

/** Shows the entry, its input, the cotangent, and the stage. */
export function InputRowView({ cell, check, run }: InputRowProps) {
  const row = inputRow(cell, check?.checked);
  const attempt = run.notBegun ?? run.result;
  const freshness = useFreshness(attempt, cell);
  const isDeep = useIsDeep("program");
  const { id, ask } = cell;
  return (
    <div className="input-row">
      <div className="input-left">
        <Select
          label={t({ message: "Function", comment: "label of a field: the definition to differentiate" })}
          name={t`Function to differentiate`}
          value={row.entry}
          options={row.entries}
          onChange={(entry) => setAsk(id, { entry: entry === row.entryByDefault ? "" : entry })}
        />
        <SweepField cell={cell} />
      </div>
      <ExpressionField
        cell={id}
        field="at"
        label={t({ message: "Input", comment: "label of a field: the input that the gradient is taken at" })}
        name={t`Input. If empty, the one in the header`}
        ask={ask}
        placeholder={row.atPlaceholder}
        own={ownOf(cell.text, "at", ask.at)}
        diagnostics={fieldMistakes(attempt, freshness, "<at>")}
      />
      {(isDeep || row.stage !== COMPILED || ask.variations !== "") && (
        <Select
          label={t({ message: "Method", comment: "label of a field: what computes the gradient" })}
          name={t`Method: the compiled engine, or a stage of the algorithm`}
          value={row.method}
          options={row.methods}
          onChange={(method) => setAsk(id, settingsFor(cell, method))}
        >
          <Suspense>
            {(row.stage !== COMPILED || cell.ask.variations !== "") && (
              <VariationsMenu cell={cell} stages={[row.stage]} />
            )}
            {row.stage === COMPILED && mayFork(cell.text) && <ThreadsMenu run={run} />}
          </Suspense>
        </Select>
      )}
      {(isDeep || ask.cotangent !== "" || headerOf(cell.text).cotangent !== undefined) && (
        <ExpressionField
          cell={id}
          field="cotangent"
          label={t({ message: "Seed", comment: "label of a field: the cotangent of the result" })}
          name={t`Seed: the cotangent of the result. If empty, the one in the header, or 1 at every Real`}
          ask={ask}
          placeholder={row.cotangentPlaceholder}
          own={ownOf(cell.text, "cotangent", ask.cotangent)}
          diagnostics={fieldMistakes(attempt, freshness, "<cotangent>")}
        />
      )}
      <More part="program" />
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** Parts of the choice, beside it. */
  readonly children?: ReactNode;
  onChange(value: string): void;
}

function Select({ label, name, value, options, children, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="field select">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="select-box">
        <select
          id={id}
          aria-label={name}
          title={options.find((option) => option.value === value)?.title}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <Options options={options} />
        </select>
        <Icon name="down" />
      </span>
      {children}
    </div>
  );
}

/** There may be hundreds, and they change with the check, not with every key. */
const Options = memo(function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ value, label, title, disabled }) => (
    <option key={value} value={value} disabled={disabled} title={title} translate="no">
      {label}
    </option>
  ));
});
