// The page's upright fonts as texts, for pictures that stand by themselves; loaded when one is saved.
import interGreek from "./inter-greek-wght-normal.woff2?inline";
import inter from "./inter-latin-wght-normal.woff2?inline";
import monoGreek from "./jetbrains-mono-greek-wght-normal.woff2?inline";
import mono from "./jetbrains-mono-latin-wght-normal.woff2?inline";
import symbols from "./noto-sans-math-subset.woff2?inline";
import serif from "./source-serif-4-latin-wght-normal.woff2?inline";

const GREEK = "U+0370-03FF";
/** All but ¹, ² and ³: superscripts stand together, among the symbols. */
const LATIN = "U+0000-00B1,U+00B4-00B8,U+00BA-10FFFF";

/** Style rules for the fonts, each with its file in it. */
export const FACES: string = [
  face("Inter", inter, LATIN),
  face("Inter", interGreek, GREEK),
  face("JetBrains Mono", mono, LATIN),
  face("JetBrains Mono", monoGreek, GREEK),
  face("Source Serif 4", serif, LATIN),
  face("Dualscope Symbols", symbols),
].join("");

function face(family: string, file: string, range?: string): string {
  const only = range === undefined ? "" : `unicode-range:${range};`;
  return `@font-face{font-family:"${family}";font-weight:200 900;${only}src:url(${file}) format("woff2")}`;
}
