// Coming from other languages: what one writes there, and what Dual writes. Each Dual side is part of a program that runs.
import { HASKELL } from "./coming-from/haskell.ts";
import { JAX } from "./coming-from/jax.ts";
import { JULIA } from "./coming-from/julia.ts";
import { OCAML } from "./coming-from/ocaml.ts";
import { PYTHON } from "./coming-from/python.ts";
import type { Row } from "./coming-from/row.ts";
import { type Origin, program, type Rosetta } from "./entry.ts";

const TABLES: Readonly<Record<Origin, readonly Row[]>> = {
  Haskell: HASKELL,
  OCaml: OCAML,
  Python: PYTHON,
  JAX,
  Julia: JULIA,
};

function rosetta(origin: Origin, { topic, there, dual, note, at, rest }: Row): Rosetta {
  const whole =
    rest === undefined ? dual : rest.includes("DUAL") ? rest.replace("DUAL", () => dual) : `${dual}\n${rest}`;
  return {
    topic,
    there,
    dual,
    ...(note !== undefined && { note }),
    example: program(`${topic}, coming from ${origin}`, at, whole),
  };
}

/** The table of each language. */
export const COMING_FROM: Readonly<Record<Origin, readonly Rosetta[]>> = {
  Haskell: TABLES.Haskell.map((row) => rosetta("Haskell", row)),
  OCaml: TABLES.OCaml.map((row) => rosetta("OCaml", row)),
  Python: TABLES.Python.map((row) => rosetta("Python", row)),
  JAX: TABLES.JAX.map((row) => rosetta("JAX", row)),
  Julia: TABLES.Julia.map((row) => rosetta("Julia", row)),
};
