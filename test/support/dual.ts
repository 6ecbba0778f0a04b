// The command line, called on texts.
import { main } from "../../engine/cli.ts";

/** A call's output, on standard output and as errors, its exit status, and the last file that it wrote, if any. */
export interface Called {
  readonly out: string;
  readonly err: string;
  readonly status: number;
  readonly written?: string;
}

/** Calls the command line with some words; `read` has the files. */
export function called(words: readonly string[], read: (file: string) => string = () => ""): Called {
  let [out, err] = ["", ""];
  let written: string | undefined;
  const status = main(words, {
    read,
    write: (_, text) => {
      written = text;
    },
    out: (more) => {
      out += more;
    },
    err: (more) => {
      err += more;
    },
  });
  return { out, err, status, ...(written !== undefined && { written }) };
}

/** Calls a command for a program, the file `p`; there may be further files. */
export function dual(
  command: string,
  text: string | { readonly p: string; readonly [file: string]: string },
  ...args: readonly string[]
): Called {
  return called([command, "p", ...args], (file) => (typeof text === "string" ? text : (text[file] ?? text.p)));
}
