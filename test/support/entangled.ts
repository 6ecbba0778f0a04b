// Programs that grow beyond measure when they are compiled.

/** Functions that call each other in tail position, all of them: as loops within loops their code doubles and doubles. */
export function entangled(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const calls = names
    .map((name, index) => `if mod k ${count} == ${index} then ${name} (k - 1) (x * 0.9)`)
    .join(" else ");
  return `-- at: (9, 0.5)\n${names.map((name) => `def ${name} (k : Int) (x : Real) = if k == 0 then x else ${calls} else x\n`).join("")}def main (k, x) = f0 k x`;
}
