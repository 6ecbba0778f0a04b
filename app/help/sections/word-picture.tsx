// Small pictures of words, in the shapes and colours that the views draw them with.
import type { ReactNode } from "react";
import type { WordId } from "../words.ts";

function Value({ x, text }: { readonly x: number; readonly text: string }) {
  return (
    <g className="picture-primal">
      <rect x={x} y="7" width="40" height="22" rx="11" />
      <text x={x + 20} y="23">
        {text}
      </text>
    </g>
  );
}

/** A flag that points back. */
function Flag({ x, text }: { readonly x: number; readonly text: string }) {
  return (
    <g className="picture-cot">
      <path d={`M${x} 18l8-11h32v22h-32z`} />
      <text x={x + 23} y="23">
        {text}
      </text>
    </g>
  );
}

function Pill({ x, text, kind }: { readonly x: number; readonly text: string; readonly kind: "bp" | "job" }) {
  return (
    <g className={`picture-${kind}`}>
      <rect x={x} y="7" width="40" height="22" rx={kind === "bp" ? 11 : 5} />
      <text x={x + 20} y="23">
        {text}
      </text>
    </g>
  );
}

/** Cards on each other, the front one with its argument. */
function Staged({ x, text }: { readonly x: number; readonly text: string }) {
  return (
    <g className="picture-staged">
      <rect x={x + 4} y="10" width="40" height="20" rx="4" />
      <rect x={x} y="6" width="40" height="20" rx="4" />
      <text x={x + 20} y="21">
        {text}
      </text>
    </g>
  );
}

function Arrow({ from, to }: { readonly from: number; readonly to: number }) {
  return <path className="picture-edge" d={`M${from} 18H${to}m-5-4 5 4-5 4`} />;
}

/** Pictures of one thing. */
const ONE: Readonly<Partial<Record<WordId, ReactNode>>> = {
  primal: <Value x={4} text="25" />,
  scalar: <Value x={4} text="25" />,
  cotangent: <Flag x={4} text="12" />,
  seed: <Flag x={4} text="1" />,
  backpropagator: <Pill x={4} text="#3" kind="bp" />,
  id: <Pill x={4} text="#3" kind="bp" />,
  compoundId: <Pill x={4} text="⟨α,3⟩" kind="bp" />,
  stagedCall: <Staged x={4} text="12" />,
  job: <Pill x={4} text="β" kind="job" />,
};

/** Pictures of several things, from left to right. */
const SEVERAL: Readonly<Partial<Record<WordId, ReactNode>>> = {
  gradient: (
    <>
      <Flag x={4} text="37" />
      <Flag x={56} text="12" />
    </>
  ),
  dualNumber: (
    <>
      <Value x={4} text="25" />
      <Pill x={50} text="#3" kind="bp" />
    </>
  ),
  merge: (
    <>
      <Staged x={4} text="1" />
      <Staged x={60} text="8" />
      <Arrow from={112} to={124} />
      <Staged x={128} text="9" />
    </>
  ),
  linearFactoring: (
    <>
      <Staged x={4} text="f 1" />
      <Staged x={60} text="f 8" />
      <Arrow from={112} to={124} />
      <Staged x={128} text="f 9" />
    </>
  ),
  contribution: (
    <>
      <Flag x={4} text="12" />
      <Arrow from={66} to={50} />
      <Value x={70} text="25" />
    </>
  ),
  graph: (
    <>
      <Value x={4} text="12" />
      <Arrow from={46} to={64} />
      <Value x={68} text="25" />
      <Arrow from={110} to={128} />
      <Value x={132} text="300" />
    </>
  ),
  oneHot: (
    <g className="picture-plain">
      <text x="80" y="23">
        (0, 0, 12, 0)
      </text>
    </g>
  ),
  tape: (
    <g className="picture-plain">
      <path d="M4 6h152v24H4zM42 6v24M80 6v24M118 6v24" />
      <text x="61" y="23">
        1 1
      </text>
      <text x="99" y="23">
        25 12
      </text>
    </g>
  ),
  fork: (
    <>
      <Pill x={4} text="α" kind="job" />
      <Arrow from={48} to={64} />
      <Pill x={68} text="β" kind="job" />
      <Pill x={112} text="γ" kind="job" />
    </>
  ),
  join: (
    <>
      <Pill x={4} text="β" kind="job" />
      <Pill x={48} text="γ" kind="job" />
      <Arrow from={92} to={108} />
      <Pill x={112} text="δ" kind="job" />
    </>
  ),
};

/** The picture of a word, where it has one; it says nothing that its card does not. */
export function WordPicture({ word }: { readonly word: WordId }) {
  const one = ONE[word];
  const picture = one ?? SEVERAL[word];
  return picture === undefined ? null : (
    <svg
      className={one === undefined ? "word-picture" : "word-picture one"}
      viewBox={`0 0 ${one === undefined ? 176 : 52} 36`}
      aria-hidden="true"
      focusable="false"
    >
      {picture}
    </svg>
  );
}
