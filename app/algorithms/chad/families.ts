// Programs of CHAD's experiments whose scope or depth grows: n is in their text, so there is one for each n.

/** The sum of n variables as a complete tree of +: t_magic (thesis, §6.10.1). */
export function sumOfVariables(n: number): string {
  const names = Array.from({ length: n }, (_, index) => `x${index + 1}`);
  const tree = (from: number, to: number): string => {
    const middle = Math.floor((from + to) / 2);
    return to - from <= 1 ? `x${from + 1}` : `(${tree(from, middle)} + ${tree(middle, to)})`;
  };
  const input = names.map((_, index) => `${index + 1}.0`).join(", ");
  return `-- title: A sum of ${n} variables
-- at: (${input})

def main (${names.map((name) => `${name} : Real`).join(", ")}) =
  ${tree(0, n).replace(/^\((.*)\)$/, "$1")}
`;
}

/** (λxₙ₋₁. .. (λx₁. x₁) x₂ ..) xₙ: the identity, by functions within functions (thesis, §6.8). */
export function nestedFunctions(n: number): string {
  let body = "x1";
  for (let at = 1; at < n; at++) body = `(\\x${at} -> ${body}) x${at + 1}`;
  return `-- title: Functions within functions, ${n} deep
-- at: 5.0

def main (x${n} : Real) =
  ${body}
`;
}
