// Text of anyone's as it stands: a browser that breaks a line of a hundred thousand letters does nothing else for seconds.
import { t } from "@lingui/core/macro";

/** Characters that are shown, and of a line before it is broken by force. */
const MOST = 20_000;
const LINE = 400;

/** The beginning of a text, in lines that a browser can lay out at once. */
export function PlainText({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  const rest = text.length - MOST;
  return (
    <pre className={className} translate="no">
      {brokenLines(text.slice(0, MOST))}
      {rest > 0 && `\n${t`… and ${rest} more characters`}`}
    </pre>
  );
}

/** Whether all of a text is shown, in its own lines. */
export function isShownWhole(text: string): boolean {
  return text.length <= MOST && brokenLines(text) === text;
}

/** The text with a break at least every {@link LINE} characters. */
export function brokenLines(text: string): string {
  return text.replace(new RegExp(`[^\\n]{${LINE}}(?=[^\\n])`, "g"), "$&\n");
}
