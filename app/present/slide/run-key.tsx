// The key that runs a program not run yet, on its slide.
import { t } from "@lingui/core/macro";

/** Says that a program from a link or a file has not run yet, and which key runs all of them. */
export function RunKey() {
  return (
    <p className="slide-note">{t`This program came from a link or a file and has not run yet. Press R to run all programs.`}</p>
  );
}
