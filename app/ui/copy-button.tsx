// A button that copies a text, and says that it did.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

const SAID_FOR = 1600;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const words = t({ message: `Copy the ${what}`, comment: "what: the name of a value, or of a text such as module" });
  const done = t({ message: `Copied the ${what}`, comment: "what: the name of a value, or of a text such as module" });
  return (
    <button type="button" className="button icon-only quiet" onClick={copy} title={words}>
      <Icon name={copied ? "tick" : "copy"} />
      <span className="visually-hidden">{copied ? done : words}</span>
    </button>
  );
}
