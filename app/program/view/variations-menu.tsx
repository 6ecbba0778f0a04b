// Variations of the stages' transformations, and the order in which independent jobs run.
import { t } from "@lingui/core/macro";
import { Fragment } from "react";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { COMPILED } from "../../../engine/algorithms/algorithm.ts";
import { describedStage, OPTIONS, REVERSE_STAGES } from "../../../engine/algorithms/catalogue.ts";
import {
  isOn,
  readVariations,
  type Variation,
  type Variations,
  variationsText,
  withOption,
} from "../../../engine/session/input/variations.ts";
import { OPTION_WORDS } from "../../algorithms/index.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { Icon } from "../../ui/icon.tsx";
import { PanelButton } from "../../ui/panel-button.tsx";

interface VariationsMenuProps {
  readonly cell: ProgramCell;
  /** The stages that are looked at. */
  readonly stages: readonly string[];
  /** Shows another stage, where that can be: then variations that none of these has are offered, too, and show a stage with them. */
  readonly onShow?: ((stage: StageId) => void) | undefined;
}

interface Choice {
  readonly variation: Variation;
  readonly label: string;
  readonly note: string;
}

const own = ({ id }: (typeof OPTIONS)[number]): Choice => ({ variation: id, ...OPTION_WORDS[id] });

/** Those of every stage first, then those of some; what spoils the gradient last. */
const CHOICES: readonly Choice[] = [
  {
    variation: "rightToLeft",
    label: t`Evaluate from right to left`,
    note: t`Parts of an expression are evaluated in this order, as in OCaml. The scalars get other numbers; the gradient stays the same.`,
  },
  {
    variation: "schedule",
    label: t`Shuffle the jobs`,
    note: t`Independent jobs run in a random order, or in one that was chosen in the view Jobs. The numbering of scalars and jobs stays the same.`,
  },
  ...OPTIONS.filter(({ isFault }) => isFault !== true).map(own),
  ...OPTIONS.filter(({ isFault }) => isFault === true).map(own),
];

const FAULTS: ReadonlySet<Variation> = new Set(OPTIONS.flatMap(({ id, isFault }) => (isFault === true ? [id] : [])));

/** A menu of check boxes; a variation that no stage here has shows one that has it, or is not offered. */
export function VariationsMenu({ cell, stages, onShow }: VariationsMenuProps) {
  const variations = readVariations(cell.ask.variations);
  const count = CHOICES.filter(({ variation }) => isOn(variations, variation)).length;
  const set = (changed: Variations): void => setAsk(cell.id, { variations: variationsText(changed) });
  if (stages.every((stage) => stage === COMPILED) && count === 0) return null;
  const isOffered = ({ variation }: Choice): boolean =>
    onShow !== undefined || isOn(variations, variation) || stages.some((stage) => hasVariation(stage, variation));
  const offered = CHOICES.filter(isOffered);
  const firstFault = offered.find(({ variation }) => FAULTS.has(variation))?.variation;
  return (
    <PanelButton
      look={count === 0 ? "button line small" : "button line small on"}
      panelLook="variations"
      label={t`Variations of the stages`}
      face={
        <>
          {count === 0 ? t`Variations` : t`Variations: ${count}`}
          <Icon name="down" />
        </>
      }
    >
      {() => (
        <>
          {offered.map(({ variation, label, note }) => {
            const able = stages.filter((stage) => hasVariation(stage, variation));
            const first = REVERSE_STAGES.find(({ id }) => hasVariation(id, variation))?.id ?? "";
            const isFar = able.length === 0 && !isOn(variations, variation);
            const only = able.length < stages.length ? able.join(", ") : "";
            return (
              <Fragment key={variation}>
                {variation === firstFault && <p className="label">{t`Broken on purpose`}</p>}
                <label className="variation">
                  <input
                    type="checkbox"
                    checked={isOn(variations, variation)}
                    onChange={({ target }) => {
                      set(varied(variations, variation, target.checked));
                      if (isFar) onShow?.(first);
                    }}
                  />
                  <span>
                    <b>{label}</b>
                    <span className="note">
                      {note}{" "}
                      {able.length > 0
                        ? only !== "" && t`Affects: ${only}.`
                        : isFar
                          ? t`Not available in these stages; this adds ${first}.`
                          : t`Not available in these stages, but for example in ${first}.`}
                    </span>
                  </span>
                </label>
              </Fragment>
            );
          })}
          {variations.schedule !== undefined && (
            <button
              type="button"
              className="button line small"
              onClick={() => set({ ...variations, schedule: nextSeed(variations.schedule) })}
            >
              <Icon name="next" /> {t`Another order`}
            </button>
          )}
          {onShow !== undefined && (variations.schedule !== undefined || stages.some(hasForks)) && (
            <a className="button line small" href={addressOf("jobs", cell.id)}>
              {t`Choose the order job by job`}
            </a>
          )}
        </>
      )}
    </PanelButton>
  );
}

function varied(variations: Variations, variation: Variation, isVaried: boolean): Variations {
  if (variation === "schedule") return { ...variations, schedule: isVaried ? nextSeed(undefined) : undefined };
  return variation === "rightToLeft"
    ? { ...variations, rightToLeft: isVaried }
    : withOption(variations, variation, isVaried);
}

/** Orders one after the other, so that a reader finds one again. */
function nextSeed(schedule: Variations["schedule"]): number {
  return (typeof schedule === "number" ? schedule : 0) + 1;
}

function hasForks(stage: string): boolean {
  return describedStage(stage)?.forks ?? false;
}

function hasVariation(stage: string, variation: Variation): boolean {
  const described = describedStage(stage);
  if (described === undefined) return false;
  if (variation === "rightToLeft") return true;
  return variation === "schedule" ? hasForks(stage) : described.varied.includes(variation);
}
