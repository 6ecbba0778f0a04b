// Shapes of texts that grow: each makes a program, or what is none, of any size out of one construct.

/** A family of texts, by their size in UTF-16 units. */
export interface Shape {
  readonly name: string;
  /** A text of about so many units. */
  text(size: number): string;
}

type Part = (index: number, count: number) => string;

/** Parts in a row that have about so many units together. */
function fill(size: number, make: Part, separator = ""): string {
  const guess = Math.floor(size / (make(5000, 10_000).length + separator.length));
  const count = Math.max(2, Math.floor(size / (meanLength(make, guess) + separator.length)));
  return Array.from({ length: count }, (_, index) => make(index, count)).join(separator);
}

/** The mean length of parts that are spread over a row: those of high numbers are longer, and some repeat by turns. */
function meanLength(make: Part, count: number): number {
  const some = Array.from({ length: SPREAD }, (_, index) => make(Math.floor((index * count) / SPREAD), count).length);
  return some.reduce((sum, length) => sum + length, 0) / SPREAD;
}
const SPREAD = 101;

function rows(name: string, make: Part, before = "", after = ""): Shape {
  return { name, text: (size) => before + fill(size, make) + after };
}

function joined(name: string, separator: string, make: Part, before: string, after = "\n"): Shape {
  return { name, text: (size) => before + fill(size, make, separator) + after };
}

/** Two lists of as many parts each: what is declared, and what is made of it. */
function paired(name: string, first: Part, second: Part, around: (first: string, second: string) => string): Shape {
  return {
    name,
    text: (size) => {
      const each = [first, second].map((make) => make(5000, 10_000).length);
      const total = each[0]! + each[1]!;
      return around(fill((size * each[0]!) / total, first), fill((size * each[1]!) / total, second));
    },
  };
}

/** Opening text, as often as it fits, a middle, and as many closing ones. */
function nested(name: string, open: string, middle: string, close: string, before: string, after = "\n"): Shape {
  return {
    name,
    text: (size) => {
      const depth = Math.max(2, Math.floor(size / (open.length + close.length)));
      return before + open.repeat(depth) + middle + close.repeat(depth) + after;
    },
  };
}

/** Definitions by which something doubles: few lines, and the rest of the text a comment. */
function doubling(name: string, levels: number, make: Part, before: string, after: string): Shape {
  const small = before + Array.from({ length: levels }, (_, index) => make(index, levels)).join("") + after;
  return { name, text: (size) => `${small}{-${" ".repeat(Math.max(0, size - small.length))}-}\n` };
}

const x = (): string => "x";

const LETS: readonly Shape[] = [
  rows("lets in a chain", (i) => `let a${i + 1} = a${i} + 1.0 in\n`, "def main a0 =\n", "a0\n"),
  rows("lets that nobody uses", (i) => `let a${i} = 1.0 in\n`, "def main x =\n", "x\n"),
  rows("lets of one name", () => "let x = x + 1.0 in\n", "def main x =\n", "x\n"),
  rows("lets, all of the first", (i) => `let a${i + 1} = a0 + 1.0 in\n`, "def main a0 =\n", "a0\n"),
  rows("lets of tuples", (i) => `let (a${i + 1}, b${i + 1}) = (b${i}, a${i}) in\n`, "def main (a0, b0) =\n", "a0\n"),
  rows("lets of lists", (i) => `let a${i + 1} = [a${i}] in\n`, "def main (a0 : Real) =\n", "a0\n"),
  rows("lets of functions", (i) => `let f${i} y = y + x in\n`, "def main x =\n", "f0 x\n"),
  rows(
    "lets of functions, each of the last",
    (i) => `let f${i + 1} y = f${i} y in\n`,
    "def main x = let f0 y = y in\n",
    "f0 x\n",
  ),
  rows("lets with annotations", (i) => `let a${i} : (Real, Int) = (x, 1) in\n`, "def main x =\n", "x\n"),
  rows(
    "local recursive functions",
    (i) => `let rec g${i} n = if n == 0 then x else g${i} (n - 1) in\n`,
    "def main x =\n",
    "x\n",
  ),
  joined(
    "local functions in a ring",
    " and ",
    (i, n) => `g${i} n = if n == 0 then x else g${(i + 1) % n} (n - 1)\n`,
    "def main x = let rec ",
    " in g0 3\n",
  ),
  nested("lets in parentheses", "(let a = x in ", "x", ")", "def main x = "),
  nested("lets in lets", "let a = ", "x", " in a", "def main x = "),
  doubling(
    "lets doubling a pair",
    40,
    (i) => `let a${i + 1} = (a${i}, a${i}) in\n`,
    "def main (a0 : Real) =\n",
    "1.0\n",
  ),
  doubling(
    "lets doubling a function",
    40,
    (i) => `let a${i + 1} = \\z -> (a${i}, a${i}) in\n`,
    "def main (a0 : Real) =\n",
    "1.0\n",
  ),
  doubling(
    "lets doubling variables",
    24,
    (i) => `let f${i + 1} y = (f${i} y, f${i} y) in\n`,
    "def main (x : Real) = let f0 y z = (y, z) in\n",
    "1.0\n",
  ),
];

