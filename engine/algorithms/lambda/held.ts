// A backpropagator's contents, in words shared by the list of the tape and the page.
import type { Captured, Content } from "../../core/events/events.ts";
import { shortReal } from "../../core/values/show-value.ts";

/** A backpropagator's contents: Reals with their names, and the backpropagators that it calls. */
export function heldBy(captured: readonly Captured[]): string {
  return captured.filter(isHeld).map(shown).join(", ");
}

/** Numbers of scalars and zeros are there, and say nothing. */
function isHeld({ name, content }: Captured): boolean {
  return !name.startsWith("n₀") && !(typeof content === "object" && "con" in content);
}

function shown({ name, content }: Captured): string {
  return typeof content === "number" ? `${name} = ${shortReal(content)}` : isFunction(content) ? name : `${name} = ..`;
}

function isFunction(content: Content): boolean {
  return typeof content === "object" && "function" in content;
}
