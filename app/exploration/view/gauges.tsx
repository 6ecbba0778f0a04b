// Counts of a stage at a step, each beside its final number.
import "../styles/gauges.css";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { Terms } from "../../help/term.tsx";
import { gaugesOf } from "../model/gauges.ts";

/** Shows the counters of a stage at its step, each with its total where that is known. */
export function Gauges({ info, frame }: { readonly info: ColumnInfo; readonly frame: ColumnFrame }) {
  return (
    <dl className="gauges">
      {gaugesOf(info, frame).map(({ key, now, of, words }) => (
        <div key={key} className="gauge">
          <dt>
            <Terms text={words} />
          </dt>
          <dd>
            <b>{now}</b>
            {of !== undefined && <span> / {of}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
