// The store of the help: whether it is open, the search, and where the focus was before.
import { create } from "zustand";
import type { Origin } from "../../engine/reference/entry.ts";
import { headwordOf, type WordId } from "./words.ts";

/** The sections of the help, in order. */
export const SECTIONS = ["language", "words", "origins", "writing", "speed", "keys"] as const;
/** A section of the help. */
export type Section = (typeof SECTIONS)[number];

/** An element that had the focus, and a selector of what may have taken its place: an editor that of a field. */
interface Before {
  readonly element: HTMLElement;
  readonly successor: string | undefined;
}

interface HelpState {
  readonly isOpen: boolean;
  /** The search in all sections; empty where a section is read. */
  readonly query: string;
  readonly section: Section;
  /** Counts the times that something was asked for: each takes the focus to the search. */
  readonly asked: number;
  /** The language that one comes from, as it was chosen last. */
  readonly origin: Origin;
  /** Where the focus returns to. */
  readonly before: Before | undefined;
}

/** The state of the help. */
export const useHelp = create<HelpState>()(() => ({
  isOpen: false,
  query: "",
  section: "language",
  asked: 0,
  origin: "Haskell",
  before: undefined,
}));

/** The start of the help. */
export interface HelpTarget {
  readonly query?: string;
  readonly section?: Section;
}

/** Opens the help, or turns it to something else; without a target it is as it was left. */
export function openHelp({ query, section }: HelpTarget = {}): void {
  const { activeElement } = document;
  const isOutside = activeElement instanceof HTMLElement && activeElement.closest(".help") === null;
  useHelp.setState((state) => ({
    isOpen: true,
    query: query ?? (section === undefined ? state.query : ""),
    section: section ?? state.section,
    asked: state.asked + 1,
    before: isOutside ? { element: activeElement, successor: namesakeOf(activeElement) } : state.before,
  }));
}

/** The selector of what has the name of an element in the same part of the page. */
function namesakeOf(element: HTMLElement): string | undefined {
  const [name, part] = [element.getAttribute("aria-label"), element.closest("[id]")];
  return name === null || part === null ? undefined : `#${CSS.escape(part.id)} [aria-label="${CSS.escape(name)}"]`;
}

/** Opens the help on the card of a word. */
export function openWord(word: WordId): void {
  openHelp({ query: headwordOf(word) });
}

/** Closes the help, and takes the focus back to where it was. */
export function closeHelp(): void {
  useHelp.setState({ isOpen: false });
  // first restore the page: parts under the help cannot be focused
  requestAnimationFrame(() => {
    const { before } = useHelp.getState();
    const isThere = before?.element.isConnected === true && before.element !== document.body;
    const successor = before?.successor === undefined ? null : document.querySelector<HTMLElement>(before.successor);
    const to = isThere ? before.element : (successor ?? document.querySelector<HTMLElement>("[data-part=help-button]"));
    to?.focus();
    useHelp.setState({ before: undefined });
  });
}

/** Looks for a text in the help; an empty one shows the section again. */
export function lookFor(query: string): void {
  useHelp.setState({ query });
}

/** Turns to a section, to be read from its top. */
export function turnToSection(section: Section): void {
  useHelp.setState({ section, query: "" });
}
