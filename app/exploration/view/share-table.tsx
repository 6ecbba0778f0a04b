// The table of the addends of a cotangent or a tangent; a row leads to the scalar that it comes through.
import { t } from "@lingui/core/macro";
import type { ShareLine } from "../model/shares.ts";
import { pin } from "../state/explorer.ts";

interface ShareTableProps {
  readonly shares: readonly ShareLine[];
  /** Shares that are not listed. */
  readonly more: number;
  readonly total: string;
}

/** Shows the contributions to a cotangent or a tangent, and their total. */
export function ShareTable({ shares, more, total }: ShareTableProps) {
  return (
    <table className="shares">
      <caption className="visually-hidden">{t`Contributions`}</caption>
      <tbody>
        {shares.map(({ key, source, derivative, product, amount, scalar, isOdd, isCut }) => (
          <tr key={key} className={isCut === true ? "cut" : isOdd ? "odd" : undefined}>
            <th scope="row">
              {scalar === undefined ? (
                source
              ) : (
                <button type="button" className="link" onClick={() => pin(scalar)}>
                  {source}
                </button>
              )}
            </th>
            <td className="quiet">{derivative}</td>
            <td>{product}</td>
            <td className="amount">{isCut === true ? <s>{amount}</s> : amount}</td>
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td colSpan={4} className="quiet">
              {t`and ${more} more`}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t`in all`}</th>
          <td />
          <td />
          <td className="amount">{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
