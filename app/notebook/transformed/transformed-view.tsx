// The program after the transformation of the chosen stage, behind a disclosure.
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { stageOfCell } from "../../program/model/run.ts";
import type { TransformedViewProps } from "./transformed-opened.tsx";

const TransformedOpened = lazy(() => import("./transformed-opened.tsx"));

/** Shows the transformed program behind a disclosure; it is made when that is opened. Nothing where the compiled engine runs. */
export function TransformedView({ cell, check }: TransformedViewProps) {
  const [isOpen, setOpen] = useState(false);
  const stage = stageOfCell(cell);
  return (
    <details className="transformed" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Trans>
          The program after <code translate="no">{stage}</code>
        </Trans>
      </summary>
      {isOpen && (
        <Suspense>
          <TransformedOpened cell={cell} check={check} />
        </Suspense>
      )}
    </details>
  );
}
