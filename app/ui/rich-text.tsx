// Running text with its marks, and numbers as powers of ten.
import type { Scientific } from "../words/numbers.ts";
import type { Run } from "../words/rich-text.ts";
import { keyed } from "./keyed.ts";
import { Notation } from "./notation.tsx";

const ELEMENTS = { code: "code", emphasis: "em", strong: "strong", plain: "span" } as const;

/** Shows text with code, emphasis and strong words marked up. */
export function RichText({ runs }: { readonly runs: readonly Run[] }) {
  return keyed(runs).map(({ key, item }) => {
    const Element = ELEMENTS[item.mark];
    return (
      <Element key={key} translate={item.mark === "code" ? "no" : undefined}>
        {item.mark === "code" ? <Notation text={item.text} /> : item.text}
      </Element>
    );
  });
}

/** 9 × 10⁻¹². */
export function PowerOfTen({ number }: { readonly number: Scientific }) {
  const sign = number.exponent < 0 ? "\u2212" : "";
  return (
    <span className="nowrap">
      {number.mantissa} × 10<sup>{`${sign}${Math.abs(number.exponent)}`}</sup>
    </span>
  );
}
