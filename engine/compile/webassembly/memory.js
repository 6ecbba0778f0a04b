// Cells in the memory of WebAssembly, with a program's loops as functions over it. It is JavaScript because exported modules have its text.

// ---- text
/**
 * Gives memory for so many cells, from a module in base64: their values and cotangents, the loops, and what these give; undefined where the
 * platform has no WebAssembly with lanes, or not so much memory.
 */
export function cellsWithLoops(text) {
  const none = () => undefined;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(bytes)) return none;
  let module;
  try {
    module = new WebAssembly.Module(bytes);
  } catch {
    // a host may forbid it: the loops run in JavaScript
    return none;
  }
  return (count) => {
    const base = 512 + 8 * count;
    const initial = Math.ceil((base + 8 * count) / 65536);
    if (initial > 65536) return undefined;
    try {
      const memory = new WebAssembly.Memory({ initial });
      const { exports } = new WebAssembly.Instance(module, { m: { memory, base } });
      const { buffer } = memory;
      return {
        values: new Float64Array(buffer, 512, count),
        cotangents: new Float64Array(buffer, base, count),
        given: new Float64Array(buffer, 0, 64),
        loops: Array.from({ length: Object.keys(exports).length }, (_, index) => exports[index]),
      };
    } catch (error) {
      // no memory for it: the cells lie elsewhere, and the loops run in JavaScript
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}