const DEFINITIONS: readonly Shape[] = [
  rows("definitions", (i) => `def f${i} x = x * 2.0\n`),
  rows("definitions, each of the last", (i) => `def f${i + 1} x = f${i} x + 1.0\n`, "def f0 x = x\n"),
  rows("definitions, each of the next", (i) => `def f${i} x = f${i + 1} x + 1.0\n`, "", ""),
  rows("definitions in a ring", (i, n) => `def f${i} x = f${(i + 1) % n} x + 1.0\n`),
  rows("definitions, all of the first", (i) => `def f${i + 1} x = f0 (x + 1.0)\n`, "def f0 x = x\n"),
  rows("definitions of values", (i) => `def c${i + 1} = c${i} + 1.0\n`, "def c0 = 1.0\n"),
  rows("polymorphic definitions", (i) => `def f${i} x y = (y, x)\n`),
  rows("definitions of constructors", (i) => `def f${i} x = Just (Left x)\n`),
  rows("ops", (i) => `op f${i} x = x * 2.0 by 2.0\n`),
  rows("ops, each of the last", (i) => `op f${i + 1} x = f${i} x by 1.0\n`, "op f0 x = x by 1.0\n"),
  doubling(
    "definitions doubling a pair",
    40,
    (i) => `def f${i + 1} x = let y = f${i} x in (y, y)\n`,
    "def f0 x = x\n",
    "def main x = x + 1.0\n",
  ),
  paired(
    "definitions, one of all",
    (i) => `def f${i} x = x\n`,
    (i) => ` + f${i} x`,
    (defs, all) => `${defs}def main x = x${all}\n`,
  ),
];

