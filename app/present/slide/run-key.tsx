// What stands on a slide in the place of a run that nobody has asked for.
import { t } from "@lingui/core/macro";

export function RunKey() {
  return (
    <p className="slide-note">{t`This program came from a link or a file and has not run yet. Press R to run it.`}</p>
  );
}
