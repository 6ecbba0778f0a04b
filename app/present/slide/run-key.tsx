// The way to run a program that has not run yet, on its slide: a button, and the key that presses it.
import { t } from "@lingui/core/macro";
import { runForeign } from "../../program/state/running.ts";

/** Says that a program from a link or a file has not run yet, with the button that runs all of them. */
export function RunKey() {
  return (
    <div className="slide-note">
      <p>{t`This program came from a link or a file and has not run yet.`}</p>
      <button type="button" className="button line run-all" onClick={() => runForeign()}>
        {t`Run all programs`}
      </button>
    </div>
  );
}
