// Coming from other languages: what one writes there, and what Dual writes. Each Dual side is part of a program that runs.
import { program } from "./entry.ts";

/** The languages that the reference compares Dual with. */
export const ORIGINS = ["Haskell", "OCaml", "Python", "JAX"] as const;
export type Origin = (typeof ORIGINS)[number];

/** One thing, in another language and in Dual. */
export interface Rosetta {
  /** What it is for, in a few words. */
  readonly topic: string;
  readonly there: string;
  readonly dual: string;
  /** What is different in meaning, where that is not plain to see. */
  readonly note?: string;
  /** The whole program that the Dual side is part of. */
  readonly example: string;
}

interface Row {
  readonly topic: string;
  readonly there: string;
  readonly dual: string;
  readonly note?: string;
  readonly at: string;
  /** The rest of the program: `DUAL` stands for the Dual side, which comes first where that is not said. */
  readonly rest?: string;
}

const SUM_LOOP = "def total xs = foldl (\\acc x -> acc + x * x) 0.0 xs";

const TABLES: Readonly<Record<Origin, readonly Row[]>> = {
  Haskell: [
    {
      topic: "A function",
      there: "norm2 :: (Double, Double) -> Double\nnorm2 (x, y) = x*x + y*y",
      dual: "def norm2 (x : Real, y : Real) : Real = x*x + y*y",
      note: "A colon has the type; two colons are the list constructor.",
      at: "(3.0, 4.0)",
      rest: "def main p = norm2 p",
    },
    {
      topic: "A list and its type",
      there: "x : xs        [Double]",
      dual: "2.0 :: xs",
      at: "[1.0, 2.0]",
      rest: "def main (xs : [Real]) = product (DUAL)",
    },
    {
      topic: "Pattern matching",
      there: "area s = case s of\n  Disc r  -> pi * r^2\n  Box a b -> a * b",
      dual: "def area s = case s of {\n    Disc r -> 3.14159 * r^2\n  | Box a b -> a * b }",
      note: "Braces and bars: layout has no meaning. A definition has one equation.",
      at: "Box 2.0 3.0",
      rest: "data Shape = Disc Real | Box Real Real\ndef main s = area s",
    },
    {
      topic: "Guards",
      there: "f x | x > 0     = x * x\n    | otherwise = -x",
      dual: "def f x = if x > 0.0 then x * x else -x",
      at: "2.0",
      rest: "def main x = f x",
    },
    {
      topic: "Local definitions",
      there: "f x = a * a where a = x + 1",
      dual: "def f x = let a = x + 1.0 in a * a",
      at: "2.0",
      rest: "def main x = f x",
    },
    {
      topic: "Local recursion",
      there: "let go 0 y = y\n    go n y = go (n - 1) (x * y)\nin go 5 1",
      dual: "let rec go n y = if n == 0 then y else go (n - 1) (x * y) in go 5 1.0",
      note: "Recursion says `rec`. Everything is strict: an infinite list never ends.",
      at: "1.5",
      rest: "def main x = DUAL",
    },
    {
      topic: "Sections",
      there: "map (* 2) xs        map (subtract 1) xs",
      dual: "map (\\x -> x * 2.0) xs",
      note: "Sections do not exist; `(*)` does.",
      at: "[1.0, 2.0]",
      rest: "def main xs = sum (DUAL)",
    },
    {
      topic: "Composition and application",
      there: "(exp . sin) x        sum $ map f xs",
      dual: "compose exp sin x",
      note: "For `$`, write parentheses or a pipe: `xs |> map f |> sum`.",
      at: "0.5",
      rest: "def main x = DUAL",
    },
    {
      topic: "List comprehensions and ranges",
      there: "[x * x | x <- xs, x > 0]        [0 .. n-1]",
      dual: "map (\\x -> x * x) (filter (\\x -> x > 0.0) xs)",
      note: "A range is `range 0 n`, without `n`.",
      at: "[1.0, -2.0, 3.0]",
      rest: "def main xs = sum (DUAL)",
    },
    {
      topic: "Data types",
      there: "data Tree a = Leaf a | Node (Tree a) (Tree a)\n  deriving (Show, Functor)",
      dual: "data Tree a = Leaf a | Node (Tree a) (Tree a)",
      note: "Classes and deriving do not exist. The only overloading is that of `Int` and `Real`.",
      at: "Node (Leaf 2.0) (Leaf 3.0)",
      rest: "def main t = case t of { Leaf x -> x | Node l r -> main l * main r }",
    },
    {
      topic: "Converting numbers",
      there: "fromIntegral n * x",
      dual: "real n * x",
      at: "(2.0, 3)",
      rest: "def main (x, n : Int) = DUAL",
    },
    {
      topic: "Type synonyms",
      there: "type Vec = (Double, Double)",
      dual: "type Vec = (Real, Real)",
      at: "(2.0, 3.0)",
      rest: "def main (v : Vec) = fst v * snd v",
    },
  ],
  OCaml: [
    {
      topic: "A function",
      there: "let norm2 (x, y) = x *. x +. y *. y",
      dual: "def norm2 (x, y) = x * x + y * y",
      note: "One `+` serves `Int` and `Real`. Top-level definitions say `def`, in any order.",
      at: "(3.0, 4.0)",
      rest: "def main p = norm2 p",
    },
    {
      topic: "An anonymous function",
      there: "List.map (fun x -> x *. x) xs",
      dual: "map (\\x -> x * x) xs",
      at: "[1.0, 2.0]",
      rest: "def main xs = sum (DUAL)",
    },
    {
      topic: "Recursion at the top",
      there: "let rec power x n =\n  if n = 0 then 1. else x *. power x (n - 1)",
      dual: "def power x n = if n == 0 then 1.0 else x * power x (n - 1)",
      note: "A `def` may always call itself. Equality is `==`.",
      at: "1.5",
      rest: "def main x = power x 3",
    },
    {
      topic: "Local recursion",
      there: "let rec go n y =\n  if n = 0 then y else go (n - 1) (x *. y)\nin go 5 1.",
      dual: "let rec go n y = if n == 0 then y else go (n - 1) (x * y) in go 5 1.0",
      at: "1.5",
      rest: "def main x = DUAL",
    },
    {
      topic: "Pattern matching",
      there: "match s with\n| Disc r -> 3.14159 *. r *. r\n| Box (a, b) -> a *. b",
      dual: "case s of { Disc r -> 3.14159 * r * r | Box a b -> a * b }",
      note: "Constructors are functions of several arguments.",
      at: "Disc 2.0",
      rest: "data Shape = Disc Real | Box Real Real\ndef main s = DUAL",
    },
    {
      topic: "Variants",
      there: "type 'a tree = Leaf of 'a | Node of 'a tree * 'a tree",
      dual: "data Tree a = Leaf a | Node (Tree a) (Tree a)",
      at: "Node (Leaf 2.0) (Leaf 3.0)",
      rest: "def main t = case t of { Leaf x -> x | Node l r -> main l * main r }",
    },
    {
      topic: "Lists",
      there: "[1.; 2.; 3.]        x :: xs        xs @ ys",
      dual: "[1.0, 2.0, 3.0] ++ x :: xs",
      at: "(2.0, [3.0])",
      rest: "def main (x, xs) = product (DUAL)",
    },
    {
      topic: "Folds",
      there: "List.fold_left ( +. ) 0. xs",
      dual: "foldl (+) 0.0 xs",
      at: "[1.0, 2.0]",
      rest: "def main xs = DUAL",
    },
    {
      topic: "Arrays",
      there: "a.(0) *. a.(1)        Array.init 3 f",
      dual: "a ! 0 * a ! 1",
      note: "`build 3 f` makes an array. Arrays do not change: there is no `a.(i) <- x`.",
      at: "#[2.0, 3.0]",
      rest: "def main a = DUAL",
    },
    {
      topic: "References and loops",
      there: "let acc = ref 0. in\nList.iter (fun x -> acc := !acc +. x *. x) xs;\n!acc",
      dual: SUM_LOOP,
      note: "What changes is an argument of a fold or of a recursive function.",
      at: "[1.0, 2.0]",
      rest: "def main xs = total xs",
    },
    {
      topic: "Converting numbers",
      there: "float_of_int n *. x        truncate x",
      dual: "real n * x",
      note: "Back with `floor` or `round`, where derivatives end.",
      at: "(2.0, 3)",
      rest: "def main (x, n : Int) = DUAL",
    },
    {
      topic: "Options",
      there: "match m with Some x -> x | None -> 0.",
      dual: "case m of { Just x -> x | Nothing -> 0.0 }",
      at: "Just 2.0",
      rest: "def main m = DUAL",
    },
  ],
  Python: [
    {
      topic: "A function",
      there: "def f(x, y):\n    z = x + y\n    return x * z",
      dual: "def f (x, y) =\n  let z = x + y in\n  x * z",
      note: "A body is one expression. Indentation has no meaning.",
      at: "(12.0, 13.0)",
      rest: "def main p = f p",
    },
    {
      topic: "A call",
      there: "f(x, 2.0)        g(x)",
      dual: "f (x, 2.0)",
      note: "`f (x, 2.0)` passes one pair, for an `f` that takes a pair; `g x y` passes two arguments.",
      at: "3.0",
      rest: "def f (a, b) = a * b\ndef main x = DUAL",
    },
    {
      topic: "A for loop that sums",
      there: "total = 0.0\nfor x in xs:\n    total += x * x",
      dual: SUM_LOOP,
      at: "[1.0, 2.0, 3.0]",
      rest: "def main xs = total xs",
    },
    {
      topic: "A while loop",
      there: "while n > 0:\n    x = math.sin(x)\n    n -= 1",
      dual: "let rec go n x = if n > 0 then go (n - 1) (sin x) else x in go n x",
      note: "Variables do not change; a call passes the new values on.",
      at: "(0.5, 3)",
      rest: "def main (x, n : Int) = DUAL",
    },
    {
      topic: "if",
      there: "x * x if x > 0 else -x",
      dual: "if x > 0.0 then x * x else -x",
      at: "2.0",
      rest: "def main x = DUAL",
    },
    {
      topic: "A list comprehension",
      there: "[x * x for x in xs if x > 0]",
      dual: "map (\\x -> x * x) (filter (\\x -> x > 0.0) xs)",
      at: "[1.0, -2.0]",
      rest: "def main xs = sum (DUAL)",
    },
    {
      topic: "Range, sum and length",
      there: "sum(xs) / len(xs)        range(0, n)",
      dual: "sum xs / real (length xs)",
      note: "`range 0 n` is a list of `Int`s; `real` makes a `Real` of an `Int`.",
      at: "[1.0, 2.0]",
      rest: "def main xs = DUAL",
    },
    {
      topic: "Indexing",
      there: "a[0] * a[-1]",
      dual: "a ! 0 * a ! (size a - 1)",
      note: "Of arrays, which are written `#[1.0, 2.0]`. Lists are taken apart by patterns.",
      at: "#[2.0, 3.0]",
      rest: "def main a = DUAL",
    },
    {
      topic: "Lambda",
      there: "lambda x, y: x * y",
      dual: "\\x y -> x * y",
      at: "(2.0, 3.0)",
      rest: "def main (a, b) = (DUAL) a b",
    },
    {
      topic: "A class with fields",
      there: "@dataclass\nclass Particle:\n    mass: float\n    speed: float",
      dual: "data Particle = Particle Real Real",
      note: "Fields have places, not names: a pattern names them.",
      at: "Particle 2.0 3.0",
      rest: "def main p = case p of { Particle mass speed -> 0.5 * mass * speed^2 }",
    },
    {
      topic: "None",
      there: "0.0 if x is None else x",
      dual: "case m of { Nothing -> 0.0 | Just x -> x }",
      at: "Just 2.0",
      rest: "def main m = DUAL",
    },
    {
      topic: "Powers and division",
      there: "x ** 3        x ** y        n // 2        n % 2",
      dual: "x ^ 3 + pow x y + real (div n 2 + mod n 2)",
      at: "(2.0, 3.0, 7)",
      rest: "def main (x, y, n : Int) = DUAL",
    },
    {
      topic: "A comment",
      there: "# the square of x",
      dual: "-- the square of x",
      at: "2.0",
      rest: "DUAL\ndef main x = x * x",
    },
  ],
  JAX: [
    {
      topic: "A gradient",
      there: "jax.value_and_grad(f)(x)",
      dual: "def main x = sin x * x",
      note: "Nothing to call: each run of `main` gives its value and its gradient.",
      at: "0.5",
    },
    {
      topic: "A VJP",
      there: "y, pullback = jax.vjp(f, x)\npullback((1.0, 2.0))",
      dual: "-- cotangent: (1.0, 2.0)",
      note: "The header has the cotangent of the result; without it each Real has 1.0.",
      at: "3.0",
      rest: "DUAL\ndef main x = (x * x, sin x)",
    },
    {
      topic: "A custom derivative",
      there: "@jax.custom_vjp\ndef softplus(x): ...\nsoftplus.defvjp(fwd, bwd)",
      dual: "op softplus x = log (1.0 + exp x) by 1.0 / (1.0 + exp (-x))",
      at: "0.5",
      rest: "def main x = softplus x",
    },
    {
      topic: "Stopping a gradient",
      there: "jax.lax.stop_gradient(x) * x",
      dual: "op stop x = x by 0.0",
      at: "3.0",
      rest: "def main x = stop x * x",
    },
    {
      topic: "vmap",
      there: "jax.vmap(f)(xs)",
      dual: "mapA f xs",
      note: "`map` for lists. `parMap` makes each element a job of its own.",
      at: "#[1.0, 2.0]",
      rest: "def f x = x * x\ndef main xs = sumA (DUAL)",
    },
    {
      topic: "scan",
      there: "jax.lax.scan(step, 1.0, xs)",
      dual: "scanA (\\acc x -> acc * x) 1.0 xs",
      note: "One more element than `xs`: the first is the initial value.",
      at: "#[2.0, 3.0]",
      rest: "def main xs = sumA (DUAL)",
    },
    {
      topic: "fori_loop and while_loop",
      there: "jax.lax.fori_loop(0, n, lambda i, x: jnp.sin(x), x)",
      dual: "let rec go i x = if i == n then x else go (i + 1) (sin x) in go 0 x",
      note: "Reverse mode works through every recursion.",
      at: "(0.5, 3)",
      rest: "def main (x, n : Int) = DUAL",
    },
    {
      topic: "cond",
      there: "jax.lax.cond(x > 0, f, g, x)",
      dual: "if x > 0.0 then f x else g x",
      note: "Just the branch that is taken is evaluated; `jnp.where` evaluates both.",
      at: "2.0",
      rest: "def f x = x * x\ndef g x = -x\ndef main x = DUAL",
    },
    {
      topic: "An array",
      there: "jnp.array([1.0, 2.0])        x[0]        x.shape[0]",
      dual: "x ! 0 * real (size x)",
      note: "An array is written `#[1.0, 2.0]`. A matrix is an array of arrays.",
      at: "#[2.0, 3.0]",
      rest: "def main x = DUAL",
    },
    {
      topic: "A dot product",
      there: "jnp.dot(x, y)",
      dual: "sumA (zipWithA (*) x y)",
      at: "(#[1.0, 2.0], #[3.0, 4.0])",
      rest: "def main (x, y) = DUAL",
    },
    {
      topic: "A matrix times a vector",
      there: "a @ x",
      dual: "mapA (\\row -> sumA (zipWithA (*) row x)) a",
      at: "(#[#[1.0, 2.0], #[3.0, 4.0]], #[5.0, 6.0])",
      rest: "def main (a, x) = sumA (DUAL)",
    },
    {
      topic: "Making an array",
      there: "jnp.arange(4) * x        jnp.zeros(3)",
      dual: "build 4 (\\i -> real i * x)",
      at: "2.0",
      rest: "def main x = sumA (DUAL)",
    },
    {
      topic: "A pytree",
      there: 'params = {"w": w, "b": b}',
      dual: "data Params = Params (Array Real) Real",
      note: "Gradients have the constructors of the input.",
      at: "Params #[1.0, 2.0] 3.0",
      rest: "def main p = case p of { Params w b -> sumA w * b }",
    },
  ],
};

function rosetta(origin: Origin, { topic, there, dual, note, at, rest }: Row): Rosetta {
  const whole =
    rest === undefined ? dual : rest.includes("DUAL") ? rest.replace("DUAL", () => dual) : `${dual}\n${rest}`;
  return {
    topic,
    there,
    dual,
    ...(note !== undefined && { note }),
    example: program(`${topic}, coming from ${origin}`, at, whole),
  };
}

/** The table of each language. */
export const COMING_FROM: Readonly<Record<Origin, readonly Rosetta[]>> = {
  Haskell: TABLES.Haskell.map((row) => rosetta("Haskell", row)),
  OCaml: TABLES.OCaml.map((row) => rosetta("OCaml", row)),
  Python: TABLES.Python.map((row) => rosetta("Python", row)),
  JAX: TABLES.JAX.map((row) => rosetta("JAX", row)),
};
