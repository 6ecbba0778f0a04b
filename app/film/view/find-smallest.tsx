// Where a stage is broken on purpose: the smallest input at which it goes wrong.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Smallest } from "../../../engine/lessons/smallest-input.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { askSmallest } from "../../exploration/state/questions.ts";
import { useExplorer } from "../../exploration/state/store.ts";

interface FindSmallestProps {
  readonly cell: ProgramCell;
  /** The column that is broken. */
  readonly stage: string;
}

type Search = { readonly tag: "idle" | "under-way" | "failed" } | { readonly tag: "found"; readonly found: Smallest };

/** Shows a button that looks for the smallest input at which a broken stage goes wrong, and the result. */
export function FindSmallest({ cell, stage }: FindSmallestProps) {
  const subject = useExplorer((state) => state.subject);
  const [search, setSearch] = useState<Search>({ tag: "idle" });
  const key = `${stage} ${cell.text} ${cell.ask.variations}`;
  useEffect(() => {
    if (key !== "") setSearch({ tag: "idle" });
  }, [key]);
  const begin = async (): Promise<void> => {
    if (subject === undefined) return;
    setSearch({ tag: "under-way" });
    const found = await askSmallest(subject, stage);
    setSearch(found === undefined ? { tag: "failed" } : { tag: "found", found });
  };
  return (
    <span className="find-smallest" role="status">
      {search.tag === "found" ? (
        <Answer cell={cell} found={search.found} />
      ) : (
        <button
          type="button"
          className="button line small"
          disabled={search.tag === "under-way"}
          onClick={() => void begin()}
        >
          {search.tag === "under-way" ? t`Searching …` : t`Find the smallest failing input`}
        </button>
      )}
      {search.tag === "failed" && t`The search was stopped.`}
    </span>
  );
}

function Answer({ cell, found }: { readonly cell: ProgramCell; readonly found: Smallest }) {
  const { wrong, tried } = found;
  if (wrong === undefined)
    return plural(tried, {
      one: "The gradient is right at the one input that was tried.",
      other: "The gradient is right at all # inputs that were tried.",
    });
  const { at, contradiction } = wrong;
  const [here, there] =
    contradiction.tag === "gradient" ? [shortReal(contradiction.here), shortReal(contradiction.there)] : ["", ""];
  const how = contradiction.tag === "gradient" ? t`a derivative is ${here}, not ${there}` : t`a different value`;
  return (
    <>
      <Trans>
        Wrong at <code translate="no">{at}</code>: {how}
      </Trans>{" "}
      <button type="button" className="button line small" onClick={() => setAsk(cell.id, { at })}>
        {t`Show it`}
      </button>
    </>
  );
}
