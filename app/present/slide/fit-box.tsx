// A box of a slide whose content becomes smaller until it fits, and is scrolled where it would become too small to be read.
import type { ReactNode } from "react";
import { useFit } from "./use-fit.ts";

interface FitBoxProps {
  readonly className: string;
  /** Its label for screen readers, where it is scrolled. */
  readonly label: string;
  /** The smallest and the largest size, as factors. */
  readonly least: number;
  readonly most?: number;
  /** Selects the part that is to be in sight where it is scrolled. */
  readonly sight?: string;
  readonly children: ReactNode;
}

/** Shows its content as large as there is room for, between two scales; below the least it is scrolled. */
export function FitBox({ className, label, least, most = 1, sight, children }: FitBoxProps) {
  const { box, content, isScrolled } = useFit(least, most, sight);
  const scrolled = isScrolled ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div ref={box} className={`fit-box ${className}`} {...scrolled}>
      <div ref={content} className="fit-content">
        {children}
      </div>
    </div>
  );
}
