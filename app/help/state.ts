// The store of the help: whether it is open, what is looked for, and where the focus was before.
import { create } from "zustand";
import { headwordOf, type WordId } from "./words.ts";

export const SECTIONS = ["language", "words", "origins", "keys"] as const;
export type Section = (typeof SECTIONS)[number];

interface HelpState {
  readonly isOpen: boolean;
  /** What is looked for in all sections; empty where a section is read. */
  readonly query: string;
  readonly section: Section;
  /** Counts the times that something was asked for: each takes the focus to the search. */
  readonly asked: number;
}

export const useHelp = create<HelpState>()(() => ({ isOpen: false, query: "", section: "language", asked: 0 }));

/** Where the focus goes back to. */
let before: HTMLElement | undefined;

/** What the help is opened on. */
export interface HelpTarget {
  readonly query?: string;
  readonly section?: Section;
}

/** Opens the help, or turns it to something else; without a target it is as it was left. */
export function openHelp({ query, section }: HelpTarget = {}): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest(".help") === null) before = activeElement;
  useHelp.setState((state) => ({
    isOpen: true,
    query: query ?? (section === undefined ? state.query : ""),
    section: section ?? state.section,
    asked: state.asked + 1,
  }));
}

/** Opens the help on the card of a word. */
export function openWord(word: WordId): void {
  openHelp({ query: headwordOf(word) });
}

/** Closes the help, and takes the focus back to where it was. */
export function closeHelp(): void {
  useHelp.setState({ isOpen: false });
  // first the page is as it was: what the help covers cannot be focused
  requestAnimationFrame(() => {
    if (before?.isConnected === true && before !== document.body) before.focus();
    else document.querySelector<HTMLElement>("[data-part=help-button]")?.focus();
    before = undefined;
  });
}

export function lookFor(query: string): void {
  useHelp.setState({ query });
}

/** Turns to a section, to be read from its top. */
export function turnToSection(section: Section): void {
  useHelp.setState({ section, query: "" });
}
