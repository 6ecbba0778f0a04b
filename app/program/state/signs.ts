// Whether programs are shown with the papers' signs, → for `->` and λ for a backslash; what is written stays what it is.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

const KEY = "dualscope.signs";

export const useSigns = create<{ readonly areShown: boolean }>()(() => ({ areShown: keptChoice(KEY) === "shown" }));

export function toggleSigns(): void {
  const areShown = !useSigns.getState().areShown;
  useSigns.setState({ areShown });
  keepChoice(KEY, areShown ? "shown" : "plain");
}
