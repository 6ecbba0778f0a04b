// The clocks of threads, set by what must have come first: no job begins before its fork, and none ends after the join. A ping tells how far
// a clock is off, but only within the time that it takes, which is long where a core is not free.
import { nth } from "../../base/nth.ts";
import {
  BACK_BEGINS,
  BACK_ENDS,
  BACK_FORKS,
  BACK_JOINS,
  BEGINS,
  ENDS,
  FORKS,
  JOINS,
  type TimeRecord,
} from "./times.js";

/** A time of a thread. */
interface Moment {
  readonly thread: number;
  readonly time: number;
}

/** Moments before and after a fork's jobs. */
interface Around {
  from?: Moment;
  to?: Moment;
}

/** By how much the clock of one thread has to be ahead of another's, at least; by thread and other thread. */
type Leads = readonly (readonly number[])[];

/** The records of threads, with their clocks set by that of the first. */
export function settledClocks(threads: readonly (readonly TimeRecord[])[]): readonly (readonly TimeRecord[])[] {
  const shifts = shiftsFor(leadsOf(threads));
  return threads.map((records, thread) => {
    const shift = nth(shifts, thread);
    return shift === 0 ? records : records.map((record) => ({ ...record, time: record.time + shift }));
  });
}

function leadsOf(threads: readonly (readonly TimeRecord[])[]): Leads {
  const forks = new Map<string, Around>();
  const jobs: { readonly fork: string; readonly isEnd: boolean; readonly moment: Moment }[] = [];
  threads.forEach((records, thread) => {
    // the NaN-safe sweep repeats the reverse pass; keep its records apart
    const met = new Map<string, number>();
    const turn = (key: string): string => {
      const count = met.get(key) ?? 0;
      met.set(key, count + 1);
      return String(count);
    };
    const around = (key: string): Around => {
      const known = forks.get(key) ?? {};
      forks.set(key, known);
      return known;
    };
    for (const { what, a, b, time } of records) {
      const isBack = what >= BACK_BEGINS;
      const moment = { thread, time };
      const fork = (own: string): string => `${isBack} ${a} ${turn(`${isBack} ${own} ${a}`)}`;
      if (what === FORKS || what === BACK_FORKS) around(fork("forks")).from = moment;
      else if (what === JOINS || what === BACK_JOINS) around(fork("joins")).to = moment;
      else if (what === BEGINS || what === BACK_BEGINS) jobs.push({ fork: fork(`begins ${b}`), isEnd: false, moment });
      else if (what === ENDS || what === BACK_ENDS) jobs.push({ fork: fork(`ends ${b}`), isEnd: true, moment });
    }
  });
  const leads = threads.map(() => threads.map(() => Number.NEGATIVE_INFINITY));
  const after = (late: Moment, early: Moment): void => {
    const row = nth(leads, late.thread);
    row[early.thread] = Math.max(nth(row, early.thread), early.time - late.time);
  };
  for (const { fork, isEnd, moment } of jobs) {
    const { from, to } = forks.get(fork) ?? {};
    if (isEnd && to !== undefined) after(to, moment);
    else if (!isEnd && from !== undefined) after(moment, from);
  }
  return leads;
}

/** Smallest clock offsets that satisfy all lead constraints; thread 0 is the reference. */
function shiftsFor(leads: Leads): readonly number[] {
  const shifts = leads.map(() => 0);
  for (let round = 0; round < 2 * leads.length; round++)
    for (let thread = 1; thread < leads.length; thread++) {
      let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let other = 0; other < leads.length; other++) {
        if (other === thread) continue;
        least = Math.max(least, nth(shifts, other) + nth(nth(leads, thread), other));
        most = Math.min(most, nth(shifts, other) - nth(nth(leads, other), thread));
      }
      // what cannot be is left to the middle
      shifts[thread] = least > most ? (least + most) / 2 : Math.min(most, Math.max(least, nth(shifts, thread)));
    }
  return shifts;
}
