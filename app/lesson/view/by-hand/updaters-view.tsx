// A reverse pass as a chain of updaters, bead by bead: scrubbed as the run does it, or changed by the reader at any place.
import { plural, t } from "@lingui/core/macro";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";
import { isStill } from "../../../base/motion.ts";
import { Icon } from "../../../ui/icon.tsx";
import { gradientText } from "../../model/gradient-text.ts";
import {
  type Bead,
  type Bench,
  type Brackets,
  beadsOf,
  bracketed,
  type Move,
  type Played,
  repeated,
  type Updater,
  Updaters,
} from "../../model/updaters.ts";

/** Milliseconds between two moves of a pass that plays. */
const BEAT = 1100;

/** Shows the chain of updaters; a bead that is pressed is unfolded. */
export function UpdatersView({ glimpse }: { readonly glimpse: Glimpse }) {
  const updaters = useMemo(() => new Updaters(glimpse), [glimpse]);
  const { asRun, played, place, isPlaying, play, go, act, restore } = usePass(updaters);
  const [brackets, setBrackets] = useState<Brackets>("calls");
  const host = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const now = nth(played, place);
  const { bench } = now;
  const isAtEnd = place === played.length - 1;
  useFlight(host, now, place);
  const nameOf = (number: number): string => nth(glimpse.nodes, number).name;
  const change = (move: Move): void => {
    act(move);
    // the pressed bead is gone
    slider.current?.focus();
  };
  const usualCalls = lastOf(asRun).bench.calls;
  return (
    <div className="updaters" ref={host}>
      <Chain
        chain={bracketed(bench.chain, brackets)}
        nameOf={nameOf}
        onUnfold={(bead) => (updaters.canUnfold(bead) ? () => change({ tag: "unfold", key: bead.key }) : undefined)}
      />
      <div className="updaters-below">
        <Kept title={t`Calls that wait`} kept={bench.waiting} now={now} nameOf={nameOf} isGradient={false} />
        <Kept title={t`The gradient`} kept={bench.gradient} now={now} nameOf={nameOf} isGradient />
        <p className="updaters-calls">
          <b>{bench.calls}</b> {plural(bench.calls, { one: "call so far", other: "calls so far" })}
        </p>
      </div>
      <p className="updaters-said" role="status">
        {moveWords(now, bench, glimpse)}
      </p>
      {isAtEnd && <EndWords glimpse={glimpse} bench={bench} usualCalls={usualCalls} />}
      <div className="glimpse-steps">
        <button type="button" className="button line small" onClick={play}>
          <Icon name={isPlaying ? "pause" : "play"} /> {isPlaying ? t`Pause` : t`Play`}
        </button>
        <input
          ref={slider}
          type="range"
          min={0}
          max={played.length - 1}
          value={place}
          aria-label={t`Moves of the pass`}
          onChange={({ target }) => go(Number(target.value))}
        />
        <span className="note" translate="no">
          {place} / {played.length - 1}
        </span>
      </div>
      <div className="updaters-acts">
        {beadsOf(bench.chain).length > 2 && <BracketChoice brackets={brackets} onChoose={setBrackets} />}
        {repeated(bench.chain).map((at) => {
          const name = nameOf(at);
          return (
            <button key={at} type="button" className="button line small" onClick={() => change({ tag: "add up", at })}>
              {t`Add up at ${name}`}
            </button>
          );
        })}
        {played !== asRun && (
          <button type="button" className="button line small" onClick={restore}>
            {t`As the run does it`}
          </button>
        )}
      </div>
    </div>
  );
}

/** The moves of a pass, at first as the run does them; the place among them that is shown moves while it plays. */
function usePass(updaters: Updaters) {
  const asRun = useMemo(() => {
    const first = updaters.begin();
    return [first, ...updaters.rest(first.bench)];
  }, [updaters]);
  const [played, setPlayed] = useState<readonly Played[]>(asRun);
  const [place, setPlace] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const isAtEnd = place === played.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (isAtEnd ? setPlaying(false) : setPlace(place + 1)), BEAT);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, place]);
  const go = (to: number): void => {
    setPlaying(false);
    setPlace(to);
  };
  const play = (): void => {
    if (isAtEnd) setPlace(0);
    setPlaying(!isPlaying);
  };
  // the reader's move replaces the next one of the run, which continues from there
  const act = (move: Move): void => {
    const done = updaters.after(nth(played, place).bench, move);
    setPlayed([...played.slice(0, place + 1), done, ...updaters.rest(done.bench)]);
    go(place + 1);
  };
  const restore = (): void => {
    setPlayed(asRun);
    go(0);
  };
  return { asRun, played, place, isPlaying, play, go, act, restore };
}