const TYPES: readonly Shape[] = [
  paired(
    "constructors and a case",
    (i) => ` | C${i} Real`,
    (i) => ` | C${i} x -> x`,
    (data, branches) => `data T =${data}\ndef main t = case t of {${branches} }\n`,
  ),
  paired(
    "constructors and a case backwards",
    (i) => ` | C${i} Real`,
    (i, n) => ` | C${n - 1 - i} x -> x`,
    (data, branches) => `data T =${data}\ndef main t = case t of {${branches} }\n`,
  ),
  joined("constructors without fields", " | ", (i) => `C${i}`, "data T = "),
  joined("a constructor of many fields", " ", () => "Real", "data T = C "),
  paired(
    "a constructor pattern of many fields",
    () => " Int",
    (i) => ` x${i}`,
    (fields, names) => `data T = C${fields}\ndef main t = case t of { C${names} -> x0 }\n`,
  ),
  paired(
    "a data type of many parameters",
    (i) => ` a${i}`,
    (i) => ` a${i}`,
    (params, fields) => `data T${params} = C${fields}\n`,
  ),
  rows("data types", (i) => `data T${i} = C${i} Real | D${i} (T${i})\n`),
  rows("data types, each of the last", (i) => `data T${i + 1} = C${i + 1} T${i}\n`, "data T0 = C0\n"),
  rows("data types in a ring", (i, n) => `data T${i} = C${i} T${(i + 1) % n} | E${i}\n`),
  rows("polymorphic data types in a ring", (i, n) => `data T${i} a = C${i} (T${(i + 1) % n} a) | E${i} a\n`),
  rows(
    "matches of many data types",
    (i) => `data T${i} = C${i} Real | D${i}\ndef f${i} t = case t of { C${i} x -> x | D${i} -> 0.0 }\n`,
  ),
  rows("aliases", (i) => `type T${i} = (Real, Int)\n`),
  rows("aliases, each of the last", (i) => `type T${i + 1} = T${i}\n`, "type T0 = Real\n"),
  rows("aliases, each of the next", (i, n) => `type T${i} = ${i === n - 1 ? "Real" : `T${i + 1}`}\n`),
  rows("aliases, each a function of the last", (i) => `type T${i + 1} = Int -> T${i}\n`, "type T0 = Real\n"),
  doubling(
    "aliases doubling",
    40,
    (i) => `type T${i + 1} = (T${i}, T${i})\n`,
    "type T0 = Real\n",
    "def main (x : T40) = 1.0\n",
  ),
  doubling(
    "aliases doubling a parameter",
    40,
    (i) => `type T${i + 1} a = T${i} (a, a)\n`,
    "type T0 a = a\n",
    "def main (x : T40 Real) = 1.0\n",
  ),
  doubling(
    "data types doubling",
    24,
    (i) => `data T${i + 1} a b = C${i + 1} (T${i} (a, b) (b, a))\n`,
    "data T0 a b = C0 a b\n",
    "def main (x : T24 Real Int) = 1.0\n",
  ),
  joined("a tuple type", ", ", () => "Real", "def main (x : (", ")) = 1.0\n"),
  joined("a function type", " -> ", () => "Real", "def main (f : ", ") = 1.0\n"),
  nested("a deep type", "[", "Real", "]", "def main (x : ", ") = 1.0\n"),
  joined("annotated parameters", " ", (i) => `(a${i} : Real)`, "def main ", " = 1.0\n"),
  joined("type variables", " ", (i) => `(a${i} : t${i})`, "def main ", " = 1.0\n"),
  rows("annotations", (i) => `def f${i} (x : Real) (n : Int) : (Real, Int) = (x, n)\n`),
];

