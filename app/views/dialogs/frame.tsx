// What every dialog of the page is framed in.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { closeDialog } from "../../state/dialogs.ts";

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
  onKeyDown?(event: KeyboardEvent<HTMLDialogElement>): void;
}

/** A dialog with its title and the way out. */
export function Frame({ title, children, onKeyDown }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // where there is something to type, that is what one came for
    dialog.current?.querySelector<HTMLElement>("input[type=search], input[type=text]")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onClose={closeDialog}
      onKeyDown={onKeyDown}
      // a click on the backdrop is one on the dialog itself
      onPointerDown={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="dialog-inner">
        <header className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="button line small" onClick={() => dialog.current?.close()}>
            Close{" "}
            <span className="key" aria-hidden="true">
              Esc
            </span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
