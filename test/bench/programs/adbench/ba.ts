// ADBench's BA as `examples/adbench/ba.dual` has it, in plain JavaScript.
import { generate, type PlainRun } from "../program.ts";

/** Numbers of a camera: rotation, centre, focal length, principal point, radial distortion. */
const CAMERA = 11;

/** Three errors for each observation: in the picture across and down, and of the weight. */
export function ba(cameraCount: number, pointCount: number, n: number): PlainRun {
  const cameras = Float64Array.from(
    generate(cameraCount, (t) => [
      ...[0.1 + 0.02 * t, -0.2, 0.3 * Math.sin(t)],
      ...[0.1 * Math.sin(t), 0.2, -0.5],
      ...[1.5, 0.1, -0.05, 0.01, -0.002],
    ]).flat(),
  );
  const points = Float64Array.from(
    generate(pointCount, (t) => [Math.sin(t), Math.cos(2 * t), 4 + Math.sin(3 * t)]).flat(),
  );
  const weights = Float64Array.from(generate(n, (k) => 0.6 + 0.05 * (k % 7)));
  const errors = new Float64Array(3 * n);

  const primal = (): Float64Array => {
    for (let k = 0; k < n; k++) {
      const c = CAMERA * (k % cameraCount);
      const p = 3 * (k % pointCount);
      const w = weights[k];
      const [r0, r1, r2] = [cameras[c], cameras[c + 1], cameras[c + 2]];
      const x0 = points[p] - cameras[c + 3];
      const x1 = points[p + 1] - cameras[c + 4];
      const x2 = points[p + 2] - cameras[c + 5];
      const square = r0 * r0 + r1 * r1 + r2 * r2;
      let y0 = x0 + (r1 * x2 - r2 * x1);
      let y1 = x1 + (r2 * x0 - r0 * x2);
      let y2 = x2 + (r0 * x1 - r1 * x0);
      if (square !== 0) {
        const angle = Math.sqrt(square);
        const [a0, a1, a2] = [r0 / angle, r1 / angle, r2 / angle];
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const along = (a0 * x0 + a1 * x1 + a2 * x2) * (1 - cos);
        y0 = cos * x0 + sin * (a1 * x2 - a2 * x1) + along * a0;
        y1 = cos * x1 + sin * (a2 * x0 - a0 * x2) + along * a1;
        y2 = cos * x2 + sin * (a0 * x1 - a1 * x0) + along * a2;
      }
      const [px, py] = [y0 / y2, y1 / y2];
      const squared = px * px + py * py;
      const stretch = cameras[c + 6] * (1 + cameras[c + 9] * squared + cameras[c + 10] * squared * squared);
      errors[3 * k] = w * (stretch * px + cameras[c + 7] - (((7 * k) % 11) / 10 - 0.5));
      errors[3 * k + 1] = w * (stretch * py + cameras[c + 8] - (((5 * k) % 13) / 10 - 0.6));
      errors[3 * k + 2] = 1 - w * w;
    }
    return errors;
  };
  return { primal };
}
