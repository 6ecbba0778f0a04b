// The words on the picture of legs, in the language of the page.
import { t } from "@lingui/core/macro";
import type { PictureWords } from "./drawn/picture.ts";

/** The words of a picture; `entry` is the definition that the page differentiates. */
export function pictureWords(entry: string): PictureWords {
  const nameOf = (outside: number, levels: number): string =>
    outside === 0 ? entry : levels > 2 ? `grad ${levels - outside}` : "grad";
  return {
    bracket: (outside, levels, isBack) => {
      const name = nameOf(outside, levels);
      return isBack ? t`${name}: back` : t`${name}: there`;
    },
    ring: (outside, levels) => {
      const name = nameOf(outside, levels);
      return t`still to go back through ${name}`;
    },
    lane: (number, of) => (of === undefined ? t`lane ${number}: values` : t`lane ${number}: back through ${of}`),
    dropped: t`dropped`,
    added: (names) => t`plus what ${names} got`,
  };
}

/** The name of a number of a point. */
export function pointWords(index: number, count: number): string {
  const number = index + 1;
  return count === 1 ? t`point` : t`point ${number}`;
}
