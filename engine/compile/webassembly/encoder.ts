// The binary form of WebAssembly modules, as far as loops over Reals need it (WebAssembly 2.0, chapter 5 of its specification).

/** The type of integers of 32 bits. */
export const I32 = 0x7f;
/** The type of Reals. */
export const F64 = 0x7c;
/** The type of two Reals, or two masks, in lanes. */
export const V128 = 0x7b;
/** A type of values. */
export type ValueType = typeof I32 | typeof F64 | typeof V128;

/** Instructions by their names in the specification; those of one byte as its number, the others of 128 bits at 0xfd00 and above. */
const INSTRUCTIONS = {
  "i32.ne": 0x47,
  "i32.lt_s": 0x48,
  "i32.le_s": 0x4c,
  "i32.ge_s": 0x4e,
  "f64.eq": 0x61,
  "f64.ne": 0x62,
  "f64.lt": 0x63,
  "f64.gt": 0x64,
  "f64.le": 0x65,
  "f64.ge": 0x66,
  "i32.add": 0x6a,
  "i32.sub": 0x6b,
  "i32.mul": 0x6c,
  "i32.and": 0x71,
  "i32.or": 0x72,
  "i32.shl": 0x74,
  "f64.abs": 0x99,
  "f64.neg": 0x9a,
  "f64.ceil": 0x9b,
  "f64.floor": 0x9c,
  "f64.trunc": 0x9d,
  "f64.sqrt": 0x9f,
  "f64.add": 0xa0,
  "f64.sub": 0xa1,
  "f64.mul": 0xa2,
  "f64.div": 0xa3,
  "f64.min": 0xa4,
  "f64.max": 0xa5,
  "i32.wrap_i64": 0xa7,
  "i64.extend_i32_s": 0xac,
  "f64.convert_i32_s": 0xb7,
  select: 0x1b,
  "i64x2.splat": 0xfd12,
  "f64x2.splat": 0xfd14,
  "f64x2.eq": 0xfd47,
  "f64x2.ne": 0xfd48,
  "f64x2.lt": 0xfd49,
  "f64x2.gt": 0xfd4a,
  "f64x2.le": 0xfd4b,
  "f64x2.ge": 0xfd4c,
  "v128.and": 0xfd4e,
  "v128.or": 0xfd50,
  "v128.bitselect": 0xfd52,
  "f64x2.ceil": 0xfd74,
  "f64x2.floor": 0xfd75,
  "f64x2.trunc": 0xfd7a,
  "f64x2.abs": 0xfdec,
  "f64x2.neg": 0xfded,
  "f64x2.sqrt": 0xfdef,
  "f64x2.add": 0xfdf0,
  "f64x2.sub": 0xfdf1,
  "f64x2.mul": 0xfdf2,
  "f64x2.div": 0xfdf3,
  "f64x2.min": 0xfdf4,
  "f64x2.max": 0xfdf5,
} as const;

/** An instruction without immediate operands. */
export type Instruction = keyof typeof INSTRUCTIONS;

/** The bytes of one function's body, which is written instruction by instruction. */
export class FunctionBody {
  readonly params: readonly ValueType[];
  private readonly locals: ValueType[] = [];
  private readonly bytes: number[] = [];

  constructor(params: readonly ValueType[]) {
    this.params = params;
  }

  /** A new local variable. */
  local(type: ValueType): number {
    return this.params.length + this.locals.push(type) - 1;
  }

  get(local: number): void {
    this.bytes.push(0x20, ...unsigned(local));
  }

  set(local: number): void {
    this.bytes.push(0x21, ...unsigned(local));
  }

  integer(value: number): void {
    this.bytes.push(0x41, ...signed(value));
  }

  real(value: number): void {
    this.bytes.push(0x44, ...new Uint8Array(new Float64Array([value]).buffer));
  }

  do(name: Instruction): void {
    const code = INSTRUCTIONS[name];
    if (code < 0xfd00) this.bytes.push(code);
    else this.bytes.push(0xfd, ...unsigned(code - 0xfd00));
  }

  /** The imported number. */
  global(): void {
    this.bytes.push(0x23, 0);
  }

  /** Loads or stores of a Real at an address and an offset, or of two in a row. */
  access(name: "f64.load" | "f64.store" | "v128.load" | "v128.store", offset = 0): void {
    const code = { "f64.load": [0x2b], "f64.store": [0x39], "v128.load": [0xfd, 0], "v128.store": [0xfd, 11] }[name];
    // aligned as Reals are
    this.bytes.push(...code, 3, ...unsigned(offset));
  }

  /** Takes a lane out of two Reals or masks, or puts a Real in place of one. */
  lane(name: "extract" | "extract mask" | "replace", lane: 0 | 1): void {
    this.bytes.push(0xfd, { extract: 0x21, "extract mask": 0x1d, replace: 0x22 }[name], lane);
  }

  /** A block of code: {@link branch} begins a `loop` again, and leaves the others. */
  open(name: "block" | "loop" | "if"): void {
    this.bytes.push({ block: 0x02, loop: 0x03, if: 0x04 }[name], 0x40);
  }

  close(): void {
    this.bytes.push(0x0b);
  }

  /** Leaves so many blocks, where the number on the stack is not 0. */
  branchIf(depth: number): void {
    this.bytes.push(0x0d, ...unsigned(depth));
  }

  branch(depth: number): void {
    this.bytes.push(0x0c, ...unsigned(depth));
  }

  encoded(): readonly number[] {
    const runs: number[][] = this.locals.map((type) => [1, type]);
    const body = [...unsigned(runs.length), ...runs.flat(), ...this.bytes, 0x0b];
    return [...unsigned(body.length), ...body];
  }
}

/**
 * The bytes of a module with functions that give nothing, exported as "0", "1" .. in order. It imports a memory `m.memory` and an integer
 * `m.base`.
 */
export function encodedModule(functions: readonly FunctionBody[]): Uint8Array {
  const types = functions.map(({ params }) => [0x60, ...vector(params.map((type) => [type])), 0]);
  const imports = [
    [...name("m"), ...name("memory"), 2, 0, 0],
    [...name("m"), ...name("base"), 3, I32, 0],
  ];
  const exports = functions.map((_, index) => [...name(String(index)), 0, ...unsigned(index)]);
  const bodies = functions.map((one) => one.encoded());
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, imports),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(7, exports),
    ...section(10, bodies),
  ]);
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const bytes = vector(items);
  return [id, ...unsigned(bytes.length), ...bytes];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): number[] {
  return vector([...text].map((letter) => [letter.charCodeAt(0)]));
}

/** An integer below 2^32 in LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  bytes.push(left);
  return bytes;
}

/** A signed integer of 32 bits in LEB128. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value | 0; ; left >>= 7) {
    const low = left & 127;
    const isLast = left >> 6 === 0 || left >> 6 === -1;
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}
