// A box in which a slide is drawn at its own size, and scaled as one to fill it.
import { type CSSProperties, createContext, type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** The size that slides are designed for, in pixels; upright for upright screens. */
const LANDSCAPE = { width: 1440, height: 900 } as const;
const PORTRAIT = { width: 720, height: 1200 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether a slide is upright: then a line of it has less room. */
export const Upright = createContext(false);

interface StageProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** Draws its children at the size of a slide, and scales them as one to fill its box. */
export function Stage({ className, children }: StageProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={`slide-stage ${className}`}>
      {size !== undefined && size.width > 0 && size.height > 0 && (
        <div
          className="slide-scaled"
          data-upright={size.width < size.height ? "" : undefined}
          style={scaledTo(size) as CSSProperties}
        >
          <Upright value={size.width < size.height}>{children}</Upright>
        </div>
      )}
    </div>
  );
}

/** All of the box is filled: a slide is as wide or as high as it is designed for, or more. */
function scaledTo({ width, height }: Size): Readonly<Record<string, string>> {
  const base = width < height ? PORTRAIT : LANDSCAPE;
  const scale = Math.min(width / base.width, height / base.height);
  return { "--scale": String(scale), width: `${width / scale}px`, height: `${height / scale}px` };
}
