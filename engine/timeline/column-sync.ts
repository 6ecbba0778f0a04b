// Where a recording stands beside another of the same program: they are lined up by the numbers of scalars.
import type { Recording } from "./recording.ts";

/** The step at which the reverse pass of a recording begins. */
export function reverseOf({ phases, steps }: Recording): number {
  return phases.find(({ name }) => name !== "forward")?.from ?? steps;
}

/** Events in which the last scalar, or the last call, is looked for. */
const LOOK_BACK = 4096;

/** The scalar of the last call before a step, in the same pass, among the last `within` events; undefined where there is none. */
export function lastCalled({ columns }: Recording, step: number, within = LOOK_BACK): number | undefined {
  for (let event = step - 1; event >= Math.max(0, step - within); event--) {
    const tag = columns.tag(event);
    if (tag === "call") return columns.scalar(event);
    if (tag === "phase") return undefined;
  }
  return undefined;
}

/** In the forward pass the scalar that was created last, in the reverse pass the one that is being called. */
export function leadingScalar(recording: Recording, step: number): number | undefined {
  const { columns } = recording;
  if (step <= reverseOf(recording)) {
    // forward mode goes through the scalars once for each input
    for (let event = step - 1; event >= Math.max(0, step - LOOK_BACK); event--)
      if (columns.tag(event) === "scalar") return columns.scalar(event);
    return recording.lastCreated(step);
  }
  return lastCalled(recording, step, step);
}

/** Where a column stands beside a leader: at the creation of the same scalar, or, in the reverse pass, where it was. */
export function followed(leader: Recording, step: number, follower: Recording, cursor: number): number {
  const [leads, follows] = [reverseOf(leader), reverseOf(follower)];
  if (step > leads) return Math.min(follower.steps, Math.max(cursor, Math.min(follows + 1, follower.steps)));
  if (step === leads) return follows;
  const scalar = leadingScalar(leader, step);
  if (scalar === undefined) return 0;
  const event = follower.created[scalar];
  return event === undefined || event < 0 ? follows : event + 1;
}

/** Where a column stands that goes along in the reverse pass: at its last call of what the leader calls; at the end with it. */
export function alongWith(leader: Recording, step: number, follower: Recording): number {
  if (step >= leader.steps) return follower.steps;
  const scalar = leadingScalar(leader, step);
  const last = scalar === undefined || scalar >= follower.scalars ? undefined : follower.calls.of(scalar).at(-1);
  return last === undefined ? Math.min(reverseOf(follower) + 1, follower.steps) : last + 1;
}
