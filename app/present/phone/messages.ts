// Messages of slides and telephones through the relay. Neither trusts the other: malformed ones are ignored.

/** A step of the slide that is shown. */
export interface ShownStep {
  readonly words: string;
  /** Its address, as `#/present/2?step=1`. */
  readonly address: string;
}

/** State for a telephone: nothing else of the document leaves the page. */
export interface Shown {
  readonly title: string;
  /** The slide's name. */
  readonly name: string;
  /** Which slide and which of its steps is shown, from 0. */
  readonly slide: number;
  readonly slides: number;
  readonly step: number;
  readonly steps: readonly ShownStep[];
  /** The speaker's notes, as Markdown. */
  readonly notes: string;
  /** The next step; empty at the end. */
  readonly next: string;
  readonly isBlack: boolean;
  /** Whether the view is played, and has steps of its own, as a film. */
  readonly hasPicture: boolean;
  /** Milliseconds since the slides began, when this was said. */
  readonly elapsed: number;
}

/** A message to telephones: the slides' place, or that the presentation is over. */
export type FromShow = { readonly tag: "at"; readonly shown: Shown } | { readonly tag: "over" };

/** A telephone's command: moves of the slides, and nothing else. */
export type Move =
  | { readonly tag: "step" | "slide" | "picture"; readonly by: 1 | -1 }
  | { readonly tag: "play" }
  | { readonly tag: "black"; readonly on: boolean }
  | { readonly tag: "go"; readonly to: string };

/** Characters of notes and of names that are sent, and steps of a slide. */
const MOST_NOTES = 16_000;
const MOST_WORDS = 200;
const MOST_STEPS = 40;

/** The part of the state that a telephone gets. */
export function limited(shown: Shown): Shown {
  const short = (text: string): string => (text.length <= MOST_WORDS ? text : `${text.slice(0, MOST_WORDS)}…`);
  return {
    ...shown,
    title: short(shown.title),
    name: short(shown.name),
    next: short(shown.next),
    notes: shown.notes.length <= MOST_NOTES ? shown.notes : `${shown.notes.slice(0, MOST_NOTES)}…`,
    steps: shown.steps.slice(0, MOST_STEPS).map(({ words, address }) => ({ words: short(words), address })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** An address of a slide and its step, which is all that a telephone may name. */
const PLACE = /^#\/present\/\d{1,6}(?:\?step=\d{1,6})?$/;

/** Reads a telephone's command; undefined for everything else. */
export function readMove(value: unknown): Move | undefined {
  const { tag, by, on, to } = fieldsOf(value);
  if ((tag === "step" || tag === "slide" || tag === "picture") && (by === 1 || by === -1)) return { tag, by };
  if (tag === "play") return { tag };
  if (tag === "black" && typeof on === "boolean") return { tag, on };
  if (tag === "go" && isText(to) && PLACE.test(to)) return { tag, to };
  return undefined;
}

/** Reads the slides' message; undefined for everything else. */
export function readFromShow(value: unknown): FromShow | undefined {
  const { tag, shown } = fieldsOf(value);
  if (tag === "over") return { tag };
  const { title, name, slide, slides, step, steps, notes, next, isBlack, hasPicture, elapsed } = fieldsOf(shown);
  const isPlace = isCount(slide) && isCount(slides) && isCount(step) && Array.isArray(steps);
  const isTold = isText(title) && isText(name) && isText(notes) && isText(next);
  if (tag !== "at" || !isPlace || !isTold || typeof elapsed !== "number") return undefined;
  const known = steps.map(fieldsOf).flatMap(({ words, address }): ShownStep[] => {
    return isText(words) && isText(address) && PLACE.test(address) ? [{ words, address }] : [];
  });
  const found = { title, name, slide, slides, step, steps: known, notes, next, elapsed };
  return { tag, shown: limited({ ...found, isBlack: isBlack === true, hasPicture: hasPicture === true }) };
}