interface ChainProps {
  readonly chain: Updater | undefined;
  nameOf(number: number): string;
  onUnfold(bead: Bead): (() => void) | undefined;
}

/** The chain, from left to right; the bead on the right is applied first. */
function Chain({ chain, nameOf, onUnfold }: ChainProps) {
  const last = beadsOf(chain).at(-1)?.key;
  return (
    <p className="updaters-chain" translate="no">
      {chain === undefined ? (
        <span className="updaters-none">
          id<span className="visually-hidden" translate="yes">{t`: the function that changes nothing`}</span>
        </span>
      ) : (
        <Part part={chain} last={last} nameOf={nameOf} onUnfold={onUnfold} isOuter />
      )}
    </p>
  );
}

interface PartProps extends Omit<ChainProps, "chain"> {
  readonly part: Updater;
  readonly last: number | undefined;
  readonly isOuter?: boolean;
}

function Part({ part, last, isOuter = false, ...rest }: PartProps) {
  if (part.tag === "bead") return <BeadPart bead={part} isNext={part.key === last} {...rest} />;
  const inner = (
    <>
      <Part part={part.left} last={last} {...rest} /> <span className="updaters-after">∘</span>{" "}
      <Part part={part.right} last={last} {...rest} />
    </>
  );
  return isOuter ? inner : <span className="updaters-group">({inner})</span>;
}

interface BeadPartProps extends Omit<ChainProps, "chain"> {
  readonly bead: Bead;
  readonly isNext: boolean;
}

function BeadPart({ bead, isNext, nameOf, onUnfold }: BeadPartProps) {
  const unfold = onUnfold(bead);
  const text = beadText(bead, nameOf);
  const marks = { className: isNext ? "updaters-bead next" : "updaters-bead", "data-bead": bead.key } as const;
  if (unfold === undefined) return <span {...marks}>{text}</span>;
  return (
    <button
      type="button"
      {...marks}
      aria-label={t`${text}: call it immediately`}
      title={t`Call it immediately, and note nothing`}
      onClick={unfold}
    >
      {text}
    </button>
  );
}

function beadText({ at, amount }: Bead, nameOf: (number: number) => string): string {
  return `${signed(amount)} at ${nameOf(at)}`;
}

function signed(amount: number): string {
  const text = shortReal(amount);
  return text.startsWith("-") ? `−${text.slice(1)}` : `+${text}`;
}

interface KeptProps {
  readonly title: string;
  readonly kept: ReadonlyMap<number, number>;
  readonly now: Played;
  readonly isGradient: boolean;
  nameOf(number: number): string;
}

