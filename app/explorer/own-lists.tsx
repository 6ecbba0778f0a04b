// The lists of an algorithm's own below its column: such as the closures that are the tape.
import { t } from "@lingui/core/macro";
import { viewOf } from "../../engine/algorithms/catalogue.ts";
import type { ListFrame } from "../../engine/timeline/frame.ts";
import { stagePageOf } from "../algorithms/index.ts";
import { heldIn, isZero } from "../algorithms/own-boxes.ts";
import { grouped } from "../words/numbers.ts";

interface OwnListsProps {
  readonly stage: string;
  readonly lists: readonly ListFrame[];
  /** The text of the program, for the places of entries. */
  readonly text: string;
}

/** Shows each list: its head, how many entries it has, and the last of them, the newest first; as boxes in order where they are such. */
export function OwnLists({ stage, lists, text }: OwnListsProps) {
  const { lists: heads } = stagePageOf(stage);
  const { boxes } = viewOf(stage);
  return lists.map(({ id, items, count }) => {
    const head = heads?.[id] ?? id;
    const left = grouped(count - items.length);
    return (
      <section key={id} className="own-list" aria-label={head}>
        <p className="note">
          {head}: {grouped(count)}
        </p>
        {boxes === id ? (
          <Boxes items={items} />
        ) : (
          <ol reversed start={count}>
            {items.toReversed().map(({ key, text: held, span }) => (
              <li key={key} translate="no">
                {span !== undefined && span.source === "<program>" && <code>{text.slice(span.from, span.to)}</code>}{" "}
                {held}
              </li>
            ))}
          </ol>
        )}
        {count > items.length && <p className="note">{t`and ${left} before`}</p>}
      </section>
    );
  });
}

/** Shows entries beside each other, each in a box over its name. */
function Boxes({ items }: Pick<ListFrame, "items">) {
  return (
    <ul className="own-boxes" translate="no">
      {items.map((item) => {
        const { key } = item;
        const held = heldIn(item);
        return (
          <li key={key} className={isZero(held) ? "zero" : undefined}>
            <b>{held}</b>
            <span className="visually-hidden">: </span>
            <i>{key}</i>
          </li>
        );
      })}
    </ul>
  );
}
