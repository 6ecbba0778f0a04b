// One build of the site for all browser tests of a run: each file serves a copy of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT, buildSite } from "./browser.ts";

/** Builds the site; gives what takes it away again. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-built-"));
  buildSite(folder);
  process.env[BUILT] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
