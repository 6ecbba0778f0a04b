// The proof beside a gradient: what forward-mode AD and finite differences say.
import type { Checks } from "../../engine/session/checks.ts";
import { Icon } from "../components/icon.tsx";
import { PowerOfTen } from "../components/rich-text.tsx";
import { checkViews } from "../view-models/agreement.ts";

const ICONS = { agrees: "tick", differs: "cross", unknown: "question" } as const;
const WORDS = { agrees: "agrees with", differs: "differs from", unknown: "not compared with" } as const;

export function ChecksView({ checks }: { readonly checks: Checks }) {
  return (
    <ul className="checks" aria-label="Checks of the gradient">
      {checkViews(checks).map(({ label, verdict, before, difference, after }) => (
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
