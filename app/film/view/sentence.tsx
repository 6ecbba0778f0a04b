// The sentence of a moment: shown at once, and spoken when it has stood for a while.
import { useMemo } from "react";
import { useStanding } from "../../ui/hooks/use-standing.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message, plainMessage } from "../../words/rich-text.ts";

/** `text` has backquotes around code. */
export function Sentence({ text }: { readonly text: string }) {
  const runs = useMemo(() => message(text), [text]);
  const said = useStanding(plainMessage(text));
  return (
    <>
      <p className="film-sentence" aria-hidden="true">
        <RichText runs={runs} />
      </p>
      <p className="visually-hidden" role="status" data-part="narration">
        {said}
      </p>
    </>
  );
}
