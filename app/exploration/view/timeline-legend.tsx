// The legend of the timeline's present signs and colours.
import { t } from "@lingui/core/macro";
import { WORK, type Work } from "../../../engine/timeline/landscape.ts";
import { PanelButton } from "../../ui/panel-button.tsx";
import { workWords } from "../model/timeline.ts";
import { useExplorer } from "../state/store.ts";
import { eventWords, Shape } from "./timeline-strip.tsx";

/** Shows a button with the legend of the timeline; shows nothing until the timeline is known. */
export function Legend() {
  const known = useExplorer((state) => state.landscape);
  if (known === undefined) return null;
  const { glyphs } = known.landscape;
  const signs = new Map(glyphs.map(({ tag, work }) => [`${tag} ${work}`, { tag, work }]));
  return (
    <PanelButton
      look="button line small"
      panelLook="timeline-legend"
      label={t`Legend of the timeline`}
      face={t`Legend`}
    >
      {() => (
        <ul>
          {glyphs.length > 0
            ? [...signs].map(([key, { tag, work }]) => (
                <Entry key={key} work={work} words={eventWords(tag, work, known.stage)}>
                  <Shape tag={tag} />
                </Entry>
              ))
            : WORK.filter((work) => workWords(work, known.stage) !== "").map((work) => (
                <Entry key={work} work={work} words={workWords(work, known.stage)} look="heap">
                  <rect className={`heap ${work}`} x={-5} y={-5} width={10} height={10} />
                </Entry>
              ))}
          <Entry work="other" look="touch" words={t`touches the selected scalar`}>
            <rect className="touch" x={-4} y={-2} width={8} height={4} rx={2} />
          </Entry>
        </ul>
      )}
    </PanelButton>
  );
}

interface EntryProps {
  readonly work: Work;
  readonly words: string;
  readonly look?: "glyph" | "heap" | "touch";
  readonly children: React.ReactNode;
}

function Entry({ work, words, look = "glyph", children }: EntryProps) {
  return (
    <li>
      <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden="true">
        <g className={look === "glyph" ? `glyph ${work}` : undefined}>{children}</g>
      </svg>{" "}
      {words}
    </li>
  );
}
