// The stages that the usages of queries name, so that each can be tried as it stands.
import { USUAL } from "../algorithms/catalogue.ts";

/** The stage to run by. */
export const RUN = USUAL.run;
/** The plainest of those that are shown side by side. */
export const PLAIN = USUAL.columns[0] ?? RUN;
/** One in which calls wait to be put together. */
export const STAGING = USUAL.staging;
/** One with jobs. */
export const JOBS = USUAL.jobs ?? RUN;
