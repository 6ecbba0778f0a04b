// A view whose run was stopped too early.
import { t } from "@lingui/core/macro";

/** The run was ended before there was anything to show. */
export function Stopped({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className="opening" role="status">
      <p className="headline">{t`Stopped`}</p>
      <button type="button" className="button line small" onClick={onAgain}>
        {t`Run this program`}
      </button>
    </div>
  );
}
