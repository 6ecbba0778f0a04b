// The command line, called on a text.
import { main } from "../../engine/cli.ts";

/** A command's output for a program, the file `p`, on standard output and as errors, and its exit status. */
export function dual(
  command: string,
  text: string | { readonly p: string; readonly [file: string]: string },
  ...args: readonly string[]
): { readonly out: string; readonly err: string; readonly status: number } {
  let [out, err] = ["", ""];
  const status = main([command, "p", ...args], {
    read: (file) => (typeof text === "string" ? text : (text[file] ?? text.p)),
    write: () => undefined,
    out: (more) => {
      out += more;
    },
    err: (more) => {
      err += more;
    },
  });
  return { out, err, status };
}
