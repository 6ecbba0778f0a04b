// Four particles in a force field with friction, in plain JavaScript, with adjoints written by hand.
//
//   a = (1/mass)(force(p) − 0.2 v),  p' = p + dt·v,  v' = v + dt·a,  both from the old p and v
//   particles     force(p) = −0.5 p
//   particles-nl  force(p) = k p  where k = −0.5 / (1 + (x·x + y·y)),  p = (x, y)
//   output        Σ x·y over the end positions, from the left
//
// The steps of `particles` are linear: its reverse pass needs the end positions only. That of `particles-nl` needs x, y
// and k of every step.
import type { MakePlain } from "./program.ts";

const PARTICLES = 4;
const STEPS = 1000;
const DT = 0.05;
const MASS = 1.0;

/** For i = 1 .. 4 the position (0.5 i, 0.1) and the velocity (1, 1). */
const usual: readonly number[] = [1, 2, 3, 4].flatMap((i) => [0.5 * i, 0.1, 1, 1]);

/** The inputs are x, y and the velocity's two parts, particle by particle. The value is 1.0676233512900827e-3. */
export const particles: MakePlain = (at = usual) => {
  const inputs = Float64Array.from(at);
  const bars = new Float64Array(4 * PARTICLES);
  const ends = new Float64Array(2 * PARTICLES);

  const forward = (): number => {
    let sum = 0.0;
    for (let i = 0; i < PARTICLES; i++) {
      let x = inputs[4 * i];
      let y = inputs[4 * i + 1];
      let vx = inputs[4 * i + 2];
      let vy = inputs[4 * i + 3];
      for (let step = 0; step < STEPS; step++) {
        const ax = (1.0 / MASS) * (-0.5 * x - 0.2 * vx);
        const ay = (1.0 / MASS) * (-0.5 * y - 0.2 * vy);
        x = x + DT * vx;
        y = y + DT * vy;
        vx = vx + DT * ax;
        vy = vy + DT * ay;
      }
      ends[2 * i] = x;
      ends[2 * i + 1] = y;
      sum += x * y;
    }
    return sum;
  };

  const reverse = (bar: number): void => {
    for (let i = 0; i < PARTICLES; i++) {
      let xBar = bar * ends[2 * i + 1];
      let yBar = bar * ends[2 * i];
      let vxBar = 0.0;
      let vyBar = 0.0;
      for (let step = 0; step < STEPS; step++) {
        const sumXBar = (1.0 / MASS) * (DT * vxBar);
        const sumYBar = (1.0 / MASS) * (DT * vyBar);
        vxBar = vxBar + DT * xBar - 0.2 * sumXBar;
        vyBar = vyBar + DT * yBar - 0.2 * sumYBar;
        xBar = xBar - 0.5 * sumXBar;
        yBar = yBar - 0.5 * sumYBar;
      }
      bars[4 * i] = xBar;
      bars[4 * i + 1] = yBar;
      bars[4 * i + 2] = vxBar;
      bars[4 * i + 3] = vyBar;
    }
  };

  const output = new Float64Array(1);
  return {
    name: "particles",
    inputs: at,
    primal: forward,
    gradient: () => {
      output[0] = forward();
      reverse(1.0);
      return bars;
    },
  };
};

/** The inputs are as for `particles`. */
export const particlesNonlinear: MakePlain = (at = usual) => {
  const inputs = Float64Array.from(at);
  const bars = new Float64Array(4 * PARTICLES);
  const ends = new Float64Array(2 * PARTICLES);
  /** x, y and k of every step of every particle. */
  const saved = new Float64Array(3 * PARTICLES * STEPS);

  const primal = (): number => {
    let sum = 0.0;
    for (let i = 0; i < PARTICLES; i++) {
      let x = inputs[4 * i];
      let y = inputs[4 * i + 1];
      let vx = inputs[4 * i + 2];
      let vy = inputs[4 * i + 3];
      for (let step = 0; step < STEPS; step++) {
        const k = -0.5 / (1.0 + (x * x + y * y));
        const ax = (1.0 / MASS) * (k * x - 0.2 * vx);
        const ay = (1.0 / MASS) * (k * y - 0.2 * vy);
        x = x + DT * vx;
        y = y + DT * vy;
        vx = vx + DT * ax;
        vy = vy + DT * ay;
      }
      sum += x * y;
    }
    return sum;
  };

  /** The primal, and what the reverse pass needs. */
  const forward = (): number => {
    let sum = 0.0;
    for (let i = 0, at = 0; i < PARTICLES; i++) {
      let x = inputs[4 * i];
      let y = inputs[4 * i + 1];
      let vx = inputs[4 * i + 2];
      let vy = inputs[4 * i + 3];
      for (let step = 0; step < STEPS; step++, at += 3) {
        const k = -0.5 / (1.0 + (x * x + y * y));
        saved[at] = x;
        saved[at + 1] = y;
        saved[at + 2] = k;
        const ax = (1.0 / MASS) * (k * x - 0.2 * vx);
        const ay = (1.0 / MASS) * (k * y - 0.2 * vy);
        x = x + DT * vx;
        y = y + DT * vy;
        vx = vx + DT * ax;
        vy = vy + DT * ay;
      }
      ends[2 * i] = x;
      ends[2 * i + 1] = y;
      sum += x * y;
    }
    return sum;
  };

  const reverse = (bar: number): void => {
    for (let i = 0; i < PARTICLES; i++) {
      let xBar = bar * ends[2 * i + 1];
      let yBar = bar * ends[2 * i];
      let vxBar = 0.0;
      let vyBar = 0.0;
      for (let step = STEPS - 1, at = 3 * (STEPS * i + step); step >= 0; step--, at -= 3) {
        const x = saved[at];
        const y = saved[at + 1];
        const k = saved[at + 2];
        const sumXBar = (1.0 / MASS) * (DT * vxBar);
        const sumYBar = (1.0 / MASS) * (DT * vyBar);
        vxBar = vxBar + DT * xBar - 0.2 * sumXBar;
        vyBar = vyBar + DT * yBar - 0.2 * sumYBar;
        // dk/d(x·x + y·y) = 2k²
        const squareBar = 4.0 * k * k * (sumXBar * x + sumYBar * y);
        xBar = xBar + k * sumXBar + squareBar * x;
        yBar = yBar + k * sumYBar + squareBar * y;
      }
      bars[4 * i] = xBar;
      bars[4 * i + 1] = yBar;
      bars[4 * i + 2] = vxBar;
      bars[4 * i + 3] = vyBar;
    }
  };

  const output = new Float64Array(1);
  return {
    name: "particles-nl",
    inputs: at,
    primal,
    gradient: () => {
      output[0] = forward();
      reverse(1.0);
      return bars;
    },
  };
};
