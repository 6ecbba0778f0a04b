// Names that are brought into an order, by buttons.
import { t } from "@lingui/core/macro";
import { Icon } from "../../ui/icon.tsx";

interface OrderingProps {
  readonly names: readonly string[];
  onMove(from: number, to: number): void;
}

/** Shows names with buttons that move each up or down. */
export function Ordering({ names, onMove }: OrderingProps) {
  return (
    <ol className="predict-order">
      {names.map((name, index) => (
        // a name can come more than once
        <li key={`${name} ${names.slice(0, index).filter((one) => one === name).length}`}>
          <code translate="no">{name}</code>
          <button
            type="button"
            className="button line small icon-only"
            disabled={index === 0}
            aria-label={t`Move ${name} up`}
            onClick={() => onMove(index, index - 1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="button line small icon-only"
            disabled={index === names.length - 1}
            aria-label={t`Move ${name} down`}
            onClick={() => onMove(index, index + 1)}
          >
            <Icon name="down" />
          </button>
        </li>
      ))}
    </ol>
  );
}
