// The JavaScript module of a program: the compiled engine's code, to be read and taken along.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuestion } from "../../client/question.ts";
import { type ProgramCell, sameTexts } from "../../document/document.ts";
import { useDataKey, useTextsAbove } from "../../document/state/document.ts";
import type { CellCheck } from "../../program/model/run.ts";
import { StaleTag } from "../../program/view/stale-tag.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { download } from "../../ui/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { programModule } from "./state.ts";

/** A cell, and the check of its program; undefined while that is being checked. */
export interface ModuleViewProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
}

/** Shows the text of the module, to copy or save it; says why there is none where that is so. */
export default function ModuleOpened({ cell, check }: ModuleViewProps) {
  const entry = cell.ask.entry.trim() === "" ? undefined : cell.ask.entry;
  const isSound = check?.text === cell.text && !check.checked.diagnostics.some((one) => one.severity === "error");
  const { id, text } = cell;
  const above = useTextsAbove(id);
  const data = useDataKey(id);
  const { answer: module, of } = useQuestion(programModule, isSound ? { text, above, data, entry } : undefined, id);
  if (module === undefined || of === undefined)
    return <p className="quiet">{isSound ? t`compiling` : t`the program has errors`}</p>;
  if (module.tag === "mistake")
    return (
      <p className="quiet">
        {t`This program has no module:`} <span lang="en">{module.diagnostics[0]?.message}</span>
      </p>
    );
  const isStale = of.text !== text || !sameTexts(of.above, above) || of.data !== data || of.entry !== entry;
  const name = `${module.entry.replace(/[^\w-]/g, "_")}.mjs`;
  return (
    <div className={isStale ? "transformed-body stale" : "transformed-body"} aria-busy={isStale}>
      {isStale && <StaleTag words={t`older than your last change`} />}
      <div className="stage-note">
        <p>
          <Trans>
            The code that the compiled engine runs, as a standalone ES module for Node and browsers.{" "}
            <code translate="no">primal(x)</code> returns the value, <code translate="no">gradient(x, cotangent)</code>{" "}
            the value and the gradient, as plain data.
          </Trans>
        </p>
      </div>
      <div className="printed">
        <header>
          <p translate="no">{name}</p>
          <span className="module-actions">
            <button
              type="button"
              className="button line small"
              onClick={() => download(new Blob([module.text], { type: "text/javascript" }), name)}
            >
              <Icon name="save" /> {t`Export`}
            </button>
            <CopyButton text={module.text} what={t({ message: "module", comment: "in: Copy the module" })} />
          </span>
        </header>
        <textarea
          className="module-text"
          translate="no"
          aria-label={name}
          readOnly={true}
          rows={24}
          wrap="off"
          value={module.text}
        />
      </div>
    </div>
  );
}
