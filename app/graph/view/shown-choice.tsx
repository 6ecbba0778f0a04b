// The subject of the graph view: data flow, or shared backpropagators.
import { t } from "@lingui/core/macro";
import { Choice, type Choosable } from "../../ui/choice.tsx";
import { type GraphShown, setShown, useGraph } from "../state.ts";

const SHOWN: readonly Choosable<GraphShown>[] = [
  { value: "flow", words: t`Data flow` },
  { value: "sharing", words: t`Sharing` },
];

/** Shows the choice between data flow and sharing. */
export function ShownChoice() {
  const shown = useGraph((state) => state.shown);
  return <Choice<GraphShown> label={t`Show`} value={shown} choices={SHOWN} onChange={setShown} />;
}
