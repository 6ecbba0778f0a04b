// The proof beside a gradient: what forward-mode AD and finite differences say.
import type { Checks } from "../../engine/session/checks.ts";
import { Icon } from "../components/icon.tsx";
import { PowerOfTen } from "../components/rich-text.tsx";
import { checkViews } from "../view-models/agreement.ts";

const ICONS = { agrees: "tick", differs: "cross", unknown: "question" } as const;
const WORDS = { agrees: "agrees with", differs: "differs from", unknown: "not compared with" } as const;

interface ChecksProps {
  readonly checks: Checks;
  /** The Reals of the gradient. */
  readonly entries: readonly number[];
}

export function ChecksView({ checks, entries }: ChecksProps) {
  return (
    <ul className="checks" aria-label="Checks of the gradient">
      {checkViews(checks, entries).map(({ label, verdict, before, difference, after }) => (
        <li key={label} className={verdict}>
          <Icon name={ICONS[verdict]} />
          <span>
            <span className="visually-hidden">{WORDS[verdict]} </span>
            {label}
          </span>
          <span className="check-words">
            {before}
            {difference !== undefined && (
              <>
                {" "}
                <PowerOfTen number={difference} /> {after}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
