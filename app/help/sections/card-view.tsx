// A card of the glossary: the word, its meaning, its notation, and where it can be seen.
import { t } from "@lingui/core/macro";
import { present } from "../../../engine/base/nth.ts";
import { addressOf } from "../../document/address.ts";
import { VIEW_WORDS } from "../../navigation/route.ts";
import { Notation } from "../../ui/notation.tsx";
import { RichTerms } from "../rich-terms.tsx";
import { CITED, GLOSSARY } from "../texts/glossary.ts";
import { headwordOf, type WordId } from "../words.ts";
import { WordPicture } from "./word-picture.tsx";

/** Shows a card of the glossary. */
export function CardView({ word }: { readonly word: WordId }) {
  const { words, also, notation, sources = {}, view } = present(GLOSSARY[word]);
  const place = view === undefined ? "" : VIEW_WORDS[view];
  return (
    <article className="help-card" tabIndex={-1} data-entry={word}>
      <div className="help-card-head">
        <h3>{headwordOf(word)}</h3>
        {notation !== undefined && (
          <code translate="no">
            <Notation text={notation} />
          </code>
        )}
        <WordPicture word={word} />
      </div>
      <p className="help-prose">
        <RichTerms text={words} known={new Set([word])} />
      </p>
      <p className="note help-foot">
        {also !== undefined && <span>{t`also: ${also}`}</span>}
        {Object.entries(sources).map(([paper, section]) => (
          <span key={paper}>{CITED[paper]?.(section)}</span>
        ))}
        {view !== undefined && (
          <a className="link" href={addressOf(view)}>
            {t`see it in: ${place}`}
          </a>
        )}
      </p>
    </article>
  );
}
