// A button with a menu of actions (the menu button of the ARIA practices), in the browser's own layer above the page.

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { present } from "../../../engine/base/nth.ts";
import { standBeside } from "../panes/stand-beside.ts";
import { moveFocus } from "./move-focus.ts";

/** An action of a menu: its words, its shortcut, and its function. */
export interface MenuItem {
  readonly name: string;
  readonly words: string;
  /** Its shortcut, as it is shown. */
  readonly keys: string;
  run(): void;
}

/** Actions under a common title. */
export interface MenuSection {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

interface MenuProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly sections: readonly MenuSection[];
}

/** Shows a button that opens a menu; arrow keys, Home and End move in it, Escape and Tab return the focus to the button. */
export function Menu({ label, children, sections }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    present(list.current).showPopover();
    standBeside(present(button.current), present(list.current));
  };
  // the items are there a moment after the menu is, which is as high as they are
  useLayoutEffect(() => {
    if (!isOpen) return;
    standBeside(present(button.current), present(list.current));
    present(list.current).querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [isOpen]);
  const close = (): void => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === "Tab" || event.key === "Escape") {
      close();
      if (event.key === "Escape") event.preventDefault();
    } else moveFocus(event, "[role=menuitem]", { isRound: true });
  };
  return (
    <span className="menu-box">
      <button
        ref={button}
        type="button"
        className="button icon-only"
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          open();
        }}
      >
        {children}
        <span className="visually-hidden">{label}</span>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="command-menu"
        onToggle={(event) => setOpen(event.newState === "open")}
        onKeyDown={key}
      >
        {isOpen &&
          sections.map(({ title, items: actions }) => (
            <MenuGroup key={title} title={title} items={actions} onDone={close} />
          ))}
      </div>
    </span>
  );
}

function MenuGroup({ title, items, onDone }: MenuSection & { onDone(): void }) {
  return (
    <>
      <div className="small-caps menu-title" role="presentation">
        {title}
      </div>
      {items.map(({ name, words, keys, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item"
          onClick={() => {
            onDone();
            run();
          }}
        >
          <span>{words}</span>
          {keys !== "" && <kbd translate="no">{keys}</kbd>}
        </button>
      ))}
    </>
  );
}
