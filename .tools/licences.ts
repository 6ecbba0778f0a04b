// What the built site consists of and under which licences: the files `licences.txt` and `bom.json` of a build.
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { billOfMaterials } from "./bill-of-materials.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A package or a font that is in the bundle. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier. */
  readonly licence: string;
  /** What the licence asks to be passed on: copyright and terms, to the letter. */
  readonly text: string;
  /** Whether it comes from npm. */
  readonly isPackage: boolean;
}

/** Fonts, whose licences are not those of the packages that they come with: version and copyright as in the font files. */
const FONTS = [
  { files: /(?:^|\/)inter-/, name: "Inter", version: "4.001", text: "OFL-inter.txt" },
  { files: /(?:^|\/)jetbrains-mono-/, name: "JetBrains Mono", version: "2.211", text: "OFL-jetbrains-mono.txt" },
  { files: /(?:^|\/)noto-sans-math-/, name: "Noto Sans Math", version: "3.000", text: "OFL-noto-sans-math.txt" },
  { files: /(?:^|\/)source-serif-4-/, name: "Source Serif 4", version: "4.004", text: "OFL-source-serif-4.txt" },
  { files: /(?:^|\/)KaTeX_/, name: "KaTeX fonts", version: "1.1", text: "OFL-katex.txt" },
] as const;

/**
 * Plugins of one build: `gather` looks into the bundle of each worker, `write` into that of the page, and writes the
 * files. A part without a licence text ends the build.
 */
export function licences(): { gather(): Plugin; write(): Plugin } {
  const modules = new Set<string>();
  const fonts = new Set<string>();
  const gather: Plugin["generateBundle"] = (_, bundle) => {
    for (const one of Object.values(bundle)) {
      if (one.type === "chunk") for (const id of one.moduleIds) modules.add(id);
      else if (/\.(?:woff2?|ttf|otf)$/.test(one.fileName)) for (const file of one.originalFileNames) fonts.add(file);
    }
  };
  return {
    gather: () => ({ name: "gather-licences", apply: "build", generateBundle: gather }),
    write: () => ({
      name: "write-licences",
      apply: "build",
      generateBundle(...bundled) {
        gather.apply(this, bundled);
        const folders = new Set([...modules].flatMap(packageFolder));
        const parts = [...folders].map(packageIn).concat([...new Set([...fonts].map(fontOf))].map(partOfFont));
        parts.sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
        const own = packageIn(ROOT);
        this.emitFile({ type: "asset", fileName: "licences.txt", source: licencesText(own, parts) });
        this.emitFile({ type: "asset", fileName: "bom.json", source: billOfMaterials(own, parts) });
      },
    }),
  };
}

/** The folder of the package that a module belongs to; helpers of the build tools are theirs. */
function packageFolder(id: string): readonly string[] {
  if (id.startsWith("\0vite/")) return [join(ROOT, "node_modules/vite")];
  if (id.startsWith("\0rolldown/")) return [join(ROOT, "node_modules/rolldown")];
  const found = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id.replace(/^\0/, ""));
  if (found === null && id.startsWith("\0")) throw new Error(`internal: nobody knows whose the module ${id} is`);
  return found === null ? [] : [found[0]];
}

function packageIn(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const files = readdirSync(folder).filter((file) =>
    /^(?:licen[cs]e|copying|notice)[\w-]*(?:\.(?:md|txt))?$/i.test(file),
  );
  if (license === undefined || files.length === 0) throw new Error(`The package ${name} comes without its licence.`);
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8"));
  // what a build tool itself consists of is not in what it builds
  const text = texts.map((one) => one.replace(/^# Licenses of bundled dependencies$.*/ms, "").trim()).join("\n\n");
  return { name, version, licence: license, text, isPackage: folder.includes(`${sep}node_modules${sep}`) };
}

function fontOf(file: string): (typeof FONTS)[number] {
  const found = FONTS.find(({ files }) => files.test(file));
  if (found === undefined) throw new Error(`The font ${file} needs an entry in .tools/licences.ts.`);
  return found;
}

function partOfFont({ name, version, text }: (typeof FONTS)[number]): Part {
  const terms = readFileSync(join(ROOT, "app/fonts", text), "utf8").trim();
  return { name, version, licence: "OFL-1.1", text: terms, isPackage: false };
}

function licencesText(own: Part, parts: readonly Part[]): string {
  const section = ({ name, version, licence, text }: Part): string =>
    `${"=".repeat(80)}\n${name} ${version} (${licence})\n\n${text.replace(/\r\n/g, "\n")}\n`;
  return [
    `Dualscope, and the packages and fonts that are part of it, with their licences.\n`,
    section(own),
    ...parts.map(section),
  ].join("\n");
}

/** The order of code units, which is the same in every language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
