// All partials of the run beside finite differences, so that a wrong `by` is found without looking for it.
import "../locale.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Explored } from "../../../engine/session/exploration/exploration.ts";
import { numbered } from "../../exploration/model/scalar.ts";
import { checkLine } from "../../exploration/model/why.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { Icon } from "../../ui/icon.tsx";
import { countedPartials } from "../../words/counts.ts";
import { checkPartials, useGraphOf } from "../state.ts";

const MOST_LISTED = 20;

/** Shows a button that compares all partials with finite differences, and those that are wrong or unsettled. */
export function PartialsCheck({ explored }: { readonly explored: Explored }) {
  const { graph } = explored;
  const checked = useGraphOf(explored, (state) => state.checked);
  const wrong = checked?.wrong;
  const first = checked?.unsettled[0];
  const partials = countedPartials(checked?.unsettled.length ?? 0);
  const name = first === undefined ? "" : numbered(graph, first.user);
  return (
    <div className="differences all">
      <button type="button" className="button line small" onClick={() => void checkPartials()}>
        {t`Compare all partials with finite differences`}
      </button>
      <div role="status">
        <ul>
          {checked !== undefined && checked.wrong.length === 0 && (
            <li>
              <Icon name="tick" /> {t`every operation that could be compared agrees`}
            </li>
          )}
          {first !== undefined && (
            <li>
              <Icon name="question" />{" "}
              <Trans>
                {partials} could not be compared, the first at{" "}
                <button type="button" className="link" translate="no" onClick={() => pin(first.user)}>
                  {name}
                </button>
                : differences do not converge there
              </Trans>
            </li>
          )}
          {wrong?.slice(0, MOST_LISTED).map((check) => (
            <li key={check.edge} className="wrong">
              <Icon name="cross" />{" "}
              <button type="button" className="link" translate="no" onClick={() => pin(check.user)}>
                {numbered(graph, check.user)}
              </button>{" "}
              {checkLine(graph, check).words}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