const CASES: readonly Shape[] = [
  joined("branches on Ints", " | ", (i) => `${i} -> ${i}.0`, "def main n = case n of { ", " | _ -> 0.0 }\n"),
  joined("branches on Ints, none for the rest", " | ", (i) => `${i} -> ${i}.0`, "def main n = case n of { ", " }\n"),
  joined("branches on Reals", " | ", (i) => `${i}.5 -> ${i}.0`, "def main x = case x of { ", " | _ -> 0.0 }\n"),
  joined("branches on pairs", " | ", (i) => `(${i}, ${i}) -> ${i}.0`, "def main p = case p of { ", " | _ -> 0.0 }\n"),
  joined(
    "branches on pairs, half open",
    " | ",
    (i) => (i % 2 === 0 ? `(${i}, _) -> 1.0` : `(_, ${i}) -> 1.0`),
    "def main p = case p of { ",
    " | _ -> 0.0 }\n",
  ),
  joined("branches on lists", " | ", (i) => `[${i}] -> ${i}.0`, "def main p = case p of { ", " | _ -> 0.0 }\n"),
  joined(
    "branches on longer lists",
    " | ",
    (i) => `${"_ :: ".repeat(25 + ((i * 7) % 50))}[] -> 1.0`,
    "def main p = case p of { ",
    " | _ -> 0.0 }\n",
  ),
  joined(
    "branches on constructors",
    " | ",
    (i) => `Just (Left ${i}) -> 1.0 | Just (Right ${i}) -> 1.0`,
    "def main p = case p of { ",
    " | _ -> 0.0 }\n",
  ),
  joined(
    "branches on Bools in a row",
    " | ",
    (i) => `(${Array.from({ length: 16 }, (_, bit) => ((i >> bit) & 1 ? "True" : "False")).join(", ")}) -> 1.0`,
    "def main p = case p of { ",
    " }\n",
  ),
  joined("branches without end", " | ", () => "_ -> x", "def main x = case x of { ", " }\n"),
  joined("branches of one pattern", " | ", () => "0 -> 1.0", "def main n = case n of { ", " | _ -> 0.0 }\n"),
  joined(
    "a diagonal of Bools",
    " | ",
    (i, n) => `(${Array.from({ length: 30 }, (_, at) => (at === i % 30 ? "True" : "_")).join(", ")}) -> ${n}.0`,
    "def main p = case p of { ",
    " }\n",
  ),
  nested("cases in branches", "case x of { 0.0 -> ", "x", " | _ -> x }", "def main x = "),
  nested("cases in scrutinees", "case ", "x", " of { 0.0 -> x | _ -> x }", "def main x = "),
  rows(
    "cases in a row",
    (i) => `let a${i} = case xs of { [] -> 0.0 | y :: ys -> y } in\n`,
    "def main (xs : [Real]) =\n",
    "1.0\n",
  ),
  rows("ifs in a chain", (i) => `if n == ${i} then ${i}.0 else\n`, "def main n =\n", "0.0\n"),
  nested("ifs in ifs", "if ", "b", " then b else b", "def main b = "),
];

const PATTERNS: readonly Shape[] = [
  joined("a tuple pattern", ", ", (i) => `a${i}`, "def main (", ") = a0\n"),
  joined("a tuple pattern in a let", ", ", (i) => `a${i}`, "def main x = let (", ") = x in a0\n"),
  joined("a list pattern", ", ", (i) => `a${i}`, "def main x = case x of { [", "] -> a0 | _ -> 0.0 }\n"),
  joined("a pattern of conses", " :: ", (i) => `a${i}`, "def main x = case x of { ", " -> 0.0 | _ -> 0.0 }\n"),
  nested("a deep pattern", "(Just ", "y", ")", "def main x = case x of { ", " -> 0.0 | _ -> 0.0 }\n"),
  nested("a deep tuple pattern", "(a, ", "y", ")", "def main x = case x of { ", " -> 0.0 }\n"),
  joined("parameters", " ", (i) => `a${i}`, "def main ", " = a0 + 1.0\n"),
  joined("parameters of a lambda", " ", (i) => `a${i}`, "def main x = \\", " -> x\n"),
  rows("lambdas in a row", (i) => `\\a${i} -> `, "def main x = ", "x\n"),
  joined("wildcards", " ", () => "_", "def main ", " = 1.0\n"),
];

const OPERATORS: readonly (readonly [name: string, operator: string, operand: string, before?: string])[] = [
  ["plus", "+", "x"],
  ["minus", "-", "x"],
  ["times", "*", "x"],
  ["divide", "/", "x"],
  ["plus and times", "+ x *", "x"],
  ["power", "^", "2"],
  ["or", "||", "b"],
  ["and", "&&", "b"],
  ["comparisons and ands", "< 1.0 &&", "x"],
  ["comparisons", "<", "x"],
  ["cons", "::", "x"],
  ["append", "++", "x"],
  ["pipe", "|>", "sin"],
  ["index", "!", "x"],
  ["parallel pair", "|*|", "x"],
];

