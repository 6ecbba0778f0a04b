// The choice of theme: the system's, light, dark, or high contrast.
import { t } from "@lingui/core/macro";
import { Icon, type IconName } from "../ui/icon.tsx";
import { setTheme, THEMES, type Theme, useTheme } from "../ui/theme.ts";

const LOOKS: Readonly<Record<Theme, { readonly icon: IconName; readonly words: string }>> = {
  system: { icon: "system", words: t`System theme` },
  light: { icon: "light", words: t`Light theme` },
  dark: { icon: "dark", words: t`Dark theme` },
  contrast: { icon: "contrast", words: t`High contrast theme` },
};

/** Shows the four themes as buttons; the one that is chosen is kept by the browser. */
export function ThemeSwitch() {
  const chosen = useTheme(({ theme }) => theme);
  return (
    <fieldset className="themes">
      <legend className="visually-hidden">{t`Theme`}</legend>
      {THEMES.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={LOOKS[theme].words}
          title={LOOKS[theme].words}
          onClick={() => setTheme(theme)}
        >
          <Icon name={LOOKS[theme].icon} />
        </button>
      ))}
    </fieldset>
  );
}
