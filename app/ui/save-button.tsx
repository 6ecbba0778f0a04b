// A button with ways to save or copy the part beside it.
import { Icon } from "./icon.tsx";
import { PanelButton } from "./panel-button.tsx";

interface SaveButtonProps {
  /** The button's action, for those who see its picture alone, and for those who do not. */
  readonly label: string;
  readonly choices: readonly SaveChoice[];
}

/** A way to save or copy something. */
export interface SaveChoice {
  readonly words: string;
  readonly run: () => void;
}

/** Shows an icon button that opens a panel of ways to save or copy something. */
export function SaveButton({ label, choices }: SaveButtonProps) {
  const face = (
    <>
      <Icon name="save" />
      <span className="visually-hidden">{label}</span>
    </>
  );
  return (
    <PanelButton look="button icon-only quiet" title={label} label={label} face={face}>
      {(close) =>
        choices.map(({ words, run }) => (
          <button
            key={words}
            type="button"
            className="button small"
            onClick={() => {
              close();
              run();
            }}
          >
            {words}
          </button>
        ))
      }
    </PanelButton>
  );
}
