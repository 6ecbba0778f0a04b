// The sentence of a moment: shown at once, and spoken when it has stood for a while.
import { useMemo } from "react";
import { useStanding } from "../../ui/hooks/use-standing.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message, plainMessage } from "../../words/rich-text.ts";

/** A sentence, and a remark beside it. */
export interface SentenceProps {
  /** With backquotes around code. */
  readonly text: string;
  /** A remark beside it that is not spoken. */
  readonly aside?: string | undefined;
  /** Words on what a press of Play shows, where a reader may not expect it; not on slides. */
  readonly hint?: string | undefined;
}

/** Shows a sentence at once, and has screen readers speak it when it has stood for a while. */
export function Sentence({ text, aside, hint }: SentenceProps) {
  const runs = useMemo(() => message(text), [text]);
  const said = useStanding(plainMessage(text));
  return (
    <>
      <p className="film-sentence" aria-hidden="true">
        {aside !== undefined && <small>{aside}</small>}
        <RichText runs={runs} />
        {hint !== undefined && <small className="end-hint">{hint}</small>}
      </p>
      <p className="visually-hidden" role="status" data-part="narration">
        {said}
      </p>
    </>
  );
}
