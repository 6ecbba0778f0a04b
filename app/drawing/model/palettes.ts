// The colours of drawings in files.
import type { Palette } from "./svg.ts";

/** The colours of files in the light theme. */
export const LIGHT: Palette = {
  ink: "#1d1b17",
  ink2: "#55514a",
  paper: "#fbfaf6",
  surface: "#ffffff",
  line: "#c6c0b2",
  primal: "#1a57a8",
  primalSoft: "#e3ecf8",
  cot: "#b84400",
  cotSoft: "#fce9dc",
  staged: "#0b7861",
  bp: "#5b1785",
  job: "#4c4b14",
  err: "#a00f3c",
  errSoft: "#fbe3e8",
  lit: "#ffefb0",
  litLine: "#b48a00",
};

/** The colours of files in the dark theme. */
export const DARK: Palette = {
  ink: "#eeece6",
  ink2: "#b9b5ac",
  paper: "#16171a",
  surface: "#1e2024",
  line: "#4a4e55",
  primal: "#7cbbfb",
  primalSoft: "#1c2d40",
  cot: "#ff9f68",
  cotSoft: "#3d2618",
  staged: "#62e8bf",
  bp: "#bf8aee",
  job: "#e6d24a",
  err: "#ff7d95",
  errSoft: "#40202a",
  lit: "#3b310f",
  litLine: "#f2c94c",
};
