// A button that copies a text, and says that it did.
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
  return (
    <button type="button" className="button icon-only quiet" onClick={copy} title={`Copy the ${what}`}>
      <Icon name={copied ? "tick" : "copy"} />
      <span className="visually-hidden">{copied ? `Copied the ${what}` : `Copy the ${what}`}</span>
    </button>
  );
}
