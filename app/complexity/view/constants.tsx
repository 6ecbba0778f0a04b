// The constant of the papers' bound: its value for this program, and over the examples.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { EXAMPLES } from "../../document/examples.ts";
import { Terms } from "../../help/term.tsx";
import { Icon } from "../../ui/icon.tsx";
import { sized } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import { CONSTANT_STAGES, type Constant, constantOf, labCurves, largestConstant } from "../model/lab.ts";
import { labClient, type Subject, useLab } from "../state.ts";

interface ConstantsProps {
  readonly subjects: readonly Subject[];
  readonly ns: readonly number[];
}

/** The largest constant of a stage over the examples, and of which one. */
interface OverExamples extends Constant {
  readonly title: string;
}

type Found = Readonly<Record<string, OverExamples>>;

export function Constants({ subjects, ns }: ConstantsProps) {
  const state = useLab(useShallow(({ curves: known, foretold }) => ({ curves: known, foretold })));
  const [found, setFound] = useState<Found>({});
  const [done, setDone] = useState<number>();
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  const overExamples = async (): Promise<void> => {
    const mine = ++turn.current;
    let most: Found = {};
    for (const [index, { title, text }] of EXAMPLES.entries()) {
      setDone(index);
      for (const stage of CONSTANT_STAGES) {
        const ask = {
          text,
          above: [],
          entry: undefined,
          at: undefined,
          cotangent: undefined,
          n: undefined,
          stage,
          steps: 5_000_000,
        };
        const measured = await labClient.measure(ask, () => undefined).answer;
        if (turn.current !== mine) return;
        const constant = measured?.row?.counters && constantOf(measured.row.counters, measured.size);
        if (constant == null || (most[stage] !== undefined && most[stage].c >= constant)) continue;
        most = { ...most, [stage]: { c: constant, n: 0, title } };
        setFound(most);
      }
    }
    setDone(undefined);
  };
  const stop = (): void => {
    turn.current++;
    setDone(undefined);
  };
  const curves = labCurves({ ...state, subjects, ns, stages: CONSTANT_STAGES });
  const rows = CONSTANT_STAGES.map((stage) => ({
    stage,
    own: largestConstant(
      curves.filter((one) => one.stage === stage && one.subject === 0).flatMap(({ curve }) => curve.runs),
    ),
    all: found[stage],
  })).filter(({ own, all }) => own !== undefined || all !== undefined);
  const stages = CONSTANT_STAGES.join(", ");
  return (
    <section className="lab-constants">
      <h2>{t`One constant for all n`}</h2>
      <p className="lab-prose">
        <Trans>
          From <code translate="no">mutable</code> on, cost(gradient) ≤ c · (cost(primal) + size(result) + size(input)),
          sizes as trees. The largest c:
        </Trans>
      </p>
      {rows.length === 0 ? (
        <p className="note">{t`Choose one of ${stages} to see it for this program.`}</p>
      ) : (
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
      )}
      {done === undefined ? (
        <button type="button" className="button line small" onClick={() => void overExamples()}>
          <Icon name="play" /> {t`Over all examples`}
        </button>
      ) : (
        <p className="lab-progress">
          <progress value={done} max={EXAMPLES.length} aria-label={t`Measured examples`} />
          <button type="button" className="button line small" onClick={stop}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        </p>
      )}
    </section>
  );
}

function Own({ constant, n }: { readonly constant: string; readonly n: string }) {
  return (
    <Trans>
      <b>{constant}</b> <span className="note">at n = {n}</span>
    </Trans>
  );
}
