// Growths as formulas.
import { keyed } from "../../ui/keyed.ts";

/** A formula such as `2·2^(0.69 n) − 1`, or a long text with formulas in it, their exponents raised. */
export function Formula({ text, isLong = false }: { readonly text: string; readonly isLong?: boolean }) {
  const parts = text.split(/\^(\([^)]*\)|\w+)/).map((part, index) => ({ text: part, isRaised: index % 2 === 1 }));
  return (
    <span className={isLong ? undefined : "nowrap"} translate={isLong ? undefined : "no"}>
      {keyed(parts).map(({ key, item }) =>
        item.isRaised ? <sup key={key}>{item.text.replace(/[()]/g, "")}</sup> : <span key={key}>{item.text}</span>,
      )}
    </span>
  );
}
