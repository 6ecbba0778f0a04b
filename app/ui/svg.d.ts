// `translate` belongs to every element; React's types have it for those of HTML alone.
import "react";

declare module "react" {
  interface SVGAttributes<T> {
    translate?: "yes" | "no" | undefined;
  }
}
