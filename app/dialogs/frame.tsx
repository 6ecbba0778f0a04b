// The frame of every dialog of the page.
import { t } from "@lingui/core/macro";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { closeDialog } from "../navigation/dialogs.ts";
import { moveFocus } from "../ui/menus/move-focus.ts";
import { Query, type QueryProps } from "./query.tsx";

interface FrameProps {
  readonly title: string;
  /** The dialog itself, for code that closes it as its button does: then the focus returns to its place. */
  readonly ref?: RefObject<HTMLDialogElement | null>;
  /** A field in the head in place of the title, which then is for screen readers. */
  readonly query?: QueryProps;
  readonly isWide?: true;
  readonly children: ReactNode;
}

/** A dialog with its title and the way out; arrow keys go through the choices in it. */
export function Frame({ title, ref, query, isWide, children }: FrameProps) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // where there is a text field, it gets the focus
    dialog.current?.querySelector<HTMLElement>("input[type=search], input[type=text]")?.focus();
  }, [dialog]);
  const wayOut = (
    <button type="button" className="button line small" onClick={() => dialog.current?.close()}>
      {t`Close`}{" "}
      <span className="key" aria-hidden="true">
        {t`Esc`}
      </span>
    </button>
  );
  return (
    <dialog
      ref={dialog}
      className={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={heading}
      onClose={closeDialog}
      onKeyDown={(event) => {
        // the query is the part above the first choice
        moveFocus(event, "input[type=search], .choice");
        const isSearch = event.target instanceof HTMLInputElement && event.target.type === "search";
        if (event.key !== "Escape" || event.defaultPrevented || !isSearch) return;
        // of a field with a query the browser would only take that away
        event.preventDefault();
        dialog.current?.close();
      }}
      // a click on the backdrop is one on the dialog itself
      onPointerDown={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="dialog-inner">
        {query === undefined ? (
          <div className="dialog-head">
            <h2 id={heading}>{title}</h2>
            {wayOut}
          </div>
        ) : (
          <>
            <h2 id={heading} className="visually-hidden">
              {title}
            </h2>
            <Query {...query}>{wayOut}</Query>
          </>
        )}
        {children}
      </div>
    </dialog>
  );
}
