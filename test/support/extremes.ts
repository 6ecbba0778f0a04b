// Programs in which one construct is nearly all that there is: where a bound on costs is tight.

/** Programs in which one construct is nearly all that there is. */
export const EXTREMES: Readonly<Record<string, string>> = {
  "a chain of unary operations": `-- at: 1.0\ndef main (x : Real) = ${"sin (".repeat(300)}x${")".repeat(300)}`,
  "a chain of products": `-- at: 1.0\ndef main (x : Real) = x${"*x".repeat(300)}`,
  "forks that do nothing, nested": `-- at: 1.0\ndef main (x : Real) = ${"(".repeat(60)}x${" |*| x)".repeat(60)}`,
  "a wide fork that does nothing": `-- at: 1.0\ndef main (x : Real) = par (${Array(60).fill("x").join(", ")})`,
  "a wide fork of operations": `-- at: 1.0\ndef main (x : Real) = par (${Array(60).fill("sin x").join(", ")})`,
  "forks of literals that are dropped, nested": `-- at: 1.0\ndef main (x : Real) = let _ = ${"(".repeat(300)}1.0${" |*| 1.0)".repeat(300)} in x`,
  "forks of units, nested": `-- at: 1.0\ndef main (x : Real) = let _ = ${"(".repeat(300)}()${" |*| ())".repeat(300)} in x`,
  "a wide fork of literals that is dropped": `-- at: 1.0\ndef main (x : Real) = let _ = par (${Array(300).fill("1.0").join(", ")}) in x`,
  "a parallel list": "-- at: 1.0\ndef main (x : Real) = parMap sin (replicate 100 x)",
  "the identity on a Real": "-- at: 1.0\ndef main (x : Real) = x",
  "a constant": "-- at: 1.0\ndef main (x : Real) = 1.0",
  "nothing at all": "-- at: ()\ndef main () = ()",
  "the identity on a list": "-- at: replicate 300 1.0\ndef main (xs : [Real]) = xs",
  "the identity on an array": "-- at: build 300 real\ndef main (a : Array Real) = a",
  "an array that is not used": "-- at: build 300 real\ndef main (a : Array Real) = 1.0",
  "many constants": `-- at: 1.0\ndef main (x : Real) = [${Array(300).fill("1.0").join(", ")}]`,
  "many outputs that are the input": `-- at: 1.0\ndef main (x : Real) = [${Array(300).fill("x").join(", ")}]`,
  "a partial that costs 8 times the op": `-- at: 1.0\nop f x = x by ${"sin (".repeat(7)}x${")".repeat(7)}\ndef main (x : Real) = ${"f (".repeat(100)}x${")".repeat(100)}`,
};
