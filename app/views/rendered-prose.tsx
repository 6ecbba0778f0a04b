// Prose as it reads; loaded when a document has some, with the library for formulas.
import { useLayoutEffect, useRef } from "react";
import { markdownHtml } from "../components/markdown.ts";

/** Texts longer than this are drawn when the writer pauses, and not at every key. */
const SHORT = 2000;
const PAUSE = 400;

export default function RenderedProse({ text }: { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    const draw = (): void => {
      // the HTML is made here, of Markdown without HTML: see markdown.ts
      const made = new DOMParser().parseFromString(markdownHtml(text), "text/html");
      box.current?.replaceChildren(...made.body.childNodes);
      isDrawn.current = true;
    };
    if (text.length <= SHORT || !isDrawn.current) return draw();
    const timer = setTimeout(draw, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return <div ref={box} className="prose rendered" />;
}
