// Contributions of a scalar in a run of the stages whose backpropagators are data (thesis §3.8.2, §3.8.3).
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Content } from "../../core/events/events.ts";
import type { Contributed } from "../algorithm.ts";

/** Reads a list of (partial, ID), or of (partial, (ID, contributions)), as a tape entry or a backpropagator has it. */
export function listedContributions(kept: Content): readonly Contributed[] | undefined {
  if (typeof kept !== "object") return undefined;
  if ("fields" in kept) return kept.fields[0] === undefined ? undefined : listedContributions(kept.fields[0]);
  // an input has a unit for its contributions
  if ("tuple" in kept && kept.tuple.length === 0) return [];
  if (!("list" in kept)) return undefined;
  return kept.list.map((item) => {
    if (typeof item !== "object" || !("tuple" in item)) return internal("a contribution is no pair", item);
    const [partial, target] = item.tuple;
    return { partial: partial as number, to: targetOf(present(target)) };
  });
}

/** The scalar that a contribution goes to: by its ID, or by the backpropagator beside it. */
function targetOf(content: Content): number {
  if (typeof content === "number") return content;
  if ("tuple" in content) {
    const last = content.tuple.at(-1);
    if (typeof last === "object" && "backpropagator" in last) return last.backpropagator;
  }
  return internal("a contribution goes nowhere", content);
}
