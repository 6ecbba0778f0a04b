// The constructs of the language: one entry each, beside the nodes of the grammar that it is about.
// A test holds that each node of `syntax/dual.grammar` has its entry, and stands in that entry's example.
import { type Entry, program } from "./entry.ts";

/** A construct: what the reference has of it, and the names of its nodes in the grammar. */
export interface Construct {
  readonly names: readonly [string, ...string[]];
  readonly form: string;
  readonly words: string;
  readonly nodes: readonly string[];
  readonly at: string;
  readonly text: string;
}

/** Declarations and expressions. */
export const CONSTRUCTS: readonly Construct[] = [
  {
    names: ["def", "definition"],
    form: "def f p1 .. pn = e",
    words:
      "Defines a function, or a value if it has no parameters. Parameters are patterns. Definitions can come in any order and call each other. A program runs the one called `main`, unless its header names another `entry`.",
    nodes: ["def", "Definition", "DefinitionName", "Variable", "Equals"],
    at: "(3.0, 4.0)",
    text: "def norm2 (x, y) = x*x + y*y\ndef main p = sqrt (norm2 p)",
  },
  {
    names: ["data", "data type", "constructor"],
    form: "data T a = C t | D",
    words:
      "Declares a data type by its constructors. It may have parameters, and be recursive. A gradient has the same constructors as the input.",
    nodes: ["data", "DataDeclaration", "Constructor", "ConstructorName", "TypeName", "TypeVariable", "Bar"],
    at: "Node (Leaf 2.0) (Leaf 5.0)",
    text: "data Tree a = Leaf a | Node (Tree a) (Tree a)\ndef main t = case t of { Leaf x -> x | Node l r -> main l * main r }",
  },
  {
    names: ["record", "field", "fields", "update"],
    form: "data T = C { f : t, .. }    C { f = e, .. }    r.f    r { f = e }    C { f = p }",
    words:
      "Fields of a constructor may have names. `C { f = e, .. }` makes a value, with its fields in any order; `r.f` is a field of one; `r { f = e }` is r with another value there. A pattern names the fields that it looks at. A name alone stands for a field and the variable of its name: the pattern `C { f }` binds `f`, and the expression `C { f }` is `C { f = f }`.",
    nodes: ["Field", "FieldName", "FieldAccess", "RecordExpr", "FieldValue", "RecordPattern", "FieldPattern"],
    at: "Net { w = 2.0, b = 1.0 }",
    text: "data Net = Net { w : Real, b : Real }\ndef bias (Net { b }) = b\ndef main n =\n  let b = n.w * 2.0 in\n  let m = n { b } in\n  n.w * bias m",
  },
  {
    names: ["text", "quotes"],
    form: 'error "text"    trace "text" e',
    words:
      'A text in quotes is no value: it stands behind `error` and `trace` only. `\\"` is a quote in it, `\\n` the end of a line.',
    nodes: ["Text"],
    at: "2.0",
    text: 'def main x =\n  let y = trace "y" (log x) in\n  if x > 0.0 then y * y else error "x has to be positive"',
  },
  {
    names: ["type", "alias"],
    form: "type T a = t",
    words: "Gives a type a second name. It may have parameters.",
    nodes: ["type", "TypeDeclaration", "TypeName", "Type"],
    at: "(1.0, 2.0)",
    text: "type Pair a = (a, a)\ndef main (p : Pair Real) = fst p * snd p",
  },
  {
    names: ["op", "by", "custom operation", "custom derivative"],
    form: "op f p = e by d",
    words:
      "Defines a primitive operation: `e` is its value, `d` its partial derivative, or a tuple with one partial for each parameter. Dual trusts the partials you give. Finite differences show whether they are right.",
    nodes: ["OpWord", "op", "ByWord", "by", "OpDeclaration"],
    at: "0.5",
    text: "op softplus x = log (1.0 + exp x) by 1.0 / (1.0 + exp (-x))\ndef main x = softplus (3.0 * x)",
  },
  {
    names: ["pullback", "custom_vjp", "vjp"],
    form: "op f p : t = e pullback \\c -> e'    let op f p = e pullback \\c -> e' in e",
    words:
      "Defines a function of values of any types without functions with a pullback of its own: `c` is the cotangent of the result, `e'` the cotangent of what `p` names, in its shape; what stands for an Int is not looked at. Within a definition, what it uses from around it gets no derivative. Dual trusts the pullback, which need not be linear in `c`: clipping is a pullback. The stages of the papers take no such program: their rules are for operations that give one number. `grad` without a stage and modules do; only where it is differentiated twice is the gradient computed step by step.",
    nodes: ["PullbackWord", "pullback", "OpDeclaration", "LetHead"],
    at: "([3.0, 4.0], 2.0)",
    text: "op norm xs = sqrt (sum (map (\\x -> x * x) xs)) pullback \\c ->\n  let n = sqrt (sum (map (\\x -> x * x) xs)) in\n  map (\\x -> c * x / n) xs\ndef main (xs, k) =\n  let op double (x : Real) = 2.0 * x pullback \\c -> 2.0 * c in\n  norm xs + double k",
  },
  {
    names: ["let", "in", "local value"],
    form: "let p = e in e",
    words:
      "Names a value for the expression after `in`. It is computed once, however often it is used. A pattern takes a tuple apart.",
    nodes: ["let", "in", "LetHead", "ValueBinding"],
    at: "(12.0, 13.0)",
    text: "def main (x, y) =\n  let z = x + y in\n  let (a, b) = (x * z, y * z) in\n  a - b",
  },
  {
    names: ["let function", "local function"],
    form: "let f p1 .. pn = e in e",
    words: "Names a function for the expression after `in`. It may use the variables around it.",
    nodes: ["FunctionBinding"],
    at: "(2.0, 3.0)",
    text: "def main (a, x) =\n  let line t = a * t + 1.0 in\n  line x * line (x + 1.0)",
  },
  {
    names: ["let rec", "rec", "and", "recursion", "loop", "while", "for"],
    form: "let rec f p .. = e and g p .. = e in e",
    words:
      "Names functions that call themselves or each other. Recursion takes the place of loops: a call in the last position needs no stack.",
    nodes: ["rec", "and", "RecBinding"],
    at: "1.5",
    text: "def main x =\n  let rec even n y = if n == 0 then y else odd (n - 1) (y * x)\n  and odd n y = if n == 0 then y else even (n - 1) (sin y) in\n  even 5 x",
  },
  {
    names: ["\\", "λ", "lambda", "anonymous function"],
    form: "\\p1 .. pn -> e",
    words: "A function without a name. `λx → e` is the same. It extends as far to the right as possible.",
    nodes: ["LambdaHead", "Lambda", "Arrow"],
    at: "[1.0, 2.0, 3.0]",
    text: "def main xs = sum (map (\\x -> x * x) xs)",
  },
  {
    names: ["if", "then", "else", "conditional"],
    form: "if e then e else e",
    words:
      "Evaluates one of two expressions. The gradient is that of the one that was evaluated: no derivative passes through the condition.",
    nodes: ["if", "then", "else", "IfHead"],
    at: "-3.0",
    text: "def main a =\n  let b = a + 1.0 in\n  if b > 0.0 then a * b else b",
  },
  {
    names: ["case", "of", "match", "pattern matching"],
    form: "case e of { p -> e | p -> e }",
    words:
      "Evaluates the branch of the first pattern that matches. If a `case` leaves out a value, a warning shows one. If the program meets such a value, that is an error.",
    nodes: ["case", "of", "Case", "Branch", "{", "}", "Bar"],
    at: "[Disc 2.0, Box 3.0 4.0]",
    text: "data Shape = Disc Real | Box Real Real\ndef area s = case s of { Disc r -> 3.14 * r^2 | Box a b -> a * b }\ndef main shapes = sum (map area shapes)",
  },
  {
    names: ["application", "call"],
    form: "f e1 .. en",
    words:
      "Calls a function. The arguments follow it, without parentheses. With fewer arguments than parameters, the result is a function of the remaining ones. Application binds tighter than all operators.",
    nodes: ["Application"],
    at: "(2.0, [1.0, 3.0])",
    text: "def scale a x = a * x\ndef main (a, xs) = sum (map (scale a) xs)",
  },
  {
    names: ["tuple", "(,)", "()", "unit", "parentheses"],
    form: "(e1, e2)    ()    (e : t)",
    words:
      "Parentheses group, make tuples of two or more components, and hold a type: `(e : t)`. The empty tuple `()` carries nothing. `fst` and `snd` work on pairs; patterns take larger tuples apart.",
    nodes: ["Parenthesised", "(", ")", ",", "Annotation", "Colon"],
    at: "(1.0, 2.0, 3.0)",
    text: "def main (a, b, c) = ((a * b : Real), (b * c, ()))",
  },
  {
    names: ["list", "[]", "[e, e]"],
    form: "[e1, .., en]",
    words: "A list. `[]` is empty; `::` puts an element in front, `++` appends.",
    nodes: ["ListLiteral", "[", "]"],
    at: "2.0",
    text: "def main x = sum (map (\\a -> a * x) [1.0, x, 3.0])",
  },
  {
    names: ["#[", "array literal"],
    form: "#[e1, .., en]",
    words: "An array: `a ! i` takes its element at an index, from 0, in one step.",
    nodes: ["ArrayLiteral", "#[", "Index"],
    at: "(2.0, 3.0)",
    text: "def main (x, y) = let a = #[x, y, x * y] in a ! 2 * a ! 0",
  },
  {
    names: ["number", "Int literal", "Real literal"],
    form: "42    1.0    .5    2e-3",
    words:
      "A number with a dot or an exponent is a `Real`. One without is an `Int` or a `Real`, as the context requires; if nothing decides, it is an `Int`.",
    nodes: ["Integer", "Real"],
    at: "3.0",
    text: "def main x = 2 * x + 0.5 + 2e-3 * x^2",
  },
  {
    names: ["(+)", "operator function"],
    form: "(+)",
    words: "An operator between parentheses is a function of both operands. So is every symbolic operator.",
    nodes: ["OperatorFunction"],
    at: "[2.0, 3.0, 4.0]",
    text: "def main xs = foldl (*) 1.0 xs",
  },
  {
    names: ["minus", "negation"],
    form: "-e",
    words:
      "The negative of a number. It binds between `*` and `^`: `-x^2` is `-(x^2)`. As an argument it needs parentheses, because `f -x` subtracts.",
    nodes: ["Negate", "Minus"],
    at: "2.0",
    text: "def main x = exp (-x) - -x^2",
  },
  {
    names: ["par", "parallel tuple"],
    form: "par (e1, .., en)",
    words:
      "A tuple whose components are computed as separate jobs: they are forked, then joined. The value and the gradient are those of the tuple without `par`.",
    nodes: ["par", "Parallel"],
    at: "(1.0, 2.0, 3.0)",
    text: "def main (x, y, z) = let (a, b, c) = par (sin x, exp y, z * z) in a * b + c",
  },
  {
    names: ["pattern", "_", "wildcard"],
    form: "x    _    C p    (p, p)    p :: p    [p, p]    -1    (p : t)",
    words:
      "Patterns name the parts of a value. They appear in `case`, `let`, lambdas and parameters. `_` matches everything and names nothing. A constructor with arguments needs parentheses as a parameter.",
    nodes: [
      "Pattern",
      "Wildcard",
      "ConstructorPattern",
      "NegativeNumber",
      "ParenPattern",
      "ListPattern",
      "ConstructorName",
      "Cons",
      "Integer",
    ],
    at: "(2, [3.0, 4.0, 5.0], Just 2.0)",
    text: "def main (n : Int, xs, m) = case (n, xs, m) of {\n    (-1, _, _) -> 0.0\n  | (_, [a, b], Nothing) -> a * b\n  | (_, a :: _, Just y) -> a * y\n  | _ -> 1.0 }",
  },
  {
    names: ["--", "{- -}", "comment"],
    form: "-- to the end of the line    {- nested -}",
    words:
      "Comments. Those above a definition, or at the end of its first line, are shown where its name is used. A comment that begins with `{-` must be closed. The first lines of a program are its header.",
    nodes: ["LineComment", "BlockComment", "UnclosedComment"],
    at: "2.0",
    text: "-- The cube of a number.\ndef cube x = x^3\ndef main x = cube x {- its derivative is {- 3x² -} 12 here -}",
  },
];

