// The page of a telephone that moves slides: large keys for the thumb, the notes, the clock, and the next step.
import "./remote-page.css";
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { i18n } from "../../base/locale.ts";
import { clockOf } from "../notes/clock.ts";
import { type Move, readFromShow, type Shown } from "./messages.ts";
import { hearRoom, type LineState, request } from "./relay-line.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

/** The slides' last message, and the start of their clock by this page's own. */
interface Heard {
  readonly shown: Shown;
  readonly began: number;
}

/** The state of the slides: not heard yet, there, gone for the moment, or over. */
type Slides = "awaited" | "there" | "away" | "over";

/** Moves that wait for the one before them; more are a stuck key. */
const MOST_WAITING = 8;

/** Shows the remote on a telephone: large keys, notes, clock and next step; says when the line is lost. */
export default function RemotePage({ room }: { readonly room: string }) {
  const [line, setLine] = useState<LineState | "connecting">("connecting");
  const [slides, setSlides] = useState<Slides>("awaited");
  const [heard, setHeard] = useState<Heard>();
  const [isRefused, setRefused] = useState(false);
  useEffect(
    () =>
      hearRoom(room, "phone", {
        onState: setLine,
        onMessage: (message) => {
          const { tag, age, state } = (message ?? {}) as { readonly [name: string]: unknown };
          if (tag === "away") setSlides((before) => (before === "over" ? before : "away"));
          const said = tag === "state" ? readFromShow(state) : undefined;
          if (said?.tag === "over") setSlides("over");
          if (said?.tag !== "at") return;
          setSlides("there");
          setRefused(false);
          const late = typeof age === "number" ? age : 0;
          setHeard({ shown: said.shown, began: performance.now() - said.shown.elapsed - late });
        },
      }),
    [room],
  );
  const isReady = line === "open" && slides === "there";
  const ask = useMoves(room, isReady, setRefused);
  useRemoteKeys(ask, heard?.shown);
  const title = heard?.shown.title ?? "";
  useEffect(() => {
    document.title = title === "" ? t`Remote · Dualscope` : t`Remote: ${title} · Dualscope`;
  }, [title]);
  return (
    <main className="remote">
      <header className="remote-head">
        <h1>{title || t`Remote of the slides`}</h1>
        <p role="status" className={isReady && !isRefused ? "remote-line" : "remote-line lost"}>
          {lineWords(line, slides, isRefused)}
        </p>
      </header>
      {heard !== undefined && slides !== "over" && <Speaker heard={heard} isReady={isReady} onAsk={ask} />}
    </main>
  );
}

function lineWords(line: LineState | "connecting", slides: Slides, isRefused: boolean): string {
  if (line === "connecting") return t`connecting …`;
  if (line === "unknown") return t`This address leads to no slides any more. Scan the code of the presentation again.`;
  if (line === "lost") return t`The connection is lost. It comes back by itself as soon as there is a network.`;
  if (slides === "over") return t`The slides are closed.`;
  if (slides === "away") return t`The page with the slides is gone. It may come back.`;
  if (isRefused) return t`That did not get through. Press again.`;
  return slides === "there" ? t`connected` : t`waiting for the slides …`;
}

/** Sends moves one after the other, so that they arrive in their order; none while the slides are not there. */
function useMoves(room: string, isReady: boolean, onRefused: (isRefused: boolean) => void): (move: Move) => void {
  const waiting = useRef<{ moves: Move[]; isSending: boolean }>({ moves: [], isSending: false });
  return useCallback(
    (move) => {
      const line = waiting.current;
      if (!isReady) return;
      if (line.moves.length < MOST_WAITING) line.moves.push(move);
      if (line.isSending) return;
      line.isSending = true;
      void (async () => {
        for (let next = line.moves.shift(); next !== undefined; next = line.moves.shift()) {
          const isDone = (await request("POST", `${encodeURIComponent(room)}/phone`, next)) === 200;
          // drop later presses: they would be a surprise
          if (!isDone) line.moves.length = 0;
          onRefused(!isDone);
        }
        line.isSending = false;
      })();
    },
    [room, isReady, onRefused],
  );
}

/** The same keys as on the slides. */
function useRemoteKeys(ask: (move: Move) => void, shown: Shown | undefined): void {
  const isBlack = shown?.isBlack ?? false;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (event.key === " " && isOnButton) return;
      const move = moveOfKey(event.key.toLowerCase(), isBlack);
      if (move === undefined) return;
      ask(move);
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [ask, isBlack]);
}

