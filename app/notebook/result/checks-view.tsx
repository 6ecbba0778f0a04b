// The proof beside a gradient: by forward-mode AD and finite differences.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Checks } from "../../../engine/derive/checks.ts";
import { Terms } from "../../help/term.tsx";
import { type CheckView, checkViews } from "../../program/model/agreement.ts";
import { Icon } from "../../ui/icon.tsx";

const ICONS = { agrees: "tick", differs: "cross", unknown: "question" } as const;

/** Shows the two checks of a gradient, with a line for each entry that they contradict or could not be compared with. */
export function ChecksView({ checks }: { readonly checks: Checks }) {
  return (
    <ul className="checks" aria-label={t`Checks of the gradient`}>
      {checkViews(checks).map(({ label, verdict, words, lines }) => (
        <li key={label} className={verdict}>
          <Icon name={ICONS[verdict]} />
          <span>
            <Verdict verdict={verdict} label={label} />
          </span>
          <span className="check-words">
            {words}
            {lines.map((line) => (
              <span key={line} className="check-line">
                {line}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The check's name, and for those who do not see the icon its result. */
function Verdict({ verdict, label }: Pick<CheckView, "verdict" | "label">) {
  switch (verdict) {
    case "agrees":
      return (
        <Trans>
          <span className="visually-hidden">agrees with </span>
          <Terms text={label} />
        </Trans>
      );
    case "differs":
      return (
        <Trans>
          <span className="visually-hidden">differs from </span>
          <Terms text={label} />
        </Trans>
      );
    case "unknown":
      return (
        <Trans>
          <span className="visually-hidden">not compared with </span>
          <Terms text={label} />
        </Trans>
      );
  }
}
