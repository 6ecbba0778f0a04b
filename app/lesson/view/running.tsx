// In the place of what a run will show.
import { t } from "@lingui/core/macro";

interface RunningProps {
  /** Why there will be nothing, where the run did not end by itself. */
  readonly failure?: string | undefined;
}

/** Says that a program runs, or why it did not end. */
export function Running({ failure }: RunningProps) {
  return (
    <p className="note" aria-busy={failure === undefined}>
      {failure ?? t`Running the program …`}
    </p>
  );
}
