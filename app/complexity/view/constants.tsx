// The constant of the bound: its value for this program, and over the examples.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { LINEAR_FACTOR } from "../../../engine/algorithms/algorithm.ts";
import { useAnswer, useAsked } from "../../client/question.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { Terms } from "../../help/term.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { Icon } from "../../ui/icon.tsx";
import { sized } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import type { Subject } from "../model/curves.ts";
import { CONSTANT_BOUND, CONSTANT_STAGES, labCurves, largestConstant } from "../model/lab.ts";
import { curvesOverN, NO_CURVES } from "../state/curves.ts";
import { LAB, useLab } from "../state/lab.ts";
import { constantsOverExamples, type LargestConstants } from "../state/measurements.ts";

interface ConstantsProps {
  readonly subjects: readonly Subject[];
  readonly ns: readonly number[];
}

/** Shows the constant of the bound for this program and over the examples. */
export function Constants({ subjects, ns }: ConstantsProps) {
  const { answer: { found, done } = { found: {}, done: 0 }, isBusy } = useAsked(constantsOverExamples);
  useEffect(() => () => constantsOverExamples.stop(), []);
  const rows = useConstants(subjects, ns, found);
  const stages = CONSTANT_STAGES.join(", ");
  const chosen = useLab((state) => state.stages)
    .filter((stage) => CONSTANT_STAGES.includes(stage))
    .join(", ");
  const bound = CONSTANT_BOUND;
  const { factor, condition } = LINEAR_FACTOR;
  const isDeep = useIsDeep("complexity");
  return (
    <section className="lab-constants">
      <h2>{t`One constant for all n`}</h2>
      <p className="lab-prose">
        <Trans>
          Stages with the bound {bound} have cost(gradient) ≤ c · (cost(primal) + size(result) + size(input)), with one
          number c for all inputs; cost means counted steps. The largest c:
        </Trans>
      </p>
      {isDeep && (
        <p className="note">
          <Trans>
            Sizes are those of trees. c is at most {factor}{" "}
            <span lang="en" translate="no">
              {condition}
            </span>
            .
          </Trans>
        </p>
      )}
      {rows.length === 0 ? (
        <p className="note">
          {chosen === ""
            ? t`Choose one of ${stages} to see it for this program.`
            : t`No run of ${chosen} has come to its end.`}
        </p>
      ) : (
        <Rows rows={rows} />
      )}
      {!isBusy ? (
        <button type="button" className="button line small" onClick={() => void constantsOverExamples.ask({})}>
          <Icon name="play" /> {t`Over all examples`}
        </button>
      ) : (
        <p className="lab-progress">
          <progress value={done} max={EXAMPLES.length} aria-label={t`Measured examples`} />
          <button type="button" className="button line small" onClick={() => constantsOverExamples.stop()}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        </p>
      )}
    </section>
  );
}

/** The largest constants by stage: of this program, and over the examples where these were measured. */
function useConstants(subjects: readonly Subject[], ns: readonly number[], found: LargestConstants["found"]) {
  const curves = labCurves({ ...(useAnswer(curvesOverN, LAB) ?? NO_CURVES), subjects, ns, stages: CONSTANT_STAGES });
  return CONSTANT_STAGES.map((stage) => ({
    stage,
    own: largestConstant(
      curves.filter((one) => one.stage === stage && one.subject === 0).flatMap(({ curve }) => curve.runs),
    ),
    all: found[stage],
  })).filter(({ own, all }) => own !== undefined || all !== undefined);
}

function Rows({ rows }: { readonly rows: ReturnType<typeof useConstants> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <Terms text={t`stage`} />
          </th>
          <th scope="col">{t`this program`}</th>
          <th scope="col">{t`the examples`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ stage, own, all }) => (
          <tr key={stage}>
            <th scope="row" translate="no">
              {stage}
            </th>
            <td>{own === undefined ? "" : <Own constant={sized(own.c)} n={grouped(own.n)} />}</td>
            <td>
              {all === undefined ? (
                ""
              ) : (
                <>
                  <b>{sized(all.c)}</b>{" "}
                  <span className="note" lang="en">
                    {all.title}
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Own({ constant, n }: { readonly constant: string; readonly n: string }) {
  return (
    <Trans>
      <b>{constant}</b> <span className="note">at n = {n}</span>
    </Trans>
  );
}
