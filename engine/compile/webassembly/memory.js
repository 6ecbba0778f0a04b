// Cells in the memory of WebAssembly, with a program's loops as functions over it. It is JavaScript because exported modules have its text.

// ---- text
/** Numbers that a loop gives, at most: they lie at the beginning of the memory, 8 bytes each, and the cells behind them. */
export const MOST_GIVEN = 64;
/**
 * Gives memory for so many cells, from a module in base64: their values and cotangents, the loops, and what these give; undefined where the
 * platform has no WebAssembly with lanes, or not so much memory.
 */
export function cellsWithLoops(text) {
  let module;
  try {
    module = new WebAssembly.Module(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    // no WebAssembly, none with lanes, or a host forbids it: the loops run in JavaScript
    return () => undefined;
  }
  return (count) => {
    const first = 8 * MOST_GIVEN;
    const base = first + 8 * count;
    let memory;
    try {
      memory = new WebAssembly.Memory({ initial: Math.ceil((base + 8 * count) / 65536) });
    } catch {
      // no memory for it: the cells lie elsewhere, and the loops run in JavaScript
      return undefined;
    }
    const { exports } = new WebAssembly.Instance(module, { m: { memory, base } });
    const { buffer } = memory;
    return {
      values: new Float64Array(buffer, first, count),
      cotangents: new Float64Array(buffer, base, count),
      given: new Float64Array(buffer, 0, MOST_GIVEN),
      loops: Array.from({ length: Object.keys(exports).length }, (_, index) => exports[index]),
    };
  };
}