const EXPRESSIONS: readonly Shape[] = [
  ...OPERATORS.map(([name, operator, operand]) =>
    joined(`a chain of ${name}`, ` ${operator} `, () => operand, "def main x b = x + 0.0 |> \\x -> "),
  ),
  rows("minus signs", () => "- ", "def main x = ", "x\n"),
  joined("a sum of calls", " + ", () => "sin x", "def main x = "),
  joined("a sum of differing names", " + ", (i) => `f (x + ${i}.0)`, "def f y = y\ndef main x = "),
  joined("arguments", " ", x, "def main f x = f "),
  joined("arguments of a known function", " ", x, "def f x = x\ndef main x = f "),
  joined("a tuple", ", ", x, "def main x = (", ")\n"),
  joined("a list", ", ", (i) => `${i}.0`, "def main x = [x, ", "]\n"),
  joined("an array", ", ", (i) => `${i}.0`, "def main x = #[x, ", "]\n"),
  joined("a list of Ints", ", ", (i) => `${i}`, "def main x = [x, ", "]\n"),
  joined("a list of lambdas", ", ", () => "\\z -> z", "def main x = [", "]\n"),
  joined("a list of pairs", ", ", (i) => `(${i}, ${i}.0)`, "def main x = [", "]\n"),
  joined("a parallel tuple", ", ", x, "def main x = par (", ")\n"),
  nested("parentheses", "(", "x", ")", "def main x = "),
  nested("lists in lists", "[", "x", "]", "def main x = "),
  nested("calls in calls", "sin (", "x", ")", "def main x = "),
  nested("lambdas in calls", "(\\y -> ", "x", ") x", "def main x = "),
  nested("annotations in annotations", "(", "x", " : Real)", "def main x = "),
  joined("matrices", ", ", () => "[1.0, 2.0, 3.0, 4.0]", "def main x = [", "]\n"),
];

const LEXICAL: readonly Shape[] = [
  rows("comments", (i) => `-- line ${i}\n`, "", "def main x = x\n"),
  rows("a header of many titles", (i) => `-- title: ${i}\n`, "", "def main x = x\n"),
  rows("a header of unknown keys", (i) => `-- key${i}: 1\n`, "", "def main x = x\n"),
  rows("a header that goes on", () => "--    and on\n", "-- about: it begins\n", "def main x = x\n"),
  nested("nested comments", "{- ", "", " -}", "", "\ndef main x = x\n"),
  rows("block comments", (i) => `{- ${i} -} `, "", "def main x = x\n"),
  rows("blank lines", () => "\n", "", "def main x = x\n"),
  rows("blanks", () => " ", "", "def main x = x\n"),
  rows("lines that end in CR and LF", (i) => `def f${i} x = x\r\n`),
  rows("Unicode names", (i) => `def σ${i} ξ = ξ * 2.0 -- ∂ζ\n`),
  rows("a long name", () => "a", "def main ", " = 1.0\n"),
  rows("a long Real", () => "1", "def main x = x + 0.", "\n"),
  rows("a long Int", () => "1", "def main x = x + ", "\n"),
  joined("a long line of names", " ", (i) => `long_name_${i}`, "def main ", " = 1.0\n"),
];

/** Texts without mistakes, up to the limits of nesting and of type sizes. */
export const PROGRAMS: readonly Shape[] = [
  ...LETS,
  ...DEFINITIONS,
  ...TYPES,
  ...CASES,
  ...PATTERNS,
  ...EXPRESSIONS,
  ...LEXICAL,
];

