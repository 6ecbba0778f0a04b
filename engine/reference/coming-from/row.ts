// A row of the tables of `coming-from.ts`.

/** A form of another language, and that of Dual, in a program that runs. */
export interface Row {
  readonly topic: string;
  readonly there: string;
  readonly dual: string;
  readonly note?: string;
  readonly at: string;
  /** The rest of the program: `DUAL` stands for the Dual side, which comes first where that is not said. */
  readonly rest?: string;
}

/** A loop that several of the tables need. */
export const SUM_LOOP = "def total xs = foldl (\\acc x -> acc + x * x) 0.0 xs";
