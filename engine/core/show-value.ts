// Values in Dual syntax: what is printed can be read back as an expression of the same value.
import { LIST } from "../types/type.ts";
import { PartCount, type Shape } from "./shape.ts";
import { type ArrayValue, type DataValue, listItems, Opaque, type Value } from "./values.ts";

/** A Real as Dual writes it: always with a dot or an exponent, or `nan`, `inf`. */
export function showReal(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (value === Number.NEGATIVE_INFINITY) return "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Prints a value of a shape, by a loop with its own stack. */
export function showValue(shape: Shape, value: Value): string {
  const out: string[] = [];
  type Task = string | { readonly shape: Shape; readonly value: Value; readonly argument: boolean };
  const tasks: Task[] = [{ shape, value, argument: false }];
  const separated = (
    values: readonly Value[],
    shapeOf: (index: number) => Shape,
    open: string,
    close: string,
  ): void => {
    tasks.push(close);
    for (let i = values.length - 1; i >= 0; i--) {
      tasks.push({ shape: shapeOf(i), value: values[i]!, argument: false });
      if (i > 0) tasks.push(", ");
    }
    tasks.push(open);
  };
  const count = new PartCount();
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count.step();
    if (typeof task === "string") {
      out.push(task);
      continue;
    }
    const { shape: at, value: current, argument } = task;
    switch (at.tag) {
      case "real":
      case "int": {
        const text =
          current instanceof Opaque
            ? `<${current.what}>`
            : at.tag === "real"
              ? showReal(current as number)
              : String(current);
        out.push(argument && text.startsWith("-") ? `(${text})` : text);
        break;
      }
      case "tuple":
        separated(current as readonly Value[], (index) => at.parts[index]!, "(", ")");
        break;
      case "array":
        separated((current as ArrayValue).items, () => at.item, "#[", "]");
        break;
      case "data": {
        const { con, fields } = current as DataValue;
        if (at.name === LIST) {
          const item = fields.length > 0 ? at.fields(con)[0]! : at;
          separated(listItems(current), () => item, "[", "]");
          break;
        }
        const shapes = at.fields(con);
        const parenthesised = argument && fields.length > 0;
        if (parenthesised) tasks.push(")");
        for (let i = fields.length - 1; i >= 0; i--) {
          tasks.push({ shape: shapes[i]!, value: fields[i]!, argument: true });
          tasks.push(" ");
        }
        tasks.push(con);
        if (parenthesised) tasks.push("(");
        break;
      }
      case "opaque":
        out.push("<function>");
        break;
    }
  }
  return out.join("");
}

/** A number for pictures: as short as four significant digits allow, whole numbers below 10⁹ as they are. */
export function shortReal(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const exact = String(Object.is(value, -0) ? 0 : value);
  const isShort = exact.length <= 6 || (Number.isInteger(value) && Math.abs(value) < 1e9);
  const short = Number(value.toPrecision(4));
  // a long whole number is not to look exact
  const text = isShort ? exact : Math.abs(short) >= 1e6 ? short.toExponential() : String(short);
  return text.replace("e+", "e").replaceAll("-", "−");
}