/** Types, as they are written. */
export const TYPE_FORMS: readonly Construct[] = [
  {
    names: ["Real"],
    form: "Real",
    words:
      "A real number, in double precision. Derivatives are of Reals with respect to Reals. `nan` and `inf` are Reals too.",
    nodes: ["TypeName"],
    at: "2.0",
    text: "def main (x : Real) : Real = x * x",
  },
  {
    names: ["Int"],
    form: "Int",
    words:
      "An integer, exact up to 2^53; beyond that is an error. It has no derivative: a gradient repeats it unchanged from the input.",
    nodes: ["TypeName"],
    at: "(2.0, 3)",
    text: "def main (x : Real, n : Int) = x ^ n",
  },
  {
    names: ["Bool", "True", "False"],
    form: "Bool",
    words: "`True` or `False`: the result of a comparison, and the condition of an `if`.",
    nodes: ["TypeName"],
    at: "(2.0, True)",
    text: "def main (x, isSquared : Bool) = if isSquared && x > 1.0 then x * x else x",
  },
  {
    names: ["tuple type", "()"],
    form: "(t1, t2)    ()",
    words: "The type of tuples, by the types of their components; `()` is that of the empty tuple.",
    nodes: ["ParenType"],
    at: "((1.0, 2.0), ())",
    text: "def main (p : (Real, Real), u : ()) = fst p * snd p",
  },
  {
    names: ["->", "→", "function type"],
    form: "t1 -> t2",
    words:
      "The type of functions. A function of several parameters gives a function: `Real -> Real -> Real`. Inputs and results contain no functions; everything in between may.",
    nodes: ["Type", "Arrow"],
    at: "0.5",
    text: "def twice (f : Real -> Real) (x : Real) : Real = f (f x)\ndef main x = twice sin x",
  },
  {
    names: ["list type", "[t]", "Nil", "Cons"],
    form: "[t]",
    words: "The type of lists of one type of elements.",
    nodes: ["ListType"],
    at: "[1.0, 2.0]",
    text: "def main (xs : [Real]) = product xs",
  },
  {
    names: ["Array"],
    form: "Array t",
    words:
      "The type of arrays. An element is reached in one step, from index 0. Arrays do not change; `build` and `mapA` make new ones.",
    nodes: ["TypeApplication"],
    at: "#[1.0, 2.0, 3.0]",
    text: "def main (a : Array Real) = sumA a * a ! 0",
  },
  {
    names: ["Array2", "matrix", "table"],
    form: "Array2 t",
    words:
      "The type of tables of rows and columns, whose elements are one array, row by row: `Array2 2 3 #[a, b, c, d, e, f]`. `build2`, `fromRows` and `reshape` make them.",
    nodes: ["TypeApplication"],
    at: "Array2 2 2 #[1.0, 2.0, 3.0, 4.0]",
    text: "def main (a : Array2 Real) = sumRows (matMul a a)",
  },
  {
    names: ["Maybe", "Just", "Nothing"],
    form: "Maybe t",
    words: "A value that may be missing: `Just x` or `Nothing`.",
    nodes: ["TypeApplication"],
    at: "Just 3.0",
    text: "def main (m : Maybe Real) = case m of { Just x -> x * x | Nothing -> 0.0 }",
  },
  {
    names: ["Either", "Left", "Right"],
    form: "Either s t",
    words: "A value of one type or of another: `Left x` or `Right y`.",
    nodes: ["TypeApplication"],
    at: "[Left 2.0, Right (3.0, 4.0)]",
    text: "def size' (e : Either Real (Real, Real)) = case e of { Left r -> r * r | Right (a, b) -> a * b }\ndef main es = sum (map size' es)",
  },
  {
    names: ["annotation", ":", "type annotation"],
    form: "def f (x : t) : t = e    let x : t = e in e",
    words:
      "States a type. Annotations are optional: Dual infers all types. With an annotation, an error shows up where it was made.",
    nodes: ["Annotation", "Colon"],
    at: "(2.0, 3.0)",
    text: "def main (x : Real, y : Real) : Real =\n  let z : Real = x + y in\n  z * x",
  },
  {
    names: ["type variable", "polymorphism", "a"],
    form: "a    b",
    words:
      "A name in lower case stands for any type. A definition is as general as possible, also over the number types `Int` and `Real`: `sum` works on both.",
    nodes: ["TypeVariable"],
    at: "(2.0, 3.0)",
    text: "def swap (p : (a, b)) : (b, a) = (snd p, fst p)\ndef main p = let (x, y) = swap p in x / y",
  },
];

function entryOf(kind: "syntax" | "type"): (construct: Construct) => Entry {
  return ({ names, form, words, at, text }) => ({
    id: `${kind} ${names[0]}`,
    kind,
    names,
    form,
    words,
    partials: [],
    example: program(`Example of ${names[0]}`, at, text),
  });
}

/** The entries of what expressions, patterns and definitions are written with. */
export const SYNTAX_ENTRIES: readonly Entry[] = CONSTRUCTS.map(entryOf("syntax"));
/** The entries of what types are written with. */
export const TYPE_ENTRIES: readonly Entry[] = TYPE_FORMS.map(entryOf("type"));