/** Texts with a mistake at every step, or no programs at all. */
export const MISTAKES: readonly Shape[] = [
  joined("unknown names", " + ", (i) => `unknown${i}`, "def main x = "),
  rows("definitions with unknown names", (i) => `def f${i} x = y${i} + x\n`),
  rows("unknown constructors", (i) => `def f${i} x = Un${i} x\n`),
  rows("unknown types", (i) => `def f${i} (x : Ty${i}) = x\n`),
  rows("type errors", (i) => `def f${i} x = (x + 1.0) + True\n`),
  joined("type errors in one list", ", ", () => "True", "def main x = [1.0, ", "]\n"),
  joined("type errors in one sum", " + ", () => "True", "def main x = x + "),
  rows("definitions of one name", () => "def f x = x + 1.0\n"),
  rows("data types of one name", () => "data T = C\n"),
  rows("constructors of one name", (i) => `data T${i} = C\n`),
  joined("parameters of one name", " ", x, "def main ", " = x\n"),
  joined("a tuple pattern of one name", ", ", x, "def main (", ") = x\n"),
  joined("type parameters of one name", " ", () => "a", "data T ", " = C\n"),
  rows("unclosed parentheses", () => "(", "def main x = "),
  rows("unclosed brackets in definitions", (i) => `def f${i} x = (x + [1.0\n`),
  rows("closing brackets", () => ")", "def main x = "),
  rows("unclosed comments", () => "{- ", "def main x = x "),
  rows("definitions without an expression", (i) => `def f${i} x =\n`),
  rows("definitions without def", (i) => `f${i} x = x\n`),
  rows("lets without in", (i) => `let a${i} = 1.0\n`, "def main x =\n"),
  rows("quotes", () => '"a" ', "def main x = "),
  rows("foreign signs", () => "$ @ ; ", "def main x = "),
  rows("dots", () => "..", "def main x = "),
  rows("equals signs", () => "= ", "def main x = "),
  rows("bars", () => "| ", "def main x = "),
  rows("commas", () => ", ", "def main x = "),
  rows("keywords", () => "let in if then else case of ", "def main x = "),
  rows("words", (i) => `word${i} `),
  rows("operators", () => "+ * - / ", "def main x = "),
  rows("matches of OCaml", (i) => `def f${i} xs = match xs with | [] -> 0.0 | x :: _ -> x\n`),
  rows("matches in matches", () => "match x with | y -> ", "def main x = "),
  rows("definitions of Python", (i) => `def f${i}(x):\n    y = x * x\n    return y + 1.0\n`),
  rows("definitions of C", (i) => `def f${i}(x, y) { return x * y; }\n`),
  rows("lines without let", (i) => `  y${i} = x * x\n`, "def main x =\n", "  x\n"),
  rows("lines with semicolons", (i) => `  let y${i} = x * x;\n`, "def main x =\n", "  x\n"),
  rows("bindings after where", (i) => `  y${i} = x\n`, "def main x = x where\n"),
  rows("guards", (i) => `  | x > ${i}.0 = 1.0\n`, "def main x\n"),
  rows("returns", () => "return ", "def main x = "),
  rows("powers of Python", () => "x ** 2 + ", "def main x = ", "x\n"),
  rows("compositions", () => "sin . ", "def main = ", "cos\n"),
  rows("comments of C", () => "/* x "),
  rows("comments of OCaml", () => "(* x "),
  rows("strings of many lines", () => '""" '),
  rows("elements in brackets", () => "xs[0] + ", "def main xs = ", "0.0\n"),
  rows("calls with tuples", () => "atan2(x, ", "def main x = ", "x\n"),
  rows("definitions that return", (i) => `def f${i} x = return x\n`),
  rows("misplaced directives", () => "-- at: 1.0\n", "def main x = x\n"),
  rows("control characters", () => "\u0000\u0007"),
  rows("Unicode signs", () => "∮🙂"),
  {
    name: "random letters",
    text: (size) => {
      let seed = 1;
      const signs = "()[]{},|\\->=:+*/ \nabcdefXYZ0123.\"'_#!^&";
      return Array.from({ length: size }, () => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return signs[Math.floor((seed / 2147483648) * signs.length)]!;
      }).join("");
    },
  },
];

export const SHAPES: readonly Shape[] = [...PROGRAMS, ...MISTAKES];
