// To come.
import type { LookProps } from "../look-props.ts";

export default function GraphView({ cell }: LookProps) {
  return <p>{cell.id}</p>;
}
