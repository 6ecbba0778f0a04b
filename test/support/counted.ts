// Programs small enough to be counted by hand, with inputs that between them take every way through, and other inputs of the same form.

interface Counted {
  readonly text: string;
  readonly at: readonly string[];
  readonly others: readonly string[];
}

export const COUNTED: Readonly<Record<string, Counted>> = {
  "the running example": {
    text: "def main (x, y) = let z = x + y in x * z",
    at: ["(12.0, 13.0)"],
    others: ["(-0.5, 2.0)", "(0.25, 0.0)"],
  },
  "a list": {
    text: "def main xs = sum (map (\\x -> x * x) xs)",
    at: ["[1.0, 2.0, 3.0]", "[]"],
    others: ["[0.5]", "[4.0, -1.0]"],
  },
  "an array": {
    text: "def main a = mapA (\\x -> x * 2.0) a",
    at: ["#[1.0, 2.0, 3.0]", "#[]"],
    others: ["#[0.5]", "#[4.0, -1.0]"],
  },
  "a fork": {
    text: "def main (x, y) = let (a, b) = (x * y) |*| (x + y) in a * b",
    at: ["(2.0, 3.0)"],
    others: ["(-0.5, 2.0)", "(0.25, 0.0)"],
  },
  "a choice": {
    text: "def main (x, y) = if x < y then sin x / y else x - y * 3.0",
    at: ["(2.0, 3.0)", "(3.0, 2.0)"],
    others: ["(0.5, 0.75)", "(4.0, -1.5)"],
  },
  "a tree": {
    text: "data Tree = Leaf Real | Node Tree Tree\ndef total t = case t of { Leaf x -> exp x | Node l r -> total l * total r }\ndef main t = total t",
    at: ["Node (Node (Leaf 0.25) (Leaf (-1.0))) (Leaf 0.5)", "Node (Leaf 1.0) (Node (Leaf 0.75) (Leaf 0.5))"],
    others: ["Leaf 2.0", "Node (Node (Leaf 1.0) (Leaf 0.5)) (Node (Leaf 0.75) (Leaf (-2.0)))"],
  },
  "a loop": {
    text: "op own (a, b) = a * b + a by (b + 1.0, a)\ndef main (x, n : Int) = let rec go k y z = if k == 0 then y - z else go (k - 1) (own (y, x)) y in go n x 1.0",
    at: ["(0.5, 3)", "(0.5, 0)"],
    others: ["(-1.5, 1)", "(0.25, 4)"],
  },
};
