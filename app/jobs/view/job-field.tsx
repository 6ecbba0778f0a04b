// The chosen job, by its letter: a field for choosing without a pointer.
import { t } from "@lingui/core/macro";
import { jobName } from "../../../engine/graphs/jobs.ts";
import { Icon } from "../../ui/icon.tsx";
import type { JobsRun } from "../model/run.ts";
import { chooseJobs, chooseNothing, useJobs } from "../state.ts";

/** Jobs that the field lists. */
const MOST_LISTED = 500;

/** Shows a list of the jobs by their letters, to choose one without a pointer; it is empty while several are chosen. */
export function JobField({ run }: { readonly run: JobsRun }) {
  const chosen = useJobs((state) => state.chosen);
  const [only, ...others] = chosen?.forward ?? [];
  const value = only === undefined || others.length > 0 ? "" : String(only);
  return (
    <label className="jobs-field">
      <span className="label">{t`job`}</span>
      <span className="select-box">
        <select
          value={value}
          onChange={({ target }) =>
            target.value === "" ? chooseNothing() : chooseJobs("forward", [Number(target.value)])
          }
        >
          <option value="">{t({ message: "none", comment: "no job is chosen" })}</option>
          {run.passes.forward.list.slice(0, MOST_LISTED).map(({ id }) => (
            <option key={id} value={id}>
              {jobName(id)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}
