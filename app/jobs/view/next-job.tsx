// The reader chooses which of the ready jobs runs next, one after the other; in the end the gradient of that order is beside that of a
// sequential run.
import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { readVariations, variationsText } from "../../../engine/session/input/variations.ts";
import { useQuestion } from "../../client/question.ts";
import { addressOf } from "../../document/address.ts";
import type { CellId } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { triedWords } from "../../exploration/model/tried-words.ts";
import { openDebugger } from "../../exploration/state/debugger-choice.ts";
import { exploreRequestOf } from "../../exploration/state/request.ts";
import { JOBS_STAGE, orderTried } from "../../exploration/state/trying.ts";
import { Terms } from "../../help/term.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { Icon } from "../../ui/icon.tsx";
import { isWhole, nextJobs } from "../model/interleaving.ts";
import type { JobsRun } from "../model/run.ts";
import { orderWords, readyName } from "../model/words.ts";
import { beginOrder, runNext, runTheRest, takeBack, useJobs } from "../state.ts";

/** Most jobs as buttons: further ready ones appear when these have run. */
const MOST_READY = 18;
/** Jobs of an order that a document keeps. */
const MOST_KEPT = 2000;

interface NextJobProps extends LookProps {
  readonly run: JobsRun;
}

/** Shows the jobs that can run next as buttons; when one is gone after a press, the focus moves to the next button. */
export function NextJob({ cell, run }: NextJobProps) {
  const order = useJobs((state) => state.order);
  const { pass, ready } = nextJobs(run, order);
  const list = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // the button that was pressed may be gone: another one has the focus
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("button:enabled")?.focus();
    hadFocus.current = false;
  });
  const all = isWhole(run, order);
  const more = ready.length - MOST_READY;
  const isEmpty = order.forward.length === 0;
  const hold = (change: () => void) => () => {
    hadFocus.current = true;
    change();
  };
  return (
    <section className="jobs-next" aria-label={t`Which job runs next`} ref={list}>
      <p className="jobs-sentence" role="status">
        <Terms text={orderWords(run, order)} />
      </p>
      {ready.length > 0 && (
        <ul className="jobs-ready" aria-label={t`Ready jobs`}>
          {ready.slice(0, MOST_READY).map((id) => {
            const name = readyName(run, pass, id);
            return (
              <li key={`${pass} ${id}`}>
                <button
                  type="button"
                  className="button line"
                  aria-label={t`Run ${name}`}
                  onClick={hold(() => runNext(id))}
                >
                  {name}
                </button>
              </li>
            );
          })}
          {more > 0 && <li>{plural(more, { one: `and ${more} more`, other: `and ${more} more` })}</li>}
        </ul>
      )}
      <div className="jobs-order-keys">
        <button type="button" className="button line small" disabled={isEmpty} onClick={hold(takeBack)}>
          <Icon name="previous" /> {t`Take back`}
        </button>
        <button type="button" className="button line small" disabled={all} onClick={hold(runTheRest)}>
          <Icon name="next" /> {t`The rest in order`}
        </button>
        <button type="button" className="button line small" disabled={isEmpty} onClick={hold(beginOrder)}>
          {t`Begin again`}
        </button>
      </div>
      {all && <Outcome cell={cell} />}
    </section>
  );
}

/** Opens the explorer on the run in this order, event by event: the film of a run shows scalars in the order of the program. */
function exploreInOrder(id: CellId, variations: string): void {
  setAsk(id, { variations });
  openDebugger(true);
  location.hash = addressOf("explorer", id, { stages: [JOBS_STAGE], lead: JOBS_STAGE, step: 0, pick: undefined });
}

/** Result of the order. */
function Outcome({ cell }: LookProps) {
  const order = useJobs((state) => state.order);
  const asked = useQuestion(orderTried, { subject: exploreRequestOf(cell), order });
  const { question, current: tried, isBusy } = asked;
  const variations = readVariations(cell.ask.variations);
  const mine = variationsText({ ...variations, schedule: order });
  const canKeep = order.forward.length + order.reverse.length <= MOST_KEPT && cell.ask.variations !== mine;
  return (
    <div role="status">
      {isBusy && <p>{t`The gradient is computed in this order, and in that of one worker.`}</p>}
      {!isBusy && question !== undefined && tried === undefined && <p>{t`A run ended early.`}</p>}
      {tried !== undefined &&
        triedWords(tried).map((sentence) => (
          <p key={sentence}>
            <Terms text={sentence} />
          </p>
        ))}
      {tried !== undefined && canKeep && (
        <button type="button" className="button line small" onClick={() => exploreInOrder(cell.id, mine)}>
          {t`Explore it in this order`}
        </button>
      )}
    </div>
  );
}
