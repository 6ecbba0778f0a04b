// Beside a film: why the chosen scalar has its cotangent.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { CutGraph } from "../../exploration/model/shares.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { Why } from "../../exploration/view/why.tsx";
import { Icon } from "../../ui/icon.tsx";

interface BesideProps {
  readonly explored: Explored;
  /** Edges that the reader has cut, if any. */
  readonly cut?: CutGraph | undefined;
  /** Plays a path, where the film can. */
  readonly onPath?: ((inOrder: readonly number[]) => void) | undefined;
  /** Actions on the scalar: above the explanation, and below it. */
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** The ID of the explanation on the page. */
export const EXPLANATION = "film-explanation";

/** Shows the explanation of the chosen scalar, with a button that closes it; shows nothing while no scalar is chosen. */
export function Beside({ explored, cut, onPath, children, below }: BesideProps) {
  const pinned = useExplorer((state) => state.pinned);
  if (pinned === undefined) return null;
  return (
    <aside id={EXPLANATION} className="film-why" aria-label={t`Explanation`}>
      <h2 className="visually-hidden">{t`Explanation`}</h2>
      <button type="button" className="button icon-only quiet" title={t`Close`} onClick={() => pin(undefined)}>
        <Icon name="cross" />
        <span className="visually-hidden">{t`Close`}</span>
      </button>
      {children}
      <Why explored={explored} cut={cut} onPath={onPath} />
      {below}
    </aside>
  );
}
