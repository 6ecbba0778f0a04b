// A button that copies a text, and says that it did.
import { t } from "@lingui/core/macro";
import { useCopied } from "./hooks/use-copied.ts";
import { Icon } from "./icon.tsx";

/** Shows a button that copies `text`; `what` names it in the tooltip. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, copy] = useCopied();
  const words = t({ message: `Copy the ${what}`, comment: "what: the name of a value, or of a text such as module" });
  const done = t({ message: `Copied the ${what}`, comment: "what: the name of a value, or of a text such as module" });
  return (
    <button type="button" className="button icon-only quiet" onClick={() => copy(text)} title={words}>
      <Icon name={copied ? "tick" : "copy"} />
      <span className="visually-hidden">{copied ? done : words}</span>
    </button>
  );
}
