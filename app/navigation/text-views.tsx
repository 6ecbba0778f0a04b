// The way from one view of texts to the others.
import { t } from "@lingui/core/macro";
import { addressOf, TEXT_VIEWS, type View } from "../document/address.ts";
import { VIEW_WORDS } from "./route.ts";

interface TextViewsProps {
  readonly open: View;
  readonly cell: string;
}

/** Links between the views of texts of one program; the open one is marked. */
export function TextViews({ open, cell }: TextViewsProps) {
  return (
    <nav className="either" aria-label={t`Texts made from the program`}>
      {TEXT_VIEWS.map((view) => (
        <a key={view} href={addressOf(view, cell)} aria-current={view === open ? "page" : undefined}>
          {VIEW_WORDS[view]}
        </a>
      ))}
    </nav>
  );
}
