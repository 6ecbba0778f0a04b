// The way from the usual view of a part to all of it, and back.
import { t } from "@lingui/core/macro";
import { Icon } from "../icon.tsx";
import { MORE_WORDS, type PartWithMore, toggleDeep, useIsDeep } from "./depth.ts";

/** Shows a button that shows all that a part has, or less again. */
export function More({ part }: { readonly part: PartWithMore }) {
  const isDeep = useIsDeep(part);
  return (
    <button
      type="button"
      className="button quiet small more"
      aria-expanded={isDeep}
      title={MORE_WORDS[part]}
      onClick={() => toggleDeep(part)}
    >
      {isDeep
        ? t({ message: "Less", comment: "a button: shows fewer controls" })
        : t({ message: "More", comment: "a button: shows more controls" })}
      <Icon name={isDeep ? "minus" : "plus"} />
    </button>
  );
}
