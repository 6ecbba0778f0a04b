// Whether programs are shown with the papers' signs, → for `->` and λ for a backslash; the text stays the same.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

const KEY = "dualscope.signs";

/** Whether the papers' signs are shown. */
export const useSigns = create<{ readonly areShown: boolean }>()(() => ({ areShown: keptChoice(KEY) === "shown" }));

/** Shows the papers' signs, or typed ones; the browser keeps the choice. */
export function toggleSigns(): void {
  const areShown = !useSigns.getState().areShown;
  useSigns.setState({ areShown });
  keepChoice(KEY, areShown ? "shown" : "plain");
}
