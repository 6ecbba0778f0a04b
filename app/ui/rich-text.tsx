// Running text with its marks.
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
