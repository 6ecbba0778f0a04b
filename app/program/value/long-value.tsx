// A long value as plain text, cut until the reader wants all of it, and then laid out only where it is seen.
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useIsScrolled } from "../../ui/hooks/use-is-scrolled.ts";
import { keyed } from "../../ui/keyed.ts";
import { countedCharacters } from "../../words/counts.ts";

const FIRST_CHARACTERS = 2000;
const BLOCK = 4000;

interface LongValueProps {
  readonly label: string;
  readonly kind: "primal" | "cotangent";
  readonly text: string;
  /** Whether the text is all of the value. */
  readonly isWhole: boolean;
}

/** Shows a long value as text, its beginning first; `isWhole` is false where the value itself was cut. */
export function LongValue({ label, kind, text, isWhole }: LongValueProps) {
  const [everything, setEverything] = useState(false);
  const box = useRef<HTMLElement>(null);
  const isScrolled = useIsScrolled(box, everything);
  const characters = countedCharacters(text.length);
  const cut = !everything && text.length > FIRST_CHARACTERS;
  return (
    <div className="long-value">
      <div className="long-head">
        <span className={`label ${kind}`}>{label}</span>
        <CopyButton text={text} what={label} />
      </div>
      {/* a region that scrolls can be reached and moved by the keyboard */}
      <section className={`long-text ${kind}`} ref={box} tabIndex={isScrolled ? 0 : undefined} aria-label={label}>
        {keyed(blocks(cut ? text.slice(0, FIRST_CHARACTERS) : text)).map(({ key, item }) => (
          <div key={key} translate="no">
            {item}
          </div>
        ))}
        {(cut || !isWhole) && <span className="soft"> …</span>}
      </section>
      {text.length > FIRST_CHARACTERS && (
        <button type="button" className="link" onClick={() => setEverything(!everything)}>
          {everything ? t`Show less` : isWhole ? t`Show all ${characters}` : t`Show the first ${characters}`}
        </button>
      )}
      {!isWhole && <p className="soft">{t`The value is even longer. The command line prints all of it.`}</p>}
    </div>
  );
}

/** The text in stretches of a few thousand characters, cut after a comma or a space where there is one. */
function blocks(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const limit = Math.min(text.length, from + BLOCK);
    const end = limit === text.length ? limit : text.lastIndexOf(" ", limit) + 1;
    const to = end > from ? end : limit;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
