// The mistakes of a program under its editor: the first few, and the rest on demand.
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { CellId } from "../../document/document.ts";
import { applyFix, goTo } from "../../editor/registry.ts";
import { mistakeViews } from "../../program/model/mistakes.ts";
import { MistakeItem } from "../../program/view/mistake-view.tsx";

const FIRST = 3;

interface MistakeListProps {
  readonly cell: CellId;
  readonly diagnostics: readonly Diagnostic[];
  /** The program that they are about. */
  readonly text: string;
  readonly current: boolean;
  readonly label: string;
}

/** Shows the first mistakes of a text with their fixes, and the others on demand; nothing where there are none. */
export function MistakeList({ cell, diagnostics, text, current, label }: MistakeListProps) {
  const [all, setAll] = useState(false);
  if (diagnostics.length === 0) return null;
  const shown = mistakeViews(all ? diagnostics : diagnostics.slice(0, FIRST), text);
  const rest = diagnostics.length - FIRST;
  return (
    <section className="mistakes" aria-label={label}>
      {shown.map((mistake) => (
        <MistakeItem
          key={mistake.key}
          mistake={mistake}
          current={current}
          onGo={(span) => goTo(cell, span)}
          onFix={(fix) => applyFix(cell, fix)}
        />
      ))}
      {rest > 0 && (
        <button type="button" className="link more" onClick={() => setAll(!all)}>
          {all ? t`Show fewer` : plural(rest, { one: `Show ${rest} more`, other: `Show ${rest} more` })}
        </button>
      )}
    </section>
  );
}
