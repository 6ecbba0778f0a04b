// Linear A of the reader's own: definitions that are checked, unzipped and transposed like those that J makes, and derivatives given by
// hand for definitions of the program.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect } from "react";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { present } from "../../../../engine/base/nth.ts";
import type { Diagnostic } from "../../../../engine/source/diagnostic.ts";
import type { CellId } from "../../../document/document.ts";
import { LEAVING } from "../../../editor/code-editor.ts";
import { showDiagnostics } from "../../../editor/marks.ts";
import { applyEdits } from "../../../editor/registry.ts";
import { useEditor } from "../../../editor/use-editor.ts";
import { Terms } from "../../../help/term.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { keyed } from "../../../ui/keyed.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import { message } from "../../../words/rich-text.ts";
import { linearEditor } from "./editor.ts";
import { derivativeOf, SQUARE, toGive } from "./examples.ts";
import { writeFor } from "./memory.ts";
import { useLinear } from "./state.ts";

interface WrittenProps {
  readonly cell: CellId;
  readonly study: readonly LinearDefinition[];
  /** The definition that is shown. */
  readonly shown: LinearDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Shows a definition. */
  onShow(name: string): void;
}

/** Shows a part with an editor for Linear A; it is open when something was written. */
export function WrittenPart(props: WrittenProps) {
  const isUsed = useLinear((state) => state.written !== "");
  return (
    <details className="study-written" open={isUsed || undefined}>
      <summary>
        <h2>{t`Linear A of your own`}</h2>
      </summary>
      <Opened {...props} />
    </details>
  );
}

function Opened({ cell, study, shown, diagnostics, onShow }: WrittenProps) {
  const written = useLinear((state) => state.written);
  const extensions = useCallback(
    () => linearEditor({ label: t`Definitions in Linear A`, onText: (text) => writeFor(cell, text) }),
    [cell],
  );
  const { host, view } = useEditor({ text: written, extensions });
  useEffect(() => {
    view?.dispatch(showDiagnostics(view.state, diagnostics, "<linear>"));
  }, [view, diagnostics]);
  const given = toGive(study, shown);
  const name = <code translate="no">{given?.texts.tangents.name}</code>;
  const add = (text: string): void => writeFor(cell, written.trim() === "" ? text : `${written.trimEnd()}\n\n${text}`);
  return (
    <>
      <p>
        <Terms
          text={t`Definitions you write here are checked by the linear types of the paper, unzipped and transposed. They appear above, beside those of the program. Variables before the semicolon are not linear, those after it are; each linear variable is used exactly once.`}
        />
      </p>
      <p className="note">
        <Trans>
          Names need no dots: <code translate="no">dx</code> is as good as <code translate="no">ẋ</code>. To type a
          symbol, write its name and press Tab: <code translate="no">\otimes</code> packs a tuple,{" "}
          <code translate="no">x\dot</code> has a dot.
        </Trans>
      </p>
      <p className="study-adding">
        <button type="button" className="button line small" onClick={() => add(SQUARE)}>
          {t`Add an example`}
        </button>
        {given !== undefined && (
          <button type="button" className="button line small" onClick={() => add(derivativeOf(given.texts.tangents))}>
            <Trans>Add {name} to change the derivative by hand</Trans>
          </button>
        )}
      </p>
      <div className="editor">
        <div ref={host} className="editor-host" />
        <p className="leaving" aria-hidden="true">
          {LEAVING}
        </p>
      </div>
      <div role="status">
        {diagnostics.length === 0 && <Sound study={study} onShow={onShow} />}
        {keyed(diagnostics.slice(0, MOST_SHOWN)).map(({ key, item: one }) => (
          <div key={key} className="study-wrong" lang="en">
            <p>
              <RichText runs={message(one.message)} />
            </p>
            {one.fix !== undefined && view !== undefined && (
              <button
                type="button"
                className="button line small"
                onClick={() => applyEdits(view, present(one.fix), "<linear>")}
              >
                <RichText runs={message(one.fix.title)} />
              </button>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

/** Errors that are told below the editor at once. */
const MOST_SHOWN = 3;

/** The definitions that the reader wrote, all of them well typed; nothing where there are none. */
function Sound({ study, onShow }: Pick<WrittenProps, "study" | "onShow">) {
  const own = study.filter(({ writtenIn, isGiven }) => writtenIn === "own text" || isGiven);
  if (own.length === 0) return null;
  return (
    <p className="study-sound">
      <Icon name="tick" /> {t`Well typed. Look at it, unzipped and transposed:`}{" "}
      {own.map(({ name, isGiven, texts }) => (
        <button key={name} type="button" className="button line small" onClick={() => onShow(name)}>
          <code translate="no">{isGiven ? texts.tangents.name : name}</code>
        </button>
      ))}
    </p>
  );
}
