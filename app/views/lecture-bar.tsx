// In a lecture: which section is shown, and the way to the next.
import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { Icon } from "../components/icon.tsx";
import { endLecture, turnTo, useLecture } from "../state/mode.ts";

/** Shows another section from its top. */
function turn(at: number, count: number): void {
  turnTo(at, count);
  window.scrollTo({ top: 0 });
}

export function LectureBar({ count }: { readonly count: number }) {
  const at = useLecture((state) => state.at) ?? 0;
  const section = at + 1;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement | null;
      const isTyping = target?.isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null)
        return;
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (step !== undefined) turn(at + step, count);
      else if (event.key === "Home") turn(0, count);
      else if (event.key === "End") turn(count - 1, count);
      else if (event.key === "Escape") endLecture();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [at, count]);
  return (
    <nav className="lecture-bar" aria-label={t`Sections`}>
      <button
        type="button"
        className="button icon-only"
        disabled={at === 0}
        aria-label={t`Section before`}
        onClick={() => turn(at - 1, count)}
      >
        <Icon name="left" />
      </button>
      <span role="status">
        {t({ message: `${section} of ${count}`, comment: "which section is shown, and of how many" })}
      </span>
      <button
        type="button"
        className="button icon-only"
        disabled={at >= count - 1}
        aria-label={t`Next section`}
        onClick={() => turn(at + 1, count)}
      >
        <Icon name="right" />
      </button>
      <button type="button" className="button line small" onClick={endLecture}>
        {t({ message: "End", comment: "ends a lecture" })}{" "}
        <span className="key" aria-hidden="true">
          {t`Esc`}
        </span>
      </button>
    </nav>
  );
}
