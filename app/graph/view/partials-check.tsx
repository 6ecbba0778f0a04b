// All partials of the run beside finite differences, so that a wrong `by` is found without looking for it.
import { plural, t } from "@lingui/core/macro";
import type { PartialsChecked } from "../../../engine/explore/differences.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { numbered } from "../../exploration/model/scalar.ts";
import { checkLine } from "../../exploration/model/why.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { Icon } from "../../ui/icon.tsx";
import { countedMore } from "../../words/counts.ts";
import { checkPartials, useGraphOf } from "../state.ts";

const MOST_LISTED = 20;

/** Shows a button that compares all partials with finite differences; and those that are wrong, at a kink, or have nothing to compare with. */
export function PartialsCheck({ explored }: { readonly explored: Explored }) {
  const { graph } = explored;
  const checked = useGraphOf(explored, (state) => state.checked);
  return (
    <div className="differences all">
      <button type="button" className="button line small" onClick={() => void checkPartials()}>
        {t`Compare all partials with finite differences`}
      </button>
      <div role="status">
        {checked !== undefined && (
          <ul>
            <li>
              {isWhole(checked) && <Icon name="tick" />} {extentWords(checked)}
            </li>
            {[...checked.wrong, ...checked.kinks, ...checked.unsettled].slice(0, MOST_LISTED).map((check) => (
              <li key={check.edge} className={check.agrees === false ? "wrong" : undefined}>
                <Icon name={check.agrees === false ? "cross" : "question"} />{" "}
                <button type="button" className="link" translate="no" onClick={() => pin(check.user)}>
                  {numbered(graph, check.user)}
                </button>{" "}
                {checkLine(graph, check).words}
              </li>
            ))}
            {listed(checked) > MOST_LISTED && <li>{countedMore(listed(checked) - MOST_LISTED)}</li>}
          </ul>
        )}
      </div>
    </div>
  );
}

/** How many partials are listed. */
function listed({ wrong, kinks, unsettled }: PartialsChecked): number {
  return wrong.length + kinks.length + unsettled.length;
}

/** Whether every operation was compared, and agrees. */
function isWhole(checked: PartialsChecked): boolean {
  return checked.compared === checked.of && listed(checked) === 0;
}

/** How many operations were compared, and how that came out. */
function extentWords(checked: PartialsChecked): string {
  const { compared, of, wrong } = checked;
  const partials = wrong.length;
  if (isWhole(checked)) return plural(of, { one: `the one operation agrees`, other: `all # operations agree` });
  const extent =
    compared === of
      ? plural(of, { one: `the one operation was compared`, other: `all # operations were compared` })
      : t`${compared} of ${of} operations were compared, chosen by value`;
  const found = plural(partials, { one: `# partial is wrong`, other: `# partials are wrong` });
  return t`${extent}: ${found}`;
}
