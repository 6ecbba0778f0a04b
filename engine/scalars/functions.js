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

export function polynomial(x, coefficients) {
  let r = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) r = r * x + coefficients[i];
  return r;
}

export function erfNear(x) {
  const by = polynomial(
    x * x,
    [
      1.1283791670955126, -0.37612638903183715, 0.11283791670952596, -0.0268661706444285, 0.00522397761542054,
      -0.000854832618876, 0.0001205528956754, -1.49241963056e-5, 1.643068418e-6, -1.59400669e-7, 1.14725e-8,
    ],
  );
  return x * by;
}

export function erfcFar(x) {
  if (x > 28) return 0;
  const near = Math.fround(x);
  const by = polynomial(
    (x - 3.5) / (x + 3.5),
    [
      1.2423492448711544, -0.14000918013762026, -0.01055559633222208, 0.09751909515336706, -0.11508959815992043,
      0.08798315382067992, -0.0488233258350709, 0.01909933101688013, -0.00421501981581567, -0.0003022686083494,
      0.0005643837698531, -0.0001215081091695, -4.2779601787e-5, 2.42450715707e-5, 2.3222147874e-6, -3.7780328187e-6,
      -3.6878205e-8, 5.5036638e-7, -1.1179906e-8, -5.6614282e-8,
    ],
  );
  return (Math.exp(-near * near) * Math.exp((near - x) * (near + x)) * by) / (1 + 2 * x);
}

export function erf(x) {
  if (Math.abs(x) < 0.75) return erfNear(x);
  return x < 0 ? erfcFar(-x) - 1 : 1 - erfcFar(x);
}

export function erfc(x) {
  if (Math.abs(x) < 0.75) return 1 - erfNear(x);
  return x < 0 ? 2 - erfcFar(-x) : erfcFar(x);
}

export function lgammaNear(t) {
  const u = t + 0.5;
  const over = [
    0.24156447527049044, 0.8493494139253529, 0.927123607882786, 0.43239246187474717, 0.08965723270796389,
    0.007280742375513022, 0.000149355054196094,
  ];
  const under = [
    1, 1.8181498370144589, 1.2249957727807648, 0.37625687401380636, 0.05212832597063917, 0.00274439011938551,
    3.2096600868535e-5,
  ];
  return (t * polynomial(u, over)) / polynomial(u, under);
}

export function lgamma(x) {
  if (x <= -0.5) {
    if (x === Math.floor(x)) return Infinity;
    return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * (x - Math.round(x))))) - lgamma(1 - x);
  }
  if (x < 0.5) return lgammaNear(x) - Math.log(Math.abs(x) * (1 + x));
  if (x < 1.5) return lgammaNear(x - 1) - Math.log(x);
  if (x >= 10) {
    const rest = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
    return (x - 0.5) * (Math.log(x) - 1) + (polynomial(1 / x / x, rest) / x + 0.4189385332046727);
  }
  let product = 1;
  while (x >= 2.5) product *= --x;
  return lgammaNear(x - 2) + Math.log(product);
}

export function digamma(x) {
  if (x === 0) return -1 / x;
  if (x < 0) return x === Math.floor(x) ? NaN : digamma(1 - x) - Math.PI / Math.tan(Math.PI * (x - Math.round(x)));
  if (x >= 10) {
    const rest = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12];
    return Math.log(x) - (0.5 + polynomial(1 / x / x, rest) / x) / x;
  }
  let sum = 0;
  while (x > 2) sum += 1 / --x;
  if (x < 1) sum -= 1 / x++;
  const over = [
    1.2503801375034054, 1.7395236015248232, 0.8009632637053631, 0.14385775347704502, 0.008578049712380615,
    4.886271160207e-5, -5.2559282327e-7,
  ];
  const under = [
    1, 2.074742619717552, 1.4569679082420655, 0.4338530757240686, 0.053737122083413066, 0.00210929412288676,
  ];
  const fromZero = x - 1.4616321449683622 - 9.549995429965697e-17;
  return sum + (fromZero * polynomial(x - 1, over)) / polynomial(x - 1, under);
}

export function factorialOverPower(n, x) {
  if (n > 170) return Math.exp(lgamma(n + 1) - (n + 1) * Math.log(x));
  let r = 1 / x;
  for (let i = 1, j = n; i <= j; ) r *= (r < 1 ? j-- : i++) / x;
  return r;
}

export function hurwitz(n, x) {
  let sum = 0;
  while (x < n + 12) {
    const term = factorialOverPower(n, x++);
    sum += term;
    if (sum === Infinity || term <= sum * 1e-17) return sum;
  }
  const rest = [
    1 / 12,
    -1 / 720,
    1 / 30240,
    -1 / 1209600,
    1 / 47900160,
    -691 / 1307674368000,
    1 / 74724249600,
    -3617 / 10670622842880000,
    43867 / 5109094217170944000,
    -174611 / 802857662698291200000,
  ];
  let tail = 0.5;
  let power = (n + 1) / x;
  for (let k = 0; k < 10; k++) {
    tail += rest[k] * power;
    power *= ((n + 2 * k + 2) / x) * ((n + 2 * k + 3) / x);
  }
  return sum + (factorialOverPower(n - 1, x) + factorialOverPower(n, x) * tail);
}

export function polygamma(n, x) {
  if (n === 0) return digamma(x);
  if (n < 0 || x === -Infinity) return NaN;
  const sign = n % 2 === 1 ? 1 : -1;
  if (x > 0) return sign * hurwitz(n, x);
  const below = Math.floor(x);
  if (x === below) return sign > 0 ? Infinity : x === 0 ? -1 / x : NaN;
  return sign * hurwitz(n, x - below) + (hurwitz(n, below + 1 - x) - hurwitz(n, 1 - x));
}
