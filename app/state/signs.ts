// Whether programs are shown with the papers' signs, → for `->` and λ for a backslash; what is written stays what it is.
import { create } from "zustand";

const KEY = "dualscope.signs";

export const useSigns = create<{ readonly areShown: boolean }>()(() => ({ areShown: stored() }));

export function toggleSigns(): void {
  const areShown = !useSigns.getState().areShown;
  useSigns.setState({ areShown });
  try {
    localStorage.setItem(KEY, areShown ? "shown" : "plain");
  } catch {
    // a browser that keeps nothing shows them until the page is closed
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === "shown";
  } catch {
    return false;
  }
}
