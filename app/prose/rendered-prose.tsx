// Prose as it reads; loaded when a document has some, with the styles of formulas.
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import "katex/dist/katex.min.css";
import { nodesOf } from "../base/trusted.ts";
import type { Document } from "../document/document.ts";
import type { Picture } from "../document/pictures/picture.ts";
import { fillPictures } from "../document/pictures/shown-pictures.ts";
import { useDocument } from "../document/state/document.ts";
import { PlainText } from "../ui/plain-text.tsx";
import { prose } from "./client.ts";
import { rankOnPaper } from "./outline.ts";

/** Texts longer than this are drawn when the writer pauses, and not at every key. */
const SHORT = 2000;
const PAUSE = 400;

/** Milliseconds for which parts are put into the page before it may do something else, and parts that are laid out at once. */
const SLICE = 8;
const MOST_PARTS = 60;

rankOnPaper();

const NO_PICTURES: readonly Picture[] = [];

interface RenderedProseProps {
  readonly text: string;
  /** The document whose pictures it has; the open one, where none is given. */
  readonly of?: Document;
}

/** Formatted prose, with formulas and pictures. Text that is refused is shown as it was written, below the reason. */
export default function RenderedProse({ text, of }: RenderedProseProps) {
  const pictures = useDocument(({ document }) => (of ?? document).pictures ?? NO_PICTURES);
  const box = useRef<HTMLDivElement>(null);
  const isDrawn = useRef(false);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      const names = pictures.map(({ name }) => name);
      const drawn = await prose.draw(text, "htmlAndMathml", names);
      if (!isCurrent) return;
      isDrawn.current = true;
      setRefusal(drawn.tag === "refused" ? drawn.reason : undefined);
      // the HTML is made here, of Markdown without HTML: see prose/html.ts
      if (drawn.tag === "html" && box.current !== null) await fill(box.current, drawn.html, pictures, () => isCurrent);
    };
    const timer = setTimeout(() => void draw(), text.length <= SHORT || !isDrawn.current ? 0 : PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, pictures]);
  return (
    <>
      {refusal !== undefined && (
        <>
          <p className="notice" role="status">
            {t`This prose is shown as text: ${refusal}.`}
          </p>
          <PlainText className="undrawn" text={text} />
        </>
      )}
      <div ref={box} className="prose rendered" hidden={refusal !== undefined} />
    </>
  );
}

/** Puts HTML into an element, a slice at a time, replacing its content; until it is no longer wanted. */
async function fill(
  box: HTMLElement,
  html: string,
  pictures: readonly Picture[],
  isWanted: () => boolean,
): Promise<void> {
  const nodes = [...nodesOf(html)];
  const old = [...box.childNodes];
  let since = performance.now();
  for (const [index, node] of nodes.entries()) {
    if (performance.now() - since > SLICE || index % MOST_PARTS === MOST_PARTS - 1) {
      await new Promise(requestAnimationFrame);
      if (!isWanted()) return;
      since = performance.now();
    }
    if (node instanceof Element) fillPictures(node, pictures);
    // part for part, so that equal ones stay in place, and their pictures are not drawn anew
    const before = old[index];
    if (before === undefined) box.append(node);
    else if (!before.isEqualNode(node)) before.replaceWith(node);
  }
  for (const rest of old.slice(nodes.length)) rest.remove();
}
