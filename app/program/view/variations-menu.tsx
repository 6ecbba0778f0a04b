// Variations of the stages' transformations, and the order in which independent jobs run.
import { t } from "@lingui/core/macro";
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
import { conjunction } from "../../words/lists.ts";

interface VariationsMenuProps {
  readonly cell: ProgramCell;
  /** The stages that are looked at. */
  readonly stages: readonly string[];
  /** Shows another stage, where that can be: then options that none of these has are offered, and show a stage with them. */
  readonly onShow?: ((stage: StageId) => void) | undefined;
}

/** Stages that are named where none of those that are looked at has a variation. */
const MOST_NAMED = 3;

interface Choice {
  readonly variation: Variation;
  readonly label: string;
  readonly note: string;
}

const CHOICES: readonly Choice[] = [
  ...OPTIONS.map(({ id }) => ({ variation: id, ...OPTION_WORDS[id] })),
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
];

/** A menu of check boxes; a variation that no stage here has shows one that has it, or cannot be chosen. */
export function VariationsMenu({ cell, stages, onShow }: VariationsMenuProps) {
  const variations = readVariations(cell.ask.variations);
  const count = CHOICES.filter(({ variation }) => isOn(variations, variation)).length;
  const set = (changed: Variations): void => setAsk(cell.id, { variations: variationsText(changed) });
  if (stages.every((stage) => stage === COMPILED) && count === 0) return null;
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
          {CHOICES.map(({ variation, label, note }) => {
            const able = stages.filter((stage) => hasVariation(stage, variation));
            const others = REVERSE_STAGES.filter(({ id }) => hasVariation(id, variation));
            const list = conjunction(others.slice(0, MOST_NAMED).map(({ id }) => id));
            const first = others[0]?.id ?? "";
            const isFar = able.length === 0 && !isOn(variations, variation);
            const only = able.length < stages.length ? able.join(", ") : "";
            return (
              <label
                key={variation}
                className={able.length === 0 && onShow === undefined ? "variation off" : "variation"}
              >
                <input
                  type="checkbox"
                  checked={isOn(variations, variation)}
                  disabled={isFar && onShow === undefined}
                  onChange={({ target }) => {
                    set(varied(variations, variation, target.checked));
                    if (isFar) onShow?.(first);
                  }}
                />
                <span>
                  <b>{label}</b>
                  <span className="note">
                    {note}{" "}
                    {able.length === 0
                      ? isFar && onShow !== undefined
                        ? t`Not available in these stages; this adds ${first}.`
                        : t`Not available in these stages, but for example in ${list}.`
                      : only === ""
                        ? ""
                        : t`Affects: ${only}.`}
                  </span>
                </span>
              </label>
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
