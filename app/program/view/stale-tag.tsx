// The tag that says why a result is hatched.
import { Icon } from "../../ui/icon.tsx";

/** Says why a result is hatched. */
export function StaleTag({ words }: { readonly words: string }) {
  return (
    <p className="stale-tag">
      <Icon name="pin" /> {words}
    </p>
  );
}
