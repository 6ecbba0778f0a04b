// The scalar of a picture that the reader points at: with a pointer, with a finger, or by its name.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";

/** Handlers of an element of a scalar. */
export interface Pointing {
  onPointerEnter(): void;
  onPointerLeave(): void;
  onClick(): void;
}

/** Follows the pointed scalar in a picture. A pressed one stays until it is pressed again, or another is. */
export function usePointed() {
  const [over, setOver] = useState<number>();
  const [pressed, setPressed] = useState<number>();
  const press = (scalar: number): void => setPressed(pressed === scalar ? undefined : scalar);
  const pointing = (scalar: number): Pointing => ({
    onPointerEnter: () => setOver(scalar),
    onPointerLeave: () => setOver(undefined),
    onClick: () => press(scalar),
  });
  return { pointed: over ?? pressed, pressed, setPressed, point: setOver, press, pointing };
}

interface PointAtProps extends Pick<ReturnType<typeof usePointed>, "pressed" | "setPressed"> {
  readonly nodes: Glimpse["nodes"];
}

/** Chooses the scalar that is pointed at by its name, for keys. */
export function PointAt({ nodes, pressed, setPressed }: PointAtProps) {
  return (
    <label className="glimpse-point">
      {t`Point at`}{" "}
      <select
        value={pressed ?? ""}
        onChange={({ target }) => setPressed(target.value === "" ? undefined : Number(target.value))}
      >
        <option value="">–</option>
        {nodes.map(({ number, name, kind }) =>
          kind === "constant" ? null : (
            <option key={number} value={number} translate="no">
              {name}
            </option>
          ),
        )}
      </select>
    </label>
  );
}