/** Waiting sums, or the gradient so far: highest first, as they are resolved. */
function Kept({ title, kept, now, isGradient, nameOf }: KeptProps) {
  const isTouched = (number: number): boolean =>
    number === now.at && (now.move?.tag === "apply" ? !isGradient : now.move?.tag === "resolve" && isGradient);
  const rows = [...kept].sort(([a], [b]) => (isGradient ? a - b : b - a));
  return (
    <section className={isGradient ? "updaters-kept gradient" : "updaters-kept"} aria-label={title}>
      <p className="updaters-title">{title}</p>
      {rows.length === 0 && <p className="note">{isGradient ? t`still all zero` : t`none`}</p>}
      <ul>
        {rows.map(([number, sum]) => (
          <li key={number} className={isTouched(number) ? "touched" : undefined} data-kept={number}>
            <b translate="no">{nameOf(number)}</b> <span translate="no">{shortReal(sum)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BracketChoiceProps {
  readonly brackets: Brackets;
  onChoose(brackets: Brackets): void;
}

function BracketChoice({ brackets, onChoose }: BracketChoiceProps) {
  const words: Readonly<Record<Brackets, string>> = {
    calls: t`as called`,
    left: t`to the left`,
    right: t`to the right`,
  };
  return (
    <fieldset className="updaters-brackets">
      <legend>{t`Brackets`}</legend>
      {(["calls", "left", "right"] as const).map((one) => (
        <button
          key={one}
          type="button"
          className="button line small"
          aria-pressed={one === brackets}
          onClick={() => onChoose(one)}
        >
          {words[one]}
        </button>
      ))}
      <span className="note">{t`the same function in all of them`}</span>
    </fieldset>
  );
}

function moveWords({ move, at, amount, sum }: Played, bench: Bench, { nodes }: Glimpse): string {
  if (move === undefined || at === undefined)
    return t`The backpropagator of the result gives an updater, and no gradient. Nothing is added yet.`;
  const { name, kind } = nth(nodes, at);
  const isConstant = kind === "constant";
  const [what, total] = [signed(amount), shortReal(sum)];
  switch (move.tag) {
    case "apply":
      return sum === amount
        ? t`${what} at ${name} is applied: ${name} waits with ${total}.`
        : t`${what} at ${name} is applied: with what waits there, that is ${total}.`;
    case "resolve":
      if (isConstant) return t`${name} has the highest ID of those waiting. It is a constant, and passes nothing on.`;
      return bench.gradient.has(at)
        ? t`${name} has the highest ID of those waiting. It is an input: ${total} is added to the gradient.`
        : t`${name} has the highest ID of those waiting. Its backpropagator, called with ${total}, gives the next updater.`;
    case "unfold":
      return t`The backpropagator of ${name} is called immediately, with ${total}. If more arrives for ${name}, it is called again.`;
    case "add up":
      return t`The updaters at ${name} are one now, with the sum ${total}: this is linear factoring.`;
  }
}

interface EndWordsProps {
  readonly glimpse: Glimpse;
  readonly bench: Bench;
  readonly usualCalls: number;
}

function EndWords({ glimpse, bench, usualCalls }: EndWordsProps) {
  const { calls } = bench;
  const gradient = gradientText(
    glimpse.nodes.flatMap(({ number, kind }) => (kind === "input" ? [bench.gradient.get(number) ?? 0] : [])),
  );
  return (
    <p className="updaters-end">
      {calls === usualCalls
        ? t`The gradient is ${gradient}, after ${calls} calls.`
        : t`The gradient is still ${gradient}, after ${calls} calls. The run makes ${usualCalls}.`}
    </p>
  );
}

/** A place in the picture, in pixels: the page may have been scrolled since. */
interface Spot {
  readonly left: number;
  readonly top: number;
}

function spotIn(host: HTMLElement, element: HTMLElement): Spot {
  const [outer, inner] = [host.getBoundingClientRect(), element.getBoundingClientRect()];
  return { left: inner.left - outer.left, top: inner.top - outer.top };
}

/** An applied bead flies to its waiting sum; nothing moves where that is not wanted, or where time goes back. */
function useFlight(host: RefObject<HTMLElement | null>, now: Played, place: number): void {
  const before = useRef<{ readonly place: number; readonly beads: ReadonlyMap<string, Spot> }>({
    place,
    beads: new Map(),
  });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const { place: earlier, beads } = before.current;
    const drawn = [...element.querySelectorAll<HTMLElement>("[data-bead]")];
    const spots = new Map(drawn.map((bead) => [bead.dataset.bead ?? "", spotIn(element, bead)]));
    before.current = { place, beads: spots };
    if (place !== earlier + 1 || isStill()) return;
    const options = { duration: BEAT / 2, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" } as const;
    if (now.move?.tag === "apply") {
      const gone = [...beads].find(([key]) => !spots.has(key))?.[1];
      const to = element.querySelector<HTMLElement>(`.updaters-kept:not(.gradient) [data-kept="${now.at}"]`);
      if (gone === undefined || to === null) return;
      const { left, top } = spotIn(element, to);
      const from = `translate(${gone.left - left}px, ${gone.top - top}px)`;
      to.animate([{ transform: from }, { transform: "none" }], options);
    } else {
      for (const bead of drawn)
        if (!beads.has(bead.dataset.bead ?? ""))
          bead.animate(
            [
              { opacity: 0, transform: "translateY(1.5rem)" },
              { opacity: 1, transform: "none" },
            ],
            options,
          );
    }
  }, [host, now, place]);
}
