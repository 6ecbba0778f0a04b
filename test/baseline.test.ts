// The page keeps to what current Chromium, Firefox and Safari all have; what it uses beyond that it can do without.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { beyondBaseline, styleBeyondBaseline, waitingModules } from "./support/baseline.ts";

const ROOT = join(import.meta.dirname, "..");

/** Features a browser may lack: it breaks lines and pages a little otherwise. For two of them the build adds the name that Safari has. */
const ONLY_NICER: readonly string[] = [
  "app/entrance/entrance.css: user-select",
  "app/entrance/entrance.css: user-select: none",
  "app/help/help.css: overscroll-behavior",
  "app/help/help.css: overscroll-behavior: contain",
  "app/help/help.css: text-wrap: pretty",
  "app/page/print.css: break-after: avoid",
  "app/page/print.css: orphans",
  "app/page/print.css: widows",
  "app/panels/play/play.css: user-select",
  "app/panels/play/play.css: user-select: none",
  "app/ui/styles/base.css: text-size-adjust",
  "app/ui/styles/parts.css: text-wrap: pretty",
];

function sourcesBelow(folder: string, kind: RegExp) {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => kind.test(file) && !file.endsWith(".d.ts"))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), "utf8") }));
}

describe("scripts", () => {
  test("what not every browser has is found, by interface and by name", () => {
    const text = "navigator.usb; new EditContext(); showSaveFilePicker(); Error.isError(x); x.computedStyleMap()";
    expect(beyondBaseline([{ file: "a.ts", text }])).toEqual([
      "a.ts: EditContext",
      "a.ts: Error.isError",
      "a.ts: Navigator.usb",
      "a.ts: showSaveFilePicker",
      "a.ts: x.computedStyleMap",
    ]);
    const plain =
      "navigator.language; new Map<string, { usb: 1 }>().get('x')?.usb; [1].toSorted(); Object.groupBy([], String)";
    expect(beyondBaseline([{ file: "a.ts", text: plain }])).toEqual([]);
  });

  test("the page and the engine use nothing that not every browser has", () => {
    const sources = [
      ...sourcesBelow("app", /\.(?:tsx?|js)$/),
      ...sourcesBelow("engine", /\.ts$/),
      ...sourcesBelow("public", /\.js$/),
    ];
    expect(sources.length).toBeGreaterThan(200);
    expect(beyondBaseline(sources)).toEqual([]);
  });

  test("no module waits at its top level, which WebKit does not bear", () => {
    const waiting = [
      { file: "a.ts", text: "export const a = await b();" },
      { file: "b.ts", text: "for await (const one of all) use(one);" },
      {
        file: "c.ts",
        text: "async function f() { await g(); } const h = async () => { for await (const x of y) await x; };",
      },
    ];
    expect(waitingModules(waiting)).toEqual(["a.ts", "b.ts"]);
    expect(waitingModules([...sourcesBelow("app", /\.tsx?$/), ...sourcesBelow("engine", /\.ts$/)])).toEqual([]);
  });
});

describe("styles", () => {
  test("what not every browser has is found", () => {
    const text = `
      @media (inverted-colors: inverted) { a { color: red } }
      a:has(b):target-current { width: calc-size(auto, size); hyphens: auto }
      p { text-wrap: pretty; display: grid; color: oklch(50% 0 0) }`;
    expect(styleBeyondBaseline(text)).toEqual([
      "(inverted-colors)",
      ":target-current",
      "calc-size()",
      "text-wrap: pretty",
    ]);
  });

  test("the page looks the same in every browser, but for what is named here", () => {
    const sheets = sourcesBelow("app", /\.css$/);
    expect(sheets.length).toBeGreaterThan(10);
    const found = sheets.flatMap(({ file, text }) => styleBeyondBaseline(text).map((one) => `${file}: ${one}`));
    expect(found).toEqual(ONLY_NICER);
  });
});
