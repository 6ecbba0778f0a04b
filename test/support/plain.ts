// Values as the plain data of exported modules, and modules as they are imported.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UNWATCHED } from "../../engine/base/watch.ts";
import type { ModuleThreads } from "../../engine/compile/module/threads-code.ts";
import type { Shape } from "../../engine/core/values/shape.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../../engine/core/values/values.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { exportProgram } from "../../engine/texts/export.ts";
import { LIST } from "../../engine/types/type.ts";

/** A value as plain data, its arrays of Reals as typed arrays where that is wanted. */
export function plainData(shape: Shape, value: Value, isTyped = false): unknown {
  switch (shape.tag) {
    case "real":
    case "int":
      return value;
    case "tuple": {
      const items = value as readonly Value[];
      return items.length === 0 ? null : items.map((item, index) => plainData(shape.parts[index]!, item, isTyped));
    }
    case "array":
      if (isTyped && shape.item.tag === "real") return Float64Array.from((value as ArrayValue).items as number[]);
      return (value as ArrayValue).items.map((item) => plainData(shape.item, item, isTyped));
    case "data": {
      const { con, fields } = value as DataValue;
      if (shape.name === "Bool") return con === "True";
      if (shape.name === LIST) {
        const items = listItems(value, UNWATCHED);
        const item = items.length === 0 ? shape : shape.fields("::")[0]!;
        return items.map((one) => plainData(item, one, isTyped));
      }
      return { tag: con, fields: fields.map((field, index) => plainData(shape.fields(con)[index]!, field, isTyped)) };
    }
    case "opaque":
      throw new Error("a function is no plain data");
  }
}

/** A program as a module, whose jobs can run on threads where those are given. */
export function moduleOf(text: string, file = "program.dual", threads?: ModuleThreads): string {
  const exported = exportProgram(checkSource(text), undefined, file, threads);
  if (exported.tag === "mistake") throw new Error(exported.diagnostics.map(({ message }) => message).join("; "));
  return exported.text;
}

export interface ImportedModule {
  primal(x: unknown): unknown;
  gradient(x: unknown, cotangent?: unknown): { readonly value: unknown; readonly gradient: unknown };
}

/** Further exports of a module with threads. */
export interface ThreadedModule extends ImportedModule {
  startWorkers(workers?: number): Promise<{ readonly workers: number; readonly why?: string }>;
  endWorkers(): void;
}

/** The text of a module, imported by Node from a file of its own. */
export async function importModule<Module extends ImportedModule = ImportedModule>(text: string): Promise<Module> {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  try {
    const file = join(folder, "module.mjs");
    writeFileSync(file, text);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
