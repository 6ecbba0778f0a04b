// The reasons for a cotangent: the contributions with their numbers, the way to where an odd one began, the paths to the result, and the
// partials beside finite differences.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import type { DifferencesFound } from "../../../engine/explore/differences.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn, placeIn } from "../../../engine/graphs/run-graph.ts";
import { Term, Terms } from "../../help/term.tsx";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import type { CutGraph } from "../model/shares.ts";
import { checkLines, inBrackets, originWords, type PathLine, pathLines, type Reason, whyOf } from "../model/why.ts";
import { zeroWords } from "../model/zeros.ts";
import { pin } from "../state/explorer.ts";
import { askDifferences, askPaths } from "../state/questions.ts";
import { litOf, useExplorer } from "../state/store.ts";
import { ShareTable } from "./share-table.tsx";

interface WhyProps {
  readonly explored: Explored;
  /** Edges that the reader has cut, if any. */
  readonly cut?: CutGraph | undefined;
  /** Plays a path; left out where there is nothing to play it on. */
  readonly onPath?: ((edges: readonly number[]) => void) | undefined;
}

/** Explains the cotangent of the scalar that is lit, or else of the one at the current step; shows a hint where there is none. */
export function Why({ explored, cut, onPath }: WhyProps) {
  const lit = useExplorer(litOf);
  const lead = useExplorer((state) => state.lead);
  const number = lit ?? lead;
  if (number === undefined || number >= explored.graph.size)
    return (
      <p className="note">
        <Terms text={t`Select a scalar to see why it has its cotangent.`} />
      </p>
    );
  return <Explained key={number} explored={explored} number={number} cut={cut} onPath={onPath} />;
}

interface ExplainedProps extends WhyProps {
  readonly number: number;
  /** The occurrence in the result that paths are to lead to; all of them if left out. */
  readonly output?: number | undefined;
}

/** Shows the explanation of one scalar's cotangent; says so where the run was not recorded to its end. */
export function Explained({ explored, number, output, cut, onPath }: ExplainedProps) {
  const { customPartials, ended } = explored;
  const graph = cut?.graph ?? explored.graph;
  // an answer about the run before is none about this one
  const turn = useExplorer((state) => state.turn);
  if (ended.tag !== "done")
    return (
      <section className="why" tabIndex={-1} aria-label={t`Cotangents unknown`}>
        <p className="note">{t`The run was not recorded to the end, so its cotangents cannot be explained.`}</p>
      </section>
    );
  const why = whyOf(graph, customPartials, number, cut?.edges);
  const uncut = cut === undefined ? undefined : whyOf(explored.graph, customPartials, number).total;
  const { name, total } = why;
  // where an odd number began is said of the whole run
  const reasons = cut === undefined ? reasonsFor(explored, number) : [];
  return (
    <section className="why" tabIndex={-1} aria-label={t`Why does ${name} have cotangent ${total}?`}>
      <h3>
        <Trans>
          Why does <i translate="no">{name}</i> have <Term word="cotangent">cotangent</Term> {total}?
        </Trans>
      </h3>
      {why.expression !== undefined && (
        <p className="note">
          <code translate="no">
            {name} = {why.expression} = {why.value}
          </code>
          {inBrackets(placeIn(graph, number), explored.text)}
        </p>
      )}
      {uncut !== undefined && uncut !== total && <p className="note">{t`With all edges it is ${uncut}.`}</p>}
      {why.shares.length === 0 ? (
        <p className="note">{t`Nothing contributes to it.`}</p>
      ) : (
        <ShareTable shares={why.shares} more={why.more} total={total} />
      )}
      {reasons.map(({ words, go }) => (
        <p key={words} className="origin">
          <Icon name="question" /> {words} {go !== undefined && go !== number && <ShowScalar number={go} />}
        </p>
      ))}
      <Paths
        key={`paths ${turn}`}
        explored={explored}
        number={number}
        output={output}
        cut={cut}
        startsOpen={kindIn(graph, number) === "input"}
        onPath={onPath}
      />
      {kindIn(graph, number) === "operation" && (
        <Differences key={`differences ${turn}`} explored={explored} number={number} />
      )}
    </section>
  );
}

/** Where a cotangent that is NaN or infinite began, or the reasons for which it is 0. */
function reasonsFor({ graph, customPartials, text }: Explored, number: number): readonly Reason[] {
  const origin = originWords(graph, customPartials, number, text);
  return origin === undefined ? zeroWords(graph, customPartials, number, text) : [origin];
}

/** Chooses a scalar. */
function ShowScalar({ number }: { readonly number: number }) {
  return (
    <button type="button" className="link" onClick={() => pin(number)}>
      {t`Show #${number}`}
    </button>
  );
}

/** Paths that are asked for; the rest are counted. */
const MOST_PATHS = 50;

interface PathsProps extends WhyProps {
  readonly number: number;
  readonly output: number | undefined;
  /** An input's paths are its gradient. */
  readonly startsOpen: boolean;
}

function Paths({ explored, number, output, cut, startsOpen, onPath }: PathsProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const question = useCallback(() => askPaths(number, MOST_PATHS, output), [number, output]);
  const found = useAnswer(isOpen ? question : undefined);
  return (
    <details className="paths" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`Paths to the result`}</summary>
      {found !== undefined && <PathList lines={pathLines(explored.graph, number, found, cut?.edges)} onPath={onPath} />}
    </details>
  );
}

interface PathListProps extends Pick<WhyProps, "onPath"> {
  readonly lines: ReturnType<typeof pathLines>;
}

function PathList({ lines: { paths, rest }, onPath }: PathListProps) {
  return (
    <>
      <ol className="path-list">
        {paths.map(({ key, way, product, count, edges, isCut }: PathLine) => (
          <li key={key}>
            {onPath === undefined || edges.length === 0 ? (
              <span className="path-way" translate="no">
                {way}
              </span>
            ) : (
              <button type="button" className="link path-way" title={t`Play this path`} onClick={() => onPath(edges)}>
                <span translate="no">{way}</span>
              </button>
            )}{" "}
            {isCut ? <s>{product}</s> : <b>{product}</b>}
            {count > 1 && <span className="note"> ×{count}</span>}
          </li>
        ))}
      </ol>
      <p className="note">{rest}</p>
    </>
  );
}

function Differences({ explored, number }: { readonly explored: Explored; readonly number: number }) {
  const [found, setFound] = useState<DifferencesFound>();
  const ask = (): void => void askDifferences(number).then(setFound);
  return (
    <div className="differences">
      <button type="button" className="button line small" onClick={ask}>
        {t`Compare its partials with finite differences`}
      </button>
      <div role="status">
        <ul>
          {found !== undefined &&
            checkLines(explored.graph, found).map(({ key, words, isWrong }) => (
              <li key={key} className={isWrong ? "wrong" : undefined}>
                <Icon name={isWrong ? "cross" : "tick"} /> {words}
              </li>
            ))}
        </ul>
      </div>
    </div>
  );
}
