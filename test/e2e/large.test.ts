// Programs of megabytes, on one line and on many: what is typed at their ends is there, and nothing of the text is lost. How long the
// page's thread is busy with them is a benchmark (`test/bench/notebook.bench.ts`).

import { expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { oneIn } from "../support/runs.ts";
import { PROGRAMS } from "./megabytes.ts";
import { siteForTests } from "./site.ts";
import { leaveDocument, storedCells } from "./stored.ts";

const site = siteForTests();

test.each(oneIn(2, ["one line", "many lines"] as const))(
  "a program of megabytes on %s is edited at both ends, and kept",
  async (name) => {
    const text = PROGRAMS[name];
    const { page, errors } = await site.visit({}, (fresh) =>
      leaveDocument(fresh, { title: "", cells: [programCell("cell-1", text)] }),
    );
    await page.getByRole("textbox", { name: "Program", exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+End");
    // a comment changes no result
    await page.keyboard.type("-- z");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("-- a\n");
    await expect.poll(() => storedCells(page), { timeout: 20_000 }).toEqual([`-- a\n${text}-- z`]);
    expect(errors).toEqual([]);
  },
);
