// Two jobs that add to the same cells: the reader is the clock, and decides which of them takes the next step.
import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";
import { Icon } from "../../../ui/icon.tsx";
import { keyed } from "../../../ui/keyed.ts";
import { grouped } from "../../../words/numbers.ts";
import { gradientText } from "../../model/gradient-text.ts";
import {
  type Addition,
  begin,
  gradientAfter,
  type Hand,
  type Hands,
  handsOf,
  isDone,
  outcomes,
  pairsOf,
  type Standing,
  type Step,
  stepped,
} from "../../model/hands.ts";

const BOTH = [0, 1] as const;

/** Pairs of jobs that are offered at most. */
const MOST_PAIRS = 12;

/** Shows two jobs and their cells; the reader chooses which of them does its next step. */
export function HandsView({ glimpse }: { readonly glimpse: Glimpse }) {
  const pairs = useMemo(() => pairsOf(glimpse).slice(0, MOST_PAIRS), [glimpse]);
  const [chosen, choose] = useState(0);
  const [isAtomic, setAtomic] = useState(true);
  const pair = pairs[chosen];
  if (pair === undefined)
    return (
      <p className="note">
        {t`In this run, no two jobs that can run at the same time add to the same scalar. Write |*| between two parts that use the same scalar.`}
      </p>
    );
  return (
    <div className="hands">
      <fieldset className="hands-how">
        <legend>{t`An addition is`}</legend>
        <label>
          <input type="radio" checked={isAtomic} onChange={() => setAtomic(true)} />{" "}
          {t`one step: no other job can interrupt`}
        </label>
        <label>
          <input type="radio" checked={!isAtomic} onChange={() => setAtomic(false)} />{" "}
          {t`two steps: read, then write (broken on purpose)`}
        </label>
      </fieldset>
      {pairs.length > 1 && (
        <label className="hands-pair">
          {t`Jobs`}{" "}
          <select value={chosen} onChange={({ target }) => choose(Number(target.value))}>
            {pairs.map(([a, b], index) => {
              const [first, second] = [nth(glimpse.jobs, a).name, nth(glimpse.jobs, b).name];
              return (
                <option key={`${first} ${second}`} value={index}>
                  {t`${first} and ${second}`}
                </option>
              );
            })}
          </select>
        </label>
      )}
      <TwoHands key={`${chosen} ${isAtomic}`} glimpse={glimpse} hands={handsOf(glimpse, pair)} isAtomic={isAtomic} />
    </div>
  );
}

interface TwoHandsProps {
  readonly glimpse: Glimpse;
  readonly hands: Hands;
  readonly isAtomic: boolean;
}

interface Taken {
  readonly standing: Standing;
  readonly step: Step | undefined;
}

function TwoHands({ glimpse, hands, isAtomic }: TwoHandsProps) {
  const [taken, setTaken] = useState<readonly Taken[]>([{ standing: begin(hands), step: undefined }]);
  const { standing, step } = lastOf(taken);
  const nameOf = (number: number): string => nth(glimpse.nodes, number).name;
  const both = useRef<HTMLDivElement>(null);
  const take = (hand: Hand): void => {
    const next = stepped(hands, standing, hand, isAtomic);
    if (next === undefined) return;
    hadFocus.current = true;
    setTaken([...taken, next]);
  };
  // the button of a job that is done is none any more: the other one has the focus
  const hadFocus = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement?.matches(":disabled") === true;
    if (hadFocus.current && isLost) both.current?.querySelector<HTMLElement>(".hands-one button:enabled")?.focus();
    hadFocus.current = false;
  });
  return (
    <>
      <div className="hands-both" ref={both}>
        {BOTH.map((hand) => (
          <OneHand
            key={hand}
            hand={hand}
            hands={hands}
            at={standing}
            nameOf={nameOf}
            isAtomic={isAtomic}
            onStep={take}
          />
        ))}
        <Cells hands={hands} standing={standing} step={step} nameOf={nameOf} />
      </div>
      <p className="hands-said" role="status">
        {step === undefined ? t`Which of the two takes a step first?` : stepWords(step, hands, nameOf)}
      </p>
      {isDone(hands, standing) && <Outcome glimpse={glimpse} hands={hands} standing={standing} />}
      <p className="hands-acts">
        <button
          type="button"
          className="button line small"
          disabled={taken.length === 1}
          onClick={() => setTaken(taken.slice(0, -1))}
        >
          <Icon name="previous" /> {t`Take back`}
        </button>
        <button
          type="button"
          className="button line small"
          disabled={taken.length === 1}
          onClick={() => setTaken(taken.slice(0, 1))}
        >
          {t`Begin again`}
        </button>
      </p>
      <AllOrders glimpse={glimpse} hands={hands} isAtomic={isAtomic} />
    </>
  );
}

interface OneHandProps {
  readonly hand: Hand;
  readonly hands: Hands;
  readonly at: Standing;
  readonly isAtomic: boolean;
  nameOf(number: number): string;
  onStep(hand: Hand): void;
}

