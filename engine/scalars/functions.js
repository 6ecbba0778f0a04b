// The scalar operations that JavaScript does not have. The machine calls these functions; compiled programs contain their text, as it
// stands here. So each uses nothing but JavaScript's own, the functions before it, and `mistake`, which gives what to throw. `site` says
// where a mistake is told: the machine gives the operation's failure, compiled code the number of a place.
import { mistake } from "./mistake.ts";

export function addIntEdge(x, y, site) {
  const sum = BigInt(x) + BigInt(y);
  if (sum > 9007199254740992n || sum < -9007199254740992n) throw mistake(site, [Number(sum) > 0 ? 1 : -1]);
  return Number(sum);
}

export function addInt(x, y, site) {
  const r = x + y;
  return r < 9007199254740992 && r > -9007199254740992 ? r : addIntEdge(x, y, site);
}

export function subInt(x, y, site) {
  const r = x - y;
  return r < 9007199254740992 && r > -9007199254740992 ? r : addIntEdge(x, -y, site);
}

export function mulInt(x, y, site) {
  const r = x * y;
  if (r < 9007199254740992 && r > -9007199254740992) return r + 0;
  const product = BigInt(x) * BigInt(y);
  if (product > 9007199254740992n || product < -9007199254740992n) throw mistake(site, [r]);
  return Number(product);
}

export function divInt(x, y, site) {
  if (y === 0) throw mistake(site, [0]);
  const rest = x % y;
  const quotient = (x - rest) / y;
  return (rest !== 0 && rest < 0 !== y < 0 ? quotient - 1 : quotient) + 0;
}

export function modInt(x, y, site) {
  if (y === 0) throw mistake(site, [0]);
  const rest = x % y;
  return (rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest) + 0;
}

export function exactInt(x, r, site) {
  if (Number.isFinite(x) && Math.abs(r) <= 9007199254740992) return r + 0;
  throw mistake(site, [x]);
}

export function floorInt(x, site) {
  return exactInt(x, Math.floor(x), site);
}

export function roundInt(x, site) {
  const below = Math.floor(x);
  return exactInt(x, x - below !== 0.5 ? Math.round(x) : below % 2 === 0 ? below : below + 1, site);
}

export function pow(x, y) {
  return x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y;
}

export function sigmoid(x) {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}
