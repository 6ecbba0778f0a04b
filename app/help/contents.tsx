// The help below its search: the results, or a section to read.

import { plural, t } from "@lingui/core/macro";
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { present } from "../../engine/base/nth.ts";
import { unreachable } from "../../engine/base/unreachable.ts";
import { version } from "../../package.json";
import {
  type Item,
  type KeyGroup,
  keyItems,
  keyOf,
  referenceItems,
  SPEED_ITEMS,
  TOPIC_ITEMS,
  WORD_ITEMS,
} from "./items.ts";
import { loadReference, useReference } from "./reference.ts";
import { search, suggestion } from "./search.ts";
import { CardView } from "./sections/card-view.tsx";
import { EntryView } from "./sections/entry-view.tsx";
import { KeyRows, KeysSection } from "./sections/keys-section.tsx";
import { LanguageSection } from "./sections/language-section.tsx";
import { OriginRow, OriginsSection } from "./sections/origins-section.tsx";
import { SpeedSection, SpeedTableView } from "./sections/speed-section.tsx";
import { TopicView, WritingSection } from "./sections/writing-section.tsx";
import { lookFor, type Section, useHelp } from "./state.ts";
import { WORD_IDS } from "./words.ts";

/** The page's parts for the help: its keys, the way to change them, and a place for the programs of entries. */
export interface ContentsProps {
  loadKeys(): Promise<readonly KeyGroup[]>;
  onChangeKeys(): void;
  onOpen(text: string): void;
}

/** Most results shown; longer queries find the rest. */
const MOST_FOUND = 40;

const NO_KEYS: readonly KeyGroup[] = [];

/** Shows the results, or the section that is open. */
export default function Contents({ loadKeys, onChangeKeys, onOpen }: ContentsProps) {
  const section = useHelp((state) => state.section);
  const query = useHelp((state) => state.query).trim();
  const shownQuery = useDeferredValue(query);
  const [keys, setKeys] = useState(NO_KEYS);
  useEffect(() => {
    let isWanted = true;
    void loadReference();
    void loadKeys().then((groups) => isWanted && setKeys(groups));
    return () => {
      isWanted = false;
    };
  }, [loadKeys]);
  const list = useRef<HTMLElement>(null);
  // another text is read from its top; repeated results stay, with the focus that they may have
  useLayoutEffect(() => {
    if (shownQuery !== "") present(list.current).scrollTop = 0;
  }, [shownQuery]);
  return (
    <section
      ref={list}
      key={shownQuery === "" ? section : "search"}
      className="help-list"
      aria-label={t`Help contents`}
      aria-busy={shownQuery !== query}
    >
      {shownQuery === "" ? (
        <SectionView section={section} keys={keys} onChangeKeys={onChangeKeys} onOpen={onOpen} />
      ) : (
        <Results query={shownQuery} keys={keys} onOpen={onOpen} />
      )}
      <p className="quiet help-version">{t`Dualscope, version ${version}`}</p>
    </section>
  );
}

interface SectionViewProps {
  readonly section: Section;
  readonly keys: readonly KeyGroup[];
  onChangeKeys(): void;
  onOpen(text: string): void;
}

function Loading() {
  return <p className="quiet help-none">{t`loading …`}</p>;
}

function SectionView({ section, keys, onChangeKeys, onOpen }: SectionViewProps) {
  const reference = useReference();
  switch (section) {
    case "language":
      return reference === undefined ? <Loading /> : <LanguageSection entries={reference.entries} onOpen={onOpen} />;
    case "words":
      return WORD_IDS.map((word) => <CardView key={word} word={word} />);
    case "origins":
      return reference === undefined ? <Loading /> : <OriginsSection tables={reference.comingFrom} onOpen={onOpen} />;
    case "writing":
      return <WritingSection />;
    case "speed":
      return <SpeedSection />;
    case "keys":
      return <KeysSection groups={keys} onChange={onChangeKeys} />;
    default:
      return unreachable(section);
  }
}

interface ResultsProps {
  readonly query: string;
  readonly keys: readonly KeyGroup[];
  onOpen(text: string): void;
}

function Results({ query, keys, onOpen }: ResultsProps) {
  const reference = useReference();
  const items = useMemo(
    () => [
      ...WORD_ITEMS,
      ...TOPIC_ITEMS,
      ...SPEED_ITEMS,
      ...(reference === undefined ? [] : referenceItems(reference)),
      ...keyItems(keys),
    ],
    [reference, keys],
  );
  const found = useMemo(() => search(items, query), [items, query]);
  const count = found.length;
  const isWhole = reference !== undefined;
  const meant = count === 0 && isWhole ? suggestion(items, query) : undefined;
  return (
    <>
      <p className={count === 0 ? "soft help-none" : "visually-hidden"} role="status">
        {count === 0
          ? isWhole
            ? t`No results for “${query}”.`
            : t`loading …`
          : plural(count, { one: `${count} entry`, other: `${count} entries` })}
      </p>
      {meant !== undefined && (
        <p className="help-none">
          <button type="button" className="link" onClick={() => lookFor(meant)}>
            {t`Did you mean “${meant}”?`}
          </button>
        </p>
      )}
      {found.slice(0, MOST_FOUND).map((item) => (
        <ItemView key={keyOf(item)} item={item} onOpen={onOpen} />
      ))}
    </>
  );
}

function ItemView({ item, onOpen }: { readonly item: Item; onOpen(text: string): void }) {
  switch (item.tag) {
    case "word":
      return <CardView word={item.word} />;
    case "entry":
      return <EntryView entry={item.entry} onOpen={onOpen} />;
    case "origin":
      return <OriginRow origin={item.origin} row={item.row} onOpen={onOpen} />;
    case "topic":
      return <TopicView topic={item.topic} />;
    case "speed":
      return <SpeedTableView table={item.table} />;
    case "key":
      return <KeyRows title={item.group} rows={[item.row]} />;
    default:
      return unreachable(item);
  }
}