function OneHand({ hand, hands, at, isAtomic, nameOf, onStep }: OneHandProps) {
  const { names, additions } = hands;
  const name = names[hand];
  const [done, held] = [at.done[hand], at.held[hand]];
  const next = additions[hand][done];
  return (
    <section className="hands-one" aria-label={t`Job ${name}`}>
      <p className="hands-title" translate="no">
        {name}
      </p>
      <ol>
        {keyed(additions[hand]).map(({ key, item: addition }) => (
          <li key={key} data-state={key < done ? "done" : key === done ? "next" : undefined}>
            <span translate="no">{additionText(addition, at, nameOf)}</span>
            {key < done && <Icon name="tick" />}
            {key === done && held !== undefined && <span className="hands-held">{heldWords(shortReal(held))}</span>}
          </li>
        ))}
      </ol>
      <button type="button" className="button solid" disabled={next === undefined} onClick={() => onStep(hand)}>
        {next === undefined ? t`${name} is done` : buttonWords(name, nameOf(next.to), isAtomic, held !== undefined)}
      </button>
    </section>
  );
}

function heldWords(read: string): string {
  return t`has read ${read}`;
}

function buttonWords(job: string, cell: string, isAtomic: boolean, isHeld: boolean): string {
  if (isAtomic) return t`${job}: add to ${cell}`;
  return isHeld ? t`${job}: write ${cell}` : t`${job}: read ${cell}`;
}

/** "x += 3": the addition; open where the cotangent that is sent is not whole yet. */
function additionText(
  { from, to, partial }: Addition,
  { cells }: Standing,
  nameOf: (number: number) => string,
): string {
  const cotangent = cells[from];
  const amount = cotangent === undefined ? "?" : shortReal(partial * cotangent);
  return `${nameOf(to)} += ${amount.replace(/^-/, "−")}`;
}

interface CellsProps {
  readonly hands: Hands;
  readonly standing: Standing;
  readonly step: Step | undefined;
  nameOf(number: number): string;
}

/** The cells to which both add, with their values, and below them those of one job alone. */
function Cells({ hands: { shared, own }, standing, step, nameOf }: CellsProps) {
  return (
    <section className="hands-cells" aria-label={t`Cells`}>
      {[...shared, ...own].map((number) => {
        const isTouched = step?.addition.to === number;
        return (
          <p
            key={number}
            className={[isTouched ? "touched" : "", own.includes(number) ? "own" : ""].join(" ").trim()}
            data-lost={(isTouched && step.lost !== 0) || undefined}
          >
            <b translate="no">{nameOf(number)}</b>
            <span translate="no">{shortReal(standing.cells[number] ?? 0)}</span>
          </p>
        );
      })}
    </section>
  );
}

function stepWords(
  { hand, addition, tag, read, now, lost }: Step,
  { names }: Hands,
  nameOf: (n: number) => string,
): string {
  const [job, other, cell] = [names[hand], names[hand === 0 ? 1 : 0], nameOf(addition.to)];
  const [before, after, gone] = [read, now, lost].map((one) => shortReal(one));
  if (tag === "read") return t`${job} reads ${cell}: ${before}.`;
  if (lost !== 0)
    return t`${job} writes ${after} into ${cell}. What ${other} added since it was read is lost: ${gone}.`;
  return tag === "written"
    ? t`${job} writes ${after} into ${cell}, overwriting ${before}.`
    : t`${job} adds to ${cell}: ${before} becomes ${after}.`;
}

interface OutcomeProps {
  readonly glimpse: Glimpse;
  readonly hands: Hands;
  readonly standing: Standing;
}

function Outcome({ glimpse, hands, standing }: OutcomeProps) {
  const found = gradientText(gradientAfter(glimpse, hands, standing));
  const right = gradientText(gradientAfter(glimpse, hands, oneAfterTheOther(hands)));
  return (
    <p className="hands-outcome" role="status">
      {found === right ? (
        <>
          <Icon name="tick" /> {t`Both are done. The gradient is ${found}.`}
        </>
      ) : (
        <>
          <Icon name="cross" /> {t`Both are done. The gradient is ${found}, and should be ${right}.`}
        </>
      )}
    </p>
  );
}

/** The state after both, one after the other. */
function oneAfterTheOther(hands: Hands): Standing {
  let standing = begin(hands);
  for (const hand of BOTH)
    for (
      let next = stepped(hands, standing, hand, true);
      next !== undefined;
      next = stepped(hands, standing, hand, true)
    )
      standing = next.standing;
  return standing;
}

/** The results of all orders, on demand: not shown before trying. */
function AllOrders({ glimpse, hands, isAtomic }: TwoHandsProps) {
  const [isOpen, setOpen] = useState(false);
  const all = useMemo(
    () => (isOpen ? outcomes(glimpse, hands, isAtomic, gradientText) : undefined),
    [isOpen, glimpse, hands, isAtomic],
  );
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t`All orders`}</summary>
      {isOpen && all === undefined && <p>{t`There are too many orders to try them all.`}</p>}
      {all !== undefined && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t`gradient`}</th>
              <th scope="col">{t`in how many orders`}</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ gradient, orders }) => (
              <tr key={gradient}>
                <td translate="no">{gradient}</td>
                <td>{ordersText(orders)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function ordersText(orders: bigint): string {
  const count = orders < 1_000_000n ? grouped(Number(orders)) : `10^${String(orders).length - 1}`;
  return orders < 1_000_000n
    ? plural(Number(orders), { one: "1 order", other: `${count} orders` })
    : t`more than ${count} orders`;
}
