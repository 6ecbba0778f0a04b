// Programs that ask for derivatives, with their values and gradients: the cases of Pearlmutter and Siskind (2008) and others.

/** By name: a program, the Reals of its value, and the gradient by 1 at each of them. */
export const NESTED: Readonly<
  Record<string, readonly [text: string, value: readonly number[], gradient: readonly number[]]>
> = {
  "T1, x²": ["-- at: 3.0\ndef main x = grad (\\y -> y * y) x", [6], [2]],
  "T1, x³ twice": ["-- at: 2.0\ndef main x = grad (grad (\\y -> y * y * y)) x", [12], [6]],
  "T1, x⁴ three times": ["-- at: 2.0\ndef main x = grad (grad (grad (\\y -> y * y * y * y))) x", [48], [24]],
  "T2, a captured variable": ["-- at: 1.0\ndef main x = grad (\\x -> x * grad (\\y -> x + y) 1.0) x", [1], [0]],
  "T3, at a point that depends on the outer one": [
    "-- at: 3.0\ndef main x = grad (\\x -> grad (\\y -> x * y * y) (x * x)) x",
    [54],
    [36],
  ],
  "T4, a square of a derivative": [
    "-- at: 3.0\ndef main x = grad (\\x -> grad (\\y -> (y - x) ^ 2) 0.0 ^ 2) x",
    [24],
    [8],
  ],
  "T5, recursion": [
    "-- at: 2.0\ndef pw x (n : Int) = if n == 0 then 1.0 else x * pw x (n - 1)\ndef main x = grad (\\y -> pw y 5) x",
    [80],
    [160],
  ],
  "T6, branches": [
    "-- at: (-2.0, 2.0)\ndef f x = if x < 0.0 then x * x else 3.0 * x\ndef main (x, y) = (grad f x, grad f y)",
    [-4, 3],
    [2, 0],
  ],
  "T7, a closure": ["-- at: 2.0\ndef main x = grad (\\x -> let f y = x * y in f x + f (x * x)) x", [16], [14]],
  "T8, twice": [
    "-- at: 1.5\ndef twice f x = f (f x)\ndef main x = grad (\\x -> twice (\\z -> z * (x * z)) x) x",
    [79.734375],
    [318.9375],
  ],
  "T9, a closure of a shared value": [
    "-- at: 2.0\ndef main x = grad (\\x -> let a = x * x in let k d = a * a in k 0.0 + k 1.0) x",
    [64],
    [96],
  ],
  "T11, grad as an argument": ["-- at: 2.0\ndef main x = (\\g -> g x) (grad (\\y -> y ^ 3))", [12], [12]],
  "E2, a Hessian times a vector": [
    `-- at: [3.0, 4.0]
def f xs = case xs of { x :: y :: _ -> 2.0 * x * x + 3.0 * x * y + 4.0 * y * y | _ -> 0.0 }
def dot a b = sum (zipWith (*) a b)
def main xs = grad (\\ys -> dot (grad f ys) [7.0, 8.0]) xs`,
    [52, 85],
    [0, 0],
  ],
  hvp: [
    "-- at: (3.0, 4.0)\ndef f (x, y) = 2.0 * x * x + 3.0 * x * y + 4.0 * y * y\ndef main (p : (Real, Real)) = hvp f p (7.0, 8.0)",
    [52, 85],
    [0, 0],
  ],
  hessian: [
    "-- at: [1.0, 2.0]\ndef f xs = product xs * sum xs\ndef main xs = hessian f xs",
    [4, 6, 6, 2],
    [6 + 0, 4 + 2],
  ],
  "hessian of an array": [
    "-- at: #[1.0, 2.0]\ndef f a = a ! 0 * a ! 1 * (a ! 0 + a ! 1)\ndef main (a : Array Real) = mapA sumA (hessianA f a)",
    [10, 8],
    [6, 6],
  ],
  "gradient descent": [
    `-- at: (0.1, [1.0, 2.0, 3.0])
def loss (xs : [Real]) (w : Real) = sum (map (\\x -> (w * x - 2.0 * x) ^ 2) xs)
def descend (n : Int) rate xs w = if n == 0 then w else descend (n - 1) rate xs (w - rate * grad (loss xs) w)
def main (rate, xs : [Real]) = descend 3 rate xs 0.0`,
    [13.664],
    [544.32, 7.776, 15.552, 23.328],
  ],
  data: [
    `-- at: (2.0, 3.0)
data Tree = Leaf Real | Node Tree Tree
def total t = case t of { Leaf x -> x * x * x | Node l r -> total l * total r }
def first t = case t of { Leaf x -> x | Node l r -> first l }
def main (x, y) = first (grad total (Node (Leaf x) (Leaf y)))`,
    [324],
    [324, 324],
  ],
  "T10, Church's pair and three": [
    `-- at: 2.0
def both x y k = k x y
def three f x = f (f (f x))
def main x = grad (\\x -> both x (x * x) (\\a b -> a * b)) x + grad (\\x -> three (\\z -> z * x) 1.0) x`,
    [24],
    [24],
  ],
  "E3, a minimax: descent over ascents": [
    `-- at: 1.0
def payoff (s, t) (u, v) = s * s + t * t - u * u - v * v
def add (a, b) (c, d) = (a + c, b + d)
def scale k (a, b) = (k * a, k * b)
def ascend (n : Int) f p = if n == 0 then p else ascend (n - 1) f (add p (scale 0.25 (grad f p)))
def best x = payoff x (ascend 10 (\\y -> payoff x y) (1.0, 1.0))
def descend (n : Int) p = if n == 0 then p else descend (n - 1) (add p (scale (neg 0.25) (grad best p)))
def main a = descend 10 (a, a)`,
    [2 ** -10, 2 ** -10],
    [2 ** -9],
  ],
  "Ints within data": [
    `-- at: (2.0, 3.0)
def f m = case m of { Nothing -> 0.0 | Just (a, n) -> a ^ (n : Int) }
def val m = case m of { Nothing -> 0.0 | Just (a, n) -> a * real n }
def main (x, y) = val (grad f (Just (x * y, 3)))`,
    [324],
    [324, 216],
  ],
  "Ints in a list": [
    `-- at: (2.0, 3.0)
def f ps = sum (map (\\(a, n) -> a ^ (n : Int)) ps)
def val ps = sum (map (\\(a, n) -> a * real n) ps)
def main (x, y) = val (grad f [(x, 2), (y, 3)])`,
    [4 * 2 + 27 * 3],
    [4, 54],
  ],
  "an operation of one's own": [
    "-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main x = grad (\\y -> cube y * x) x",
    [24],
    [36],
  ],
  "a fork": ["-- at: 2.0\ndef main x = grad (\\y -> let (a, b) = (y * y) |*| (y * x) in a * b) x", [24], [36]],
  jvp: ["-- at: (3.0, 2.0)\ndef main (x, v) = jvp (\\y -> (y * y, 1.0)) x v", [9, 1, 12, 0], [10, 6]],
  valueAndGrad: ["-- at: 3.0\ndef main x = valueAndGrad (\\y -> y ^ 2 * x) x", [27, 18], [39]],
};