function moveOfKey(key: string, isBlack: boolean): Move | undefined {
  switch (key) {
    case " ":
    case "arrowright":
      return { tag: "step", by: 1 };
    case "arrowleft":
      return { tag: "step", by: -1 };
    case "pagedown":
      return { tag: "slide", by: 1 };
    case "pageup":
      return { tag: "slide", by: -1 };
    case "p":
      return { tag: "play" };
    case "b":
    case ".":
      return { tag: "black", on: !isBlack };
    default:
      return undefined;
  }
}

interface SpeakerProps {
  readonly heard: Heard;
  readonly isReady: boolean;
  onAsk(move: Move): void;
}

function Speaker({ heard, isReady, onAsk }: SpeakerProps) {
  const { shown } = heard;
  const [place, count, step, steps] = [shown.slide + 1, shown.slides, shown.step + 1, shown.steps.length];
  return (
    <>
      <div className="remote-place">
        <Clock began={heard.began} />
        <p role="status">
          {steps <= 1 ? t`slide ${place} of ${count}` : t`slide ${place} of ${count}, step ${step} of ${steps}`}
          {shown.isBlack && <b> · {t`black`}</b>}
        </p>
      </div>
      <section className="remote-notes" aria-label={t`Speaker notes`}>
        <h2>{shown.name}</h2>
        {shown.notes === "" ? (
          <p className="soft">{t`This slide has no notes.`}</p>
        ) : (
          <Suspense fallback={null}>
            <Rendered text={shown.notes} />
          </Suspense>
        )}
        {steps > 1 && (
          <ol className="remote-steps" aria-label={t`Steps of this slide`}>
            {shown.steps.map(({ words, address }, index) => (
              <li key={address}>
                <button
                  type="button"
                  className="button line"
                  aria-current={index === shown.step ? "step" : undefined}
                  aria-disabled={!isReady}
                  onClick={() => onAsk({ tag: "go", to: address })}
                >
                  {words}
                </button>
              </li>
            ))}
          </ol>
        )}
        <p className="remote-next">
          <span className="label">{t({ message: "next", comment: "above what comes next on the slides" })}</span>{" "}
          <b>{shown.next || t`the end`}</b>
        </p>
      </section>
      <Ways shown={shown} isReady={isReady} onAsk={onAsk} />
    </>
  );
}

interface WaysProps extends Omit<SpeakerProps, "heard"> {
  readonly shown: Shown;
}

function Ways({ shown, isReady, onAsk }: WaysProps) {
  return (
    <nav className={isReady ? "remote-ways" : "remote-ways away"} aria-label={t`Move the slides`}>
      {shown.hasPicture && (
        <fieldset className="remote-picture">
          <legend>{t`The picture`}</legend>
          <button type="button" className="button line" onClick={() => onAsk({ tag: "picture", by: -1 })}>
            {t`Step back`}
          </button>
          <button type="button" className="button line" onClick={() => onAsk({ tag: "play" })}>
            {t`Play or pause`}
          </button>
          <button type="button" className="button line" onClick={() => onAsk({ tag: "picture", by: 1 })}>
            {t`Step forward`}
          </button>
        </fieldset>
      )}
      <fieldset className="remote-slides">
        <legend className="visually-hidden">{t`Slides`}</legend>
        <button type="button" className="button line" onClick={() => onAsk({ tag: "slide", by: -1 })}>
          {t`Previous slide`}
        </button>
        <button
          type="button"
          className="button line"
          aria-pressed={shown.isBlack}
          onClick={() => onAsk({ tag: "black", on: !shown.isBlack })}
        >
          {t`Black`}
        </button>
        <button type="button" className="button line" onClick={() => onAsk({ tag: "slide", by: 1 })}>
          {t`Next slide`}
        </button>
        <button type="button" className="button line remote-large" onClick={() => onAsk({ tag: "step", by: -1 })}>
          {t({ message: "Back", comment: "goes to the previous step of the slides" })}
        </button>
        <button type="button" className="button solid remote-large" onClick={() => onAsk({ tag: "step", by: 1 })}>
          {t({ message: "Next", comment: "goes to the next step of the slides" })}
        </button>
      </fieldset>
    </nav>
  );
}

/** The time since the slides began, and that of the day. */
function Clock({ began }: { readonly began: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const time = new Date().toLocaleTimeString(i18n.locale, { hour: "2-digit", minute: "2-digit" });
  return (
    <p className="remote-clock">
      <b>{clockOf(Math.max(0, Math.floor((now - began) / 1000)))}</b> <span>{time}</span>
    </p>
  );
}
