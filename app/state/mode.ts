// How the page shows its document: as it is edited, embedded in another page, or large in a lecture.
import { create } from "zustand";

const asked = new URLSearchParams(location.search);

/** Whether the page is a part of another one: without its surroundings, and nothing is kept. */
export const IS_EMBEDDED: boolean = asked.has("embed");

/** The section that is shown large, from 0; undefined where all are. */
export const useLecture = create<{ readonly at: number | undefined }>()(() => ({
  at: asked.has("present") ? 0 : undefined,
}));

export function beginLecture(at: number): void {
  useLecture.setState({ at });
}

export function endLecture(): void {
  useLecture.setState({ at: undefined });
}

/** Goes to another section, as far as there are so many. */
export function turnTo(at: number, count: number): void {
  useLecture.setState({ at: Math.max(0, Math.min(count - 1, at)) });
}
