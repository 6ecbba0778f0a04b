// Controls of playing: buttons, and the speed.
import { t } from "@lingui/core/macro";
import { Icon, type IconName } from "../../ui/icon.tsx";

/** The speeds to choose from; 1 is the usual speed. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

interface PressProps {
  readonly icon: IconName;
  readonly words: string;
  /** The keys that do the same, as people read them. */
  readonly keys: string;
  readonly onClick: () => void;
}

/** Shows an icon button; its tooltip names its action and the keys that do the same. */
export function Press({ icon, words, keys, onClick }: PressProps) {
  return (
    <button type="button" className="button icon-only" title={`${words} (${keys})`} onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}

interface PlayProps {
  readonly isPlaying: boolean;
  /** Its action while nothing plays. */
  readonly words: string;
  readonly onClick: () => void;
}

/** Plays, or pauses. */
export function Play({ isPlaying, words, onClick }: PlayProps) {
  const shown = isPlaying ? t`Pause` : words;
  return (
    <button
      type="button"
      className="button primary icon-only play"
      title={`${shown} (${t({ message: "Space", comment: "the key" })})`}
      onClick={onClick}
    >
      <Icon name={isPlaying ? "pause" : "play"} />
      <span className="visually-hidden">{shown}</span>
    </button>
  );
}

/** How many times as fast as usual a film is played. */
export function Speed({ speed, onSpeed }: { readonly speed: number; onSpeed(speed: number): void }) {
  return (
    <label className="field-label">
      <span className="visually-hidden">{t`Speed`}</span>
      <select value={speed} onChange={(event) => onSpeed(Number(event.currentTarget.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  );
}
