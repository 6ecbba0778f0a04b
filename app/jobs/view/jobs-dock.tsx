// Controls of the jobs: transport, the head as a slider, workers, which job goes first, and the job that is chosen.
import { plural, t } from "@lingui/core/macro";
import { Play, Press } from "../../picture/view/press.tsx";
import { Choice, type Choosable } from "../../ui/choice.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import type { Timing } from "../model/timing.ts";
import { timeWords } from "../model/words.ts";
import {
  choosePolicy,
  chooseWorkers,
  type JobsState,
  MOST_WORKERS,
  playJobs,
  seekJobs,
  stepJobs,
  timeNow,
  useJobs,
} from "../state.ts";
import { CountSlider } from "./count-slider.tsx";

type Order = JobsState["policy"];
const POLICIES: readonly Choosable<Order>[] = [
  { value: "order", words: t`by number` },
  { value: "critical", words: t`critical path first` },
  { value: "shuffled", words: t`random` },
  { value: "chosen", words: t`my choice` },
];

interface JobsDockProps {
  readonly timing: Timing;
}

/** Shows the buttons for playing, the play head, the number of workers, and which job goes first. */
export function JobsDock({ timing }: JobsDockProps) {
  const isPlaying = useJobs((state) => state.isPlaying);
  const isDeep = useIsDeep("jobs");
  const policy = useJobs((state) => state.policy);
  // an order that is chosen job by job is that of one worker
  const workers = useJobs((state) => (state.policy === "chosen" ? 1 : state.workers));
  const count = plural(workers, { one: `${workers} worker`, other: `${workers} workers` });
  return (
    <div className="jobs-dock">
      <div className="jobs-play">
        <fieldset className="transport" aria-label={t`Playback`}>
          <Press icon="previous" words={t`Previous event`} keys="←" onClick={() => stepJobs(-1)} />
          <Play isPlaying={isPlaying} words={t`Play`} onClick={playJobs} />
          <Press icon="next" words={t`Next event`} keys="→" onClick={() => stepJobs(1)} />
        </fieldset>
        <Head timing={timing} />
      </div>
      <div className="jobs-settings">
        <CountSlider
          label={t`workers`}
          least={1}
          most={MOST_WORKERS}
          value={workers}
          words={count}
          isFixed={policy === "chosen"}
          onChange={chooseWorkers}
        />
        {(isDeep || policy !== "order") && (
          <div className="jobs-policy">
            <span className="label">{t`next job`}</span>
            <Choice<Order>
              label={t`Order in which ready jobs run`}
              value={policy}
              choices={POLICIES}
              onChange={choosePolicy}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** The head as a slider. */
function Head({ timing }: { readonly timing: Timing }) {
  const time = useJobs(timeNow);
  const isBack = time > timing.forward.end;
  const now = timeWords(isBack ? time - timing.forward.end : time);
  const end = timeWords(isBack ? timing.reverse.end : timing.forward.end);
  const words = isBack ? t`${now} of ${end} back` : t`${now} of ${end} forward`;
  return (
    <div className="jobs-head">
      <input
        type="range"
        min={0}
        max={timing.end}
        step="any"
        value={time}
        aria-label={t`Time`}
        aria-valuetext={words}
        onChange={(event) => seekJobs(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          // the keys of the view, not of the slider
          if (/^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
        }}
      />
      <span className="note jobs-time">{words}</span>
    </div>
  );
}
