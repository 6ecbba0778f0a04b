// The cut between the halves: what crosses it is the tape, and what could is computed again on the other side.
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { Terms } from "../../../help/term.tsx";
import { grouped } from "../../../words/numbers.ts";
import { tapeSize } from "./model.ts";
import { toggleRecomputed } from "./state.ts";

/** Variables of each kind that are shown at first. */
const FIRST = 100;

/** Shows the variables on the tape; those that can be computed again are buttons. */
export function Tape({ definition }: { readonly definition: LinearDefinition }) {
  const [isWhole, setWhole] = useState(false);
  const { tape, name: of } = definition;
  const choices = isWhole ? definition.choices : definition.choices.slice(0, FIRST);
  const size = tapeSize(definition);
  const count = grouped(size);
  const chosen = new Set(definition.choices.map(({ name }) => name));
  const allFixed = tape.filter(({ name }) => !chosen.has(name));
  const fixed = isWhole ? allFixed : allFixed.slice(0, FIRST);
  const left = allFixed.length - fixed.length + definition.choices.length - choices.length;
  const more = grouped(left);
  return (
    <section className="study-tape" aria-label={t`The tape`}>
      <h3>{plural(size, { one: "Tape: 1 Real crosses the cut", other: `Tape: ${count} Reals cross the cut` })}</h3>
      <p className="study-chips">
        {fixed.map(({ name, scalars }) => (
          <span
            key={name}
            className="study-chip"
            translate="no"
            title={t`It cannot be recomputed alone: it is a parameter, or comes from a call together with its tape.`}
          >
            {name}
            {scalars > 1 && ` × ${grouped(scalars)}`}
          </span>
        ))}
        {choices.map(({ name, isRecomputed }) => (
          <button
            key={name}
            type="button"
            className="study-chip"
            aria-pressed={isRecomputed}
            aria-label={isRecomputed ? t`${name} is computed again; tape it` : t`${name} is taped; compute it again`}
            title={
              isRecomputed
                ? t`computed again in the linear half: tape it`
                : t`on the tape: compute it again in the linear half`
            }
            onClick={() => toggleRecomputed(of, name)}
          >
            {isRecomputed && "↻ "}
            <span translate="no">{name}</span>
          </button>
        ))}
        {left > 0 && (
          <button type="button" className="button line small" onClick={() => setWhole(true)}>
            {plural(left, { one: `Show ${more} more`, other: `Show ${more} more` })}
          </button>
        )}
      </p>
      <p className="quiet">
        <Terms
          text={
            choices.length > 0
              ? t`Press a framed name to recompute it after the cut; what it needs is stored instead. Tape and work are counted again.`
              : definition.isCounted
                ? t`In a run this long, no line can be moved across the cut.`
                : size > 0
                  ? t`No value on this tape can be recomputed.`
                  : t`There is no tape: the linear half reads nothing of the other half.`
          }
        />
      </p>
    </section>
  );
}
