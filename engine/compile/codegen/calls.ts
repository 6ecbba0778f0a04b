// Which functions beside JavaScript's own the code calls: those are put before it, and no others.
import type { Written } from "../../scalars/javascript.ts";
import type { RuntimeName } from "../runtime/runtime-text.ts";

/** The functions that code calls, noted while it is written. */
export class Calls {
  readonly names = new Set<string>();

  /** The name of a function of the run time. */
  runtime(name: RuntimeName): string {
    this.names.add(name);
    return name;
  }

  /** An expression of scalar operations. */
  scalar({ text, calls }: Written): string {
    for (const name of calls) this.names.add(name);
    return text;
  }

  /** Code is put into this. */
  addAll(others: Iterable<string>): void {
    for (const name of others) this.names.add(name);
  }
}

/** A look at the clock that is due after a number of units of work. */
export function tick(calls: Calls, work = "1"): string {
  const spent = work === "1" ? "--fuel" : `(fuel -= ${work})`;
  return `if (${spent} < 0) fuel = ${calls.runtime("tick")}();`;
}
