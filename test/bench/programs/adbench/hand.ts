// ADBench's HAND as `examples/adbench/hand.dual` has it, in plain JavaScript: a motion is 12 numbers, the turn row by row, then the shift.
import { generate, type PlainRun } from "../program.ts";

const BONES = 22;
type Move = Float64Array;

const aboutX = (a: number): Move =>
  Float64Array.of(1, 0, 0, 0, Math.cos(a), -Math.sin(a), 0, Math.sin(a), Math.cos(a), 0, 0, 0);
const aboutY = (a: number): Move =>
  Float64Array.of(Math.cos(a), 0, Math.sin(a), 0, 1, 0, -Math.sin(a), 0, Math.cos(a), 0, 0, 0);

function about(x: number, y: number, z: number): Move {
  const a = Math.sqrt(x * x + y * y + z * z);
  if (a === 0) return aboutX(0);
  const [u, v, w, c, s] = [x / a, y / a, z / a, Math.cos(a), Math.sin(a)];
  const d = 1 - c;
  const first = [c + d * u * u, d * u * v - s * w, d * u * w + s * v];
  const second = [d * u * v + s * w, c + d * v * v, d * v * w - s * u];
  return Float64Array.of(...first, ...second, d * u * w - s * v, d * v * w + s * u, c + d * w * w, 0, 0, 0);
}

const along = (m: Move, i: number, x: number, y: number, z: number): number =>
  m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z + m[9 + i];

function after(m: Move, n: Move): Move {
  const both = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) both[3 * i + j] += m[3 * i + k] * n[3 * k + j];
    both[9 + i] = along(m, i, n[9], n[10], n[11]);
  }
  return both;
}

/** Three errors for each of n vertices. */
export function hand(n: number): PlainRun {
  const theta = Float64Array.from(generate(26, (k) => 0.2 * Math.sin(1 + k)));
  const weights = new Float64Array(n * BONES);
  const errors = new Float64Array(3 * n);

  const motions = (): Move[] => {
    const rest = aboutX(0);
    const all = [rest, rest];
    for (let f = 0; f < 5; f++) {
      let before = rest;
      for (let j = 0; j < 4; j++) {
        const at = 6 + 4 * f;
        const bend = aboutX(j === 0 ? theta[at] : j < 3 ? theta[at + j + 1] : 0);
        const turn = j === 0 ? after(aboutY(theta[at + 1]), bend) : bend;
        const [x, y, z] = [0.4 * f - 0.8, 3.5 + 0.4 * j, 0.1];
        turn.set([x - along(turn, 0, x, y, z), y - along(turn, 1, x, y, z), z - along(turn, 2, x, y, z)], 9);
        before = after(before, turn);
        all.push(before);
      }
    }
    return all;
  };

  const primal = (): Float64Array => {
    const moves = motions();
    const whole = about(theta[0], theta[1], theta[2]);
    whole.set(theta.subarray(3, 6), 9);
    for (let v = 0; v < n; v++)
      for (let b = 0; b < BONES; b++) {
        const k = (b + 5 * v) % BONES;
        weights[v * BONES + b] = k === 4 ? 0.7 : k === 7 ? 0.3 : 0;
      }
    for (let v = 0; v < n; v++) {
      const [x, y, z] = [((3 * v) % 7) / 4 - 0.8, ((5 * v) % 11) / 2, (v % 3) / 5];
      let [p, q, r] = [0, 0, 0];
      for (let b = 0; b < BONES; b++) {
        const [m, w] = [moves[b], weights[v * BONES + b]];
        p += w * along(m, 0, x, y, z);
        q += w * along(m, 1, x, y, z);
        r += w * along(m, 2, x, y, z);
      }
      errors[3 * v] = x + 0.05 - along(whole, 0, p, q, r);
      errors[3 * v + 1] = y - 0.1 - along(whole, 1, p, q, r);
      errors[3 * v + 2] = z + 0.02 - along(whole, 2, p, q, r);
    }
    return errors;
  };
  return { primal };
}
