// The way from the film of a run to the debugger.
import { t } from "@lingui/core/macro";

/** The way from the film of a run to the debugger. */
export function DebuggerButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="button line small"
      data-part="debugger"
      title={t`Every event, with the code of each stage, counters and breakpoints`}
      onClick={onClick}
    >
      {t`Debugger`}
    </button>
  );
}
