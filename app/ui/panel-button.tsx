// A button with a panel of controls, in the browser's own layer above the page: Escape and a press elsewhere close it.

import { type ReactNode, useEffect, useId, useRef } from "react";
import { present } from "../../engine/base/nth.ts";
import { standBeside } from "./panes/stand-beside.ts";

interface PanelButtonProps {
  /** Classes of the button. */
  readonly look: string;
  /** A class of the panel, beside `button-panel`. */
  readonly panelLook?: string;
  readonly title?: string;
  /** The name of the panel, for those who cannot see it. */
  readonly label: string;
  /** The face of the button. */
  readonly face: ReactNode;
  /** The panel's content; `close` closes it, and moves the focus back to the button. */
  children(close: () => void): ReactNode;
}

/** Shows a button that opens a panel; the panel's content gets a function that closes it and returns the focus. */
export function PanelButton({ look, panelLook = "", title, label, face, children }: PanelButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  /** Ends that the open panel follows its button. */
  const following = useRef<AbortController>(undefined);
  useEffect(() => () => following.current?.abort(), []);
  const isOpen = (): boolean => panel.current?.matches(":popover-open") ?? false;
  const open = (): void => {
    following.current = new AbortController();
    const { signal } = following.current;
    const stand = (): void => standBeside(present(button.current), present(panel.current));
    panel.current?.showPopover();
    stand();
    const onScroll = ({ target }: Event): void => {
      if (target !== panel.current) stand();
    };
    addEventListener("scroll", onScroll, { capture: true, passive: true, signal });
    addEventListener("resize", stand, { signal });
  };
  const close = (): void => {
    panel.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={look}
        title={title}
        // so that a press on the button of an open panel is none elsewhere
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          if (isOpen()) close();
          else open();
        }}
      >
        {face}
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        className={`button-panel ${panelLook}`}
        onToggle={(event) => event.newState === "closed" && following.current?.abort()}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isOpen()) return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        {children(close)}
      </fieldset>
    </>
  );
}
