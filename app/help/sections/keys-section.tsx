// All keys of the page, by where they work.
import { t } from "@lingui/core/macro";
import type { KeyGroup, KeyRow } from "../items.ts";

/** Shows all keys, and the way to change those of commands. */
export function KeysSection({ groups, onChange }: { readonly groups: readonly KeyGroup[]; onChange(): void }) {
  return (
    <>
      <p className="help-none">
        <button type="button" className="button line small" onClick={onChange}>
          {t`Change keyboard shortcuts`}
        </button>
      </p>
      {groups.map(({ title, rows }) => (
        <KeyRows key={title} title={title} rows={rows} />
      ))}
    </>
  );
}

/** Shows the keys of one place. */
export function KeyRows({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <article className="help-entry" tabIndex={-1} data-entry={`keys ${title}`}>
      <h3 className="small-caps">{title}</h3>
      <table className="help-keys">
        <tbody>
          {rows.map(({ keys, words }) => (
            <tr key={words}>
              <th scope="row">{words}</th>
              <td>
                <kbd className="key" translate="no">
                  {keys}
                </kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
