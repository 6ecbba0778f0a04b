// To come.
import type { LookProps } from "../look-props.ts";

export default function LadderView({ cell }: LookProps) {
  return <p>{cell.id}</p>;
}
