// Values in Dual syntax: what is printed can be read back as an expression of the same value.
import { nth } from "../../base/nth.ts";
import type { Watch } from "../../base/watch.ts";
import { LIST } from "../../types/type.ts";
import { PartCount, type Shape, ValueTooLarge } from "./shape.ts";
import { type ArrayValue, type DataValue, Opaque, type Value } from "./values.ts";

/** A Real as Dual writes it: always with a dot or an exponent, or `nan`, `inf`. */
export function showReal(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (value === Number.NEGATIVE_INFINITY) return "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The first of a value's text. */
export interface Start {
  readonly text: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** Prints a value of a shape. Throws ValueTooLarge, and what the watch throws. */
export function showValue(shape: Shape, value: Value, watch: Watch): string {
  return showStart(shape, value, Number.POSITIVE_INFINITY, watch).text;
}

/** Prints a value up to about `most` characters; the rest of the value is not read. */
export function showStart(shape: Shape, value: Value, most: number, watch: Watch): Start {
  const out = new Output();
  const count = new PartCount(watch);
  const open: Open[] = [];
  for (let one: Shown = { shape, value, argument: false }; ; ) {
    count.step();
    const opened = begin(one, out);
    if (opened !== undefined) open.push(opened);
    for (;;) {
      if (out.length > most) return { text: out.text().slice(0, most), isWhole: false };
      const last = open.at(-1);
      if (last === undefined) return { text: out.text(), isWhole: true };
      const next = last.next();
      if (next !== undefined) {
        one = next;
        break;
      }
      out.write(last.close);
      open.pop();
    }
  }
}

interface Shown {
  readonly shape: Shape;
  readonly value: Value;
  /** Whether it stands where applications and negative numbers have parentheses. */
  readonly argument: boolean;
}

/** A composite value that has been begun: `next` writes what stands before a part, and gives it. */
interface Open {
  readonly next: () => Shown | undefined;
  readonly close: string;
}

/** Writes a scalar, or what a composite value begins with. */
function begin({ shape: at, value: current, argument }: Shown, to: Output): Open | undefined {
  switch (at.tag) {
    case "real":
    case "int": {
      const text = scalarText(at.tag, current);
      to.write(argument && text.startsWith("-") ? `(${text})` : text);
      return undefined;
    }
    case "tuple":
      return separated(to, current as readonly Value[], (index) => nth(at.parts, index), "(", ")");
    case "array":
      return separated(to, (current as ArrayValue).items, () => at.item, "#[", "]");
    case "data": {
      const { con, fields } = current as DataValue;
      if (at.name === LIST) return list(to, current as DataValue, fields.length > 0 ? nth(at.fields(con), 0) : at);
      const shapes = at.fields(con);
      const names = at.fieldNames(con);
      // a record binds more tightly than an application
      const isParenthesised = argument && fields.length > 0 && names === undefined;
      to.write(isParenthesised ? `(${con}` : con);
      let index = 0;
      const next = (): Shown | undefined => {
        if (index === fields.length) return undefined;
        const before = names === undefined ? " " : `${index === 0 ? " { " : ", "}${nth(names, index)} = `;
        to.write(before);
        return { shape: nth(shapes, index), value: nth(fields, index++), argument: names === undefined };
      };
      return { next, close: names !== undefined ? " }" : isParenthesised ? ")" : "" };
    }
    case "opaque":
      to.write("<function>");
      return undefined;
  }
}

function separated(
  out: Output,
  values: readonly Value[],
  shapeAt: (index: number) => Shape,
  begin: string,
  close: string,
): Open {
  out.write(begin);
  let index = 0;
  const next = (): Shown | undefined => {
    if (index === values.length) return undefined;
    if (index > 0) out.write(", ");
    return { shape: shapeAt(index), value: nth(values, index++), argument: false };
  };
  return { next, close };
}

function list(out: Output, value: DataValue, shape: Shape): Open {
  out.write("[");
  let rest = value;
  const next = (): Shown | undefined => {
    if (rest.fields.length === 0) return undefined;
    if (rest !== value) out.write(", ");
    const head = nth(rest.fields, 0);
    rest = rest.fields[1] as DataValue;
    return { shape, value: head, argument: false };
  };
  return { next, close: "]" };
}

function scalarText(kind: "real" | "int", value: Value): string {
  if (value instanceof Opaque) return `<${value.what}>`;
  return kind === "real" ? showReal(value as number) : String(value);
}

/** Characters that are put together before they join the others. */
const PIECE = 1 << 16;

/** JavaScript's engines have no texts that are much longer. */
const MOST_CHARACTERS = 400_000_000;

/** A text that grows. */
class Output {
  length = 0;
  private readonly pieces: string[] = [];
  private piece = "";

  /** Throws ValueTooLarge. */
  write(text: string): void {
    this.length += text.length;
    if (this.length > MOST_CHARACTERS)
      throw new ValueTooLarge(
        `a value has more than ${MOST_CHARACTERS / 1e6} million characters and cannot be printed`,
      );
    this.piece += text;
    if (this.piece.length < PIECE) return;
    this.pieces.push(this.piece);
    this.piece = "";
  }

  text(): string {
    return [...this.pieces, this.piece].join("");
  }
}

/** Numbers that differ by less than this part of them are shown alike. */
const ALIKE = 1e-9;

/** A number for pictures: as short as four significant digits allow, whole numbers below 10⁹ as they are. */
export function shortReal(value: number): string {
  return shorterReal(value, 4);
}

/**
 * The same with as many significant digits as are asked for. Zeros at the end of a number that was rounded stay, so that 8.0001 does not
 * look like 8.
 */
export function shorterReal(value: number, digits: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const exact = String(Object.is(value, -0) ? 0 : value);
  const isShort = (digits >= 4 && exact.length <= 6) || (Number.isInteger(value) && Math.abs(value) < 1e9);
  const rounded = value.toPrecision(digits);
  const short = Number(rounded);
  const isRounded = Math.abs(short - value) > ALIKE * Math.abs(value) && /^[^e]*\.[^e]*$/.test(rounded);
  // a long whole number is not to look exact
  const text = isShort ? exact : Math.abs(short) >= 1e6 ? short.toExponential() : isRounded ? rounded : String(short);
  return text.replace("e+", "e").replaceAll("-", "−");
}
