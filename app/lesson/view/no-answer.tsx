// In the place of an answer that a run does not have.
import { t } from "@lingui/core/macro";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";

/** Says why a run has no answer; names in the reason are code. */
export function NoAnswer({ why }: { readonly why: string }) {
  return (
    <span className="note">
      <RichText runs={message(t`The run has no answer: ${why}.`)} />
    </span>
  );
}
