// Prose as it reads; loaded when a document has some, with the library for formulas.
import { useLayoutEffect, useRef } from "react";
import { markdownHtml } from "../components/markdown.ts";

export default function RenderedProse({ text }: { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // the HTML is made here, of Markdown without HTML: see markdown.ts
    const made = new DOMParser().parseFromString(markdownHtml(text), "text/html");
    box.current?.replaceChildren(...made.body.childNodes);
  }, [text]);
  return <div ref={box} className="prose rendered" />;
}
