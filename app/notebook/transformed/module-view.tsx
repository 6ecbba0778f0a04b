// The program and its gradient as a JavaScript module, behind a disclosure.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import type { ModuleViewProps } from "./module-opened.tsx";

const ModuleOpened = lazy(() => import("./module-opened.tsx"));

/** Shows the module behind a disclosure; it is made when that is opened. */
export function ModuleView({ cell, check }: ModuleViewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="transformed" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`The gradient as a JavaScript module`}</summary>
      {isOpen && (
        <Suspense>
          <ModuleOpened cell={cell} check={check} />
        </Suspense>
      )}
    </details>
  );
}
