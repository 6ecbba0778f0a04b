// The store of the theme: the system's by default, remembered when chosen. `public/theme.js` sets it before first paint.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../base/kept-choice.ts";

/** The themes to choose from; `system` follows the operating system. */
export const THEMES = ["system", "light", "dark", "contrast"] as const;
/** The choice of a theme. */
export type Theme = (typeof THEMES)[number];

/** The same key as in `public/theme.js`. */
const KEY = "dualscope.theme";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");

/** The store of the chosen theme. */
const useTheme = create<{ readonly theme: Theme }>()(() => ({ theme: remembered() }));

/** Chooses a theme, shows it, and remembers it in the browser. */
export function setTheme(theme: Theme): void {
  useTheme.setState({ theme });
  keepChoice(KEY, theme);
  show();
}

/** Shows the theme now and whenever the system changes its own. */
export function startTheme(): void {
  show();
  for (const query of [prefersDark, prefersContrast]) query.addEventListener("change", show);
}

function show(): void {
  const { theme } = useTheme.getState();
  const shown =
    theme !== "system" ? theme : prefersContrast.matches ? "contrast" : prefersDark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = shown;
}

function remembered(): Theme {
  const kept = keptChoice(KEY);
  return THEMES.find((theme) => theme === kept) ?? "system";
}
