// Links to the previous and next page, at the end of a page.
import { Icon } from "./icon.tsx";

interface PagerLink {
  /** Its target, such as "Next lesson". */
  readonly words: string;
  readonly title: string;
  onOpen(): void;
}

interface PagerLinksProps {
  /** The label of the links together. */
  readonly label: string;
  readonly before: PagerLink | undefined;
  readonly after: PagerLink | undefined;
}

/** Shows links to the page before and the page after; where there is none, its link is left out. */
export function PagerLinks({ label, before, after }: PagerLinksProps) {
  return (
    <nav className="pager" aria-label={label}>
      {before !== undefined && (
        <button type="button" className="pager-link before" onClick={before.onOpen}>
          <span className="label">
            <Icon name="left" /> {before.words}
          </span>
          <span className="pager-title" lang="en">
            {before.title}
          </span>
        </button>
      )}
      {after !== undefined && (
        <button type="button" className="pager-link after" onClick={after.onOpen}>
          <span className="label">
            {after.words} <Icon name="right" />
          </span>
          <span className="pager-title" lang="en">
            {after.title}
          </span>
        </button>
      )}
    </nav>
  );
}
