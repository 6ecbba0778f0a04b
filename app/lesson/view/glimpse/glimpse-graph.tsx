// The data-flow graph of a run at a step: names and operations are the program's, numbers are the run's so far.
import { plural, t } from "@lingui/core/macro";
import { type CSSProperties, useState } from "react";
import { nth, present } from "../../../../engine/base/nth.ts";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";
import { DrawingImage } from "../../../drawing/drawing-image.tsx";
import { frameOf } from "../../../drawing/model/shapes.ts";
import { keyed } from "../../../ui/keyed.ts";
import { glimpseDrawing } from "../../model/glimpse-drawing.ts";
import { pathsFrom, wayOnFrom } from "../../model/paths.ts";
import { PointAt, usePointed } from "./pointed.tsx";

interface GraphProps {
  readonly glimpse: Glimpse;
  readonly isMasked: boolean;
  /** The name of a scalar that is marked. */
  readonly chosen: string;
  /** Whether the paths from a pointed scalar may be shown: no open question asks for them. */
  readonly tellsPaths: boolean;
}

/** Paths that are listed at most. */
const MOST_PATHS = 12;

/**
 * Shows the graph of a run at a step; `isMasked` hides numbers that are still asked for. A pointed scalar lights up with all that it flows
 * into.
 */
export function GlimpseGraph({ glimpse, isMasked, chosen, tellsPaths }: GraphProps) {
  const { pointed, point, press, ...pressing } = usePointed();
  const [path, setPath] = useState<readonly number[]>();
  const { nodes } = glimpse;
  const on = pointed === undefined ? undefined : wayOnFrom(glimpse, pointed);
  const paths = pointed !== undefined && tellsPaths ? pathsFrom(glimpse, pointed, MOST_PATHS) : undefined;
  // a path of another scalar than the one that is pointed at is none
  const along = path !== undefined && paths?.some((one) => String(one) === String(path)) ? new Set(path) : on?.edges;
  const isLit = (number: number): boolean =>
    on?.nodes.has(number) === true &&
    (along === on.edges || number === pointed || isOn(glimpse, present(along), number));
  const drawing = glimpseDrawing(glimpse, { isMasked, chosen, isLit, along });
  const { width } = frameOf(drawing);
  return (
    <>
      <div className="glimpse-scroll">
        <div className="glimpse-graph" style={{ "--own-width": `${width}px` } as CSSProperties}>
          <DrawingImage
            drawing={drawing}
            label={t`The data-flow graph; the table below says the same.`}
            onPoint={(id) => point(id === undefined ? undefined : Number(id))}
            onPress={(id) => press(Number(id))}
          />
        </div>
      </div>
      <div className="glimpse-pointed note">
        <PointAt nodes={nodes} {...pressing} />
        <p role="status">
          {pointed !== undefined && (
            <Pointed glimpse={glimpse} scalar={pointed} paths={paths} isTold={tellsPaths} onPath={setPath} />
          )}
        </p>
      </div>
    </>
  );
}

function isOn({ edges }: Glimpse, path: ReadonlySet<number>, number: number): boolean {
  return [...path].some((place) => nth(edges, place).from === number || nth(edges, place).to === number);
}

interface PointedProps {
  readonly glimpse: Glimpse;
  readonly scalar: number;
  readonly paths: readonly (readonly number[])[] | undefined;
  readonly isTold: boolean;
  onPath(path: readonly number[] | undefined): void;
}

/** The paths from a pointed scalar, each of which lights up alone; its users where paths may not be shown. */
function Pointed({ glimpse, scalar, paths, isTold, onPath }: PointedProps) {
  const nameOf = (number: number): string => nth(glimpse.nodes, number).name;
  const name = nameOf(scalar);
  if (!isTold) return t`All that ${name} flows into.`;
  if (paths === undefined) return t`More than ${MOST_PATHS} paths lead from ${name} to the result.`;
  const count = paths.length;
  const words = plural(count, {
    0: `No path leads from ${name} to the result.`,
    one: `One path leads from ${name} to the result:`,
    other: `# paths lead from ${name} to the result:`,
  });
  return (
    <>
      {words}{" "}
      {keyed(paths).map(({ key, item: path }) => (
        <button
          key={key}
          type="button"
          className="glimpse-path"
          translate="no"
          onPointerEnter={() => onPath(path)}
          onPointerLeave={() => onPath(undefined)}
          onFocus={() => onPath(path)}
          onBlur={() => onPath(undefined)}
        >
          {[scalar, ...path.map((place) => nth(glimpse.edges, place).to)].map(nameOf).join(" → ")}
        </button>
      ))}
    </>
  );
}
