// The program of a comparison and the graph of its run, with the words of the selection.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Linked } from "../../../engine/explore/linked.ts";
import { whyOf } from "../../exploration/model/why.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { conjunction } from "../../words/lists.ts";
import { message } from "../../words/rich-text.ts";
import { calledIn } from "../model/called.ts";
import type { Systems } from "../state/systems.ts";
import { RunGraph } from "./run-graph.tsx";
import { Source } from "./source.tsx";

interface RunProps extends Pick<Systems, "program" | "explored"> {
  readonly linked: Linked | undefined;
}

/** Shows the program and the graph of its run, with what is selected of them lit, and in words. */
export function Run({ program, explored, linked }: RunProps) {
  const { graph, text } = explored;
  const isDeep = useIsDeep("systems");
  const { spans, scalars } = linked ?? { spans: [], scalars: [] };
  const start = useMemo(() => graph.spans.find(({ source }) => source === "<program>"), [graph]);
  return (
    <div className="systems-top">
      <Source text={text} input={program.at ?? ""} lit={spans} start={start} />
      <RunGraph program={program} explored={explored} lit={scalars} />
      <div className="systems-said">
        <Told explored={explored} linked={linked} />
        {isDeep && <Results explored={explored} />}
      </div>
    </div>
  );
}

function Results({ explored: { at, value, gradient } }: { readonly explored: Explored }) {
  return (
    <dl className="systems-results" translate="no">
      <dt>{t`at`}</dt>
      <dd className="primal" title={at?.text}>
        {briefValue(at?.text ?? "")}
      </dd>
      <dt>{t`value`}</dt>
      <dd className="primal" title={value?.text}>
        {briefValue(value?.text ?? "")}
      </dd>
      <dt>{t`gradient`}</dt>
      <dd className="cotangent" title={gradient?.text}>
        {briefValue(gradient?.text ?? "")}
      </dd>
    </dl>
  );
}

/** The selection's value, its cotangent, and the addends of that. */
function Told({ explored, linked }: { readonly explored: Explored; readonly linked: Linked | undefined }) {
  const { graph, customPartials } = explored;
  const first = linked?.scalars[0];
  if (linked === undefined)
    return (
      <p className="systems-told quiet">{t`Tap or point at a number of the graph, or at a part of the program or of a column.`}</p>
    );
  if (first === undefined) {
    const name = <code translate="no">{linked.name}</code>;
    return (
      <p className="systems-told">
        <Trans>{name} is not a number of the run. Its parts have cotangents of their own.</Trans>
      </p>
    );
  }
  const { value, total, shares, more } = whyOf(graph, customPartials, first);
  const sum = shares.slice(0, MOST_TOLD).map(({ amount, scalar }) => {
    const source = scalar === undefined ? t`the result` : `\`${calledIn(graph, scalar, explored.text)}\``;
    return t({ message: `${amount} from ${source}`, comment: "a part of a sum, and where it comes from" });
  });
  const rest = more + Math.max(0, shares.length - MOST_TOLD);
  const many = linked.scalars.length;
  const called = <code translate="no">{calledIn(graph, first, explored.text)}</code>;
  const of = (
    <b className="primal" translate="no">
      {value}
    </b>
  );
  const back = (
    <b className="cotangent" translate="no">
      {total}
    </b>
  );
  return (
    <p className="systems-told">
      <Trans>
        {called} is {of}, its cotangent {back}.
      </Trans>{" "}
      {sum.length > 1 && <RichText runs={message(sumWords(sum, rest))} />}{" "}
      {many > 1 && plural(many, { other: "This is the first of # scalars of this place." })}
    </p>
  );
}

/** Contributions listed one by one. */
const MOST_TOLD = 4;

function sumWords(parts: readonly string[], rest: number): string {
  const all = rest === 0 ? parts : [...parts, plural(rest, { one: "one more", other: "# more" })];
  const sum = conjunction(all);
  return t({ message: `It is the sum of ${sum}.`, comment: "of contributions" });
}
