// The way from what everyone sees of a part to all that it has, and back.
import { t } from "@lingui/core/macro";
import { type PartWithMore, setDeep, useIsDeep } from "./depth.ts";
import { Icon } from "./icon.tsx";

interface MoreProps {
  readonly part: PartWithMore;
  /** The rest of the part, named for those who look for it. */
  readonly words: string;
}

/** Shows a button that shows all that a part has, or less again. */
export function More({ part, words }: MoreProps) {
  const isDeep = useIsDeep(part);
  return (
    <button
      type="button"
      className="button quiet small more"
      aria-expanded={isDeep}
      title={words}
      onClick={() => setDeep(part)}
    >
      {isDeep
        ? t({ message: "Less", comment: "a button: shows fewer controls" })
        : t({ message: "More", comment: "a button: shows more controls" })}
      <Icon name={isDeep ? "minus" : "plus"} />
    </button>
  );
}
