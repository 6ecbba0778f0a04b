// The forward sweep beside the reverse sweep: which way the input moves, and the two inner products that are one.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { inputCount, tangentSweep } from "../../../engine/graphs/sweeps.ts";
import { scalarName } from "../../exploration/model/scalar.ts";
import { ShareTable } from "../../exploration/view/share-table.tsx";
import { Term, Terms } from "../../help/term.tsx";
import { Icon } from "../../ui/icon.tsx";
import { innerProducts, tangentShares } from "../model/modes.ts";
import { setDirection, useGraphOf } from "../state.ts";

/** Inputs that can be chosen, and moved by numbers of one's own. */
const MOST_INPUTS = 50;

/** Shows the choice of a direction for the input, and its tangents. */
export function TangentSweep({ explored }: { readonly explored: Explored }) {
  const { graph, ended } = explored;
  const direction = useGraphOf(explored, (state) => state.direction);
  const isOwn = useGraphOf(explored, (state) => state.isOwnDirection);
  const choice = direction === undefined ? "none" : isOwn ? "own" : String(direction.indexOf(1));
  const count = inputCount(graph);
  const inputs = Array.from({ length: Math.min(count, MOST_INPUTS) }, (_, input) => input);
  const choose = (next: string): void => {
    if (next === "none") setDirection(undefined);
    else if (next !== "own") setDirection(Array.from({ length: count }, (_, at) => (String(at) === next ? 1 : 0)));
    else setDirection(direction ?? new Array<number>(count).fill(1), true);
  };
  return (
    <details className="compare">
      <summary>{t`Forward sweep: tangents`}</summary>
      <div className="graph-sweep">
        <label>
          <span>{t`The input moves`}</span>
          <select className="text-field" value={choice} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="none">{t({ message: "not at all", comment: "the input moves not at all" })}</option>
            {inputs.map((input) => (
              <AlongOption key={input} graph={graph} input={input} />
            ))}
            <option value="own">{t({ message: "by custom amounts", comment: "the input moves by numbers" })}</option>
          </select>
        </label>
        {isOwn && direction !== undefined && (
          <div className="direction">
            {inputs.map((input) => (
              <label key={input}>
                <span translate="no">{scalarName(graph, input)}</span>
                <input
                  type="number"
                  step="any"
                  className="text-field"
                  defaultValue={direction[input]}
                  onChange={(event) => {
                    const value = event.currentTarget.valueAsNumber;
                    if (Number.isFinite(value))
                      setDirection(
                        direction.map((old, at) => (at === input ? value : old)),
                        true,
                      );
                  }}
                />
              </label>
            ))}
          </div>
        )}
        {isOwn && count > MOST_INPUTS && (
          <p className="note">{t`The inputs after the first ${MOST_INPUTS} move by 1.`}</p>
        )}
        {direction === undefined ? (
          <p className="note">
            <Terms
              text={t`Choose an input to see its tangent go through the graph, beside the cotangents that come back.`}
            />
          </p>
        ) : (
          <p className="note">
            {t`A flag above a node shows its tangent, computed together with the value. Go to the start and play to see the sweep.`}
          </p>
        )}
        {direction !== undefined && ended.tag === "done" && <Products graph={graph} direction={direction} />}
      </div>
    </details>
  );
}

function AlongOption({ graph, input }: { readonly graph: RunGraph; readonly input: number }) {
  const name = scalarName(graph, input);
  return (
    <option value={String(input)}>
      {t({ message: `along ${name}`, comment: "the input moves along one of its numbers" })}
    </option>
  );
}

function Products({ graph, direction }: { readonly graph: RunGraph; readonly direction: readonly number[] }) {
  const { forward, reverse, agree } = innerProducts(graph, direction);
  return (
    <dl className="products">
      <div>
        <dt>
          <span translate="no">⟨ȳ, J ẋ⟩</span> <Terms text={t`tangents of the result, times its cotangents`} />
        </dt>
        <dd>{forward}</dd>
      </div>
      <div>
        <dt>
          <span translate="no">⟨Jᵀ ȳ, ẋ⟩</span> <Terms text={t`cotangents of the input, times how it moves`} />
        </dt>
        <dd>
          {reverse} {agree && <Icon name="tick" />}
          {agree && <span className="visually-hidden">{t`the same number`}</span>}
        </dd>
      </div>
    </dl>
  );
}

interface TangentOfProps {
  readonly explored: Explored;
  readonly direction: readonly number[];
  readonly number: number;
}

/** The addends of a scalar's tangent. */
export function TangentOf({ explored: { graph, customPartials }, direction, number }: TangentOfProps) {
  const swept = tangentSweep(graph, direction);
  const name = scalarName(graph, number);
  const total = shortReal(nth(swept.tangents, number));
  const shares = tangentShares(graph, customPartials, swept, number);
  return (
    <section className="why" aria-label={t`Why does ${name} have tangent ${total}?`}>
      <h3>
        <Trans>
          Why does <i translate="no">{name}</i> have <Term word="tangent">tangent</Term> {total}?
        </Trans>
      </h3>
      {shares.length === 0 ? (
        <p className="note">
          {swept.moves[number] === 1
            ? t`It is an input, and it moves by this much.`
            : t`It depends on nothing that moves.`}
        </p>
      ) : (
        <ShareTable shares={shares} more={0} total={total} />
      )}
    </section>
  );
}
