// Dual in running text and in blocks, highlighted as in the editor.

import { keyed } from "../../ui/keyed.ts";
import { type CodeKind, highlighted } from "./highlighted.ts";

/** Shows a piece of Dual with the editor's highlighting; `kind` is its kind, a whole program where it is left out. */
export function DualCode({ code, kind }: { readonly code: string; readonly kind?: CodeKind }) {
  return (
    <code className="dual-code" translate="no">
      {keyed(highlighted(code, kind)).map(({ key, item: { text, classes } }) =>
        classes === "" ? (
          text
        ) : (
          <span key={key} className={classes}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}
