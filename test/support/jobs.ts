// Programs with jobs.

export const UNEVEN = `-- at: 0.7
def rep (n : Int) x = if n == 0 then x else rep (n - 1) (sin x)

def main x =
  let y = rep 2 x in
  let (l, r) =
    (let (p, q) = rep 18 y |*| rep 9 y in rep 3 (p * q))
    |*|
    (let (s, t) = rep 6 y |*| rep 12 y in rep 3 (s + t)) in
  rep 2 (l * r)
`;

/** A parallel map in the prelude, a definition that forks, and a fork of three. */
export const PRELUDE = `-- at: 0.7
def f x = parMap (\\y -> sin y * y) [x, x * 2.0, x * 3.0]

def c = sin 1.0 |*| cos 1.0

def main x =
  let (a, b) = (sin x |*| cos x) in
  let (u, v) = c in
  foldl (+) (a * b * u * v) (f x)
`;

/** A fork as wide as it is said. */
export const wide = (parts: number): string =>
  `-- at: 0.7\ndef main x = foldl (+) 0.0 (parMap (\\i -> sin (x * real i)) (range 0 ${parts}))\n`;

/** A row of forks, one after the other. */
export const CHAIN = `-- at: 0.7
def go (n : Int) x = if n == 0 then x else let (a, b) = sin x |*| cos x in go (n - 1) (a * b)

def main x = go 60 x
`;
