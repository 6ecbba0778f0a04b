// The query for D on types: what the type of a scalar, of a definition, or any other becomes in the programs of a stage. The stage itself
// says so: it transforms the program with a function from the type to itself beside it.
import { USUAL } from "../algorithms/catalogue.ts";
import { Names } from "../core/notation/print-names.ts";
import { type CoreProgram, type Global, lambda, subscript, variable, varPattern } from "../core/terms/term.ts";
import { loweredProgram } from "../session/input/prepare.ts";
import { type Entry, entryName, findEntry } from "../session/program/entry.ts";
import { type CheckedProgram, checkSource, directiveSpan, withinStack } from "../session/program/program.ts";
import { shownScheme } from "../types/checking/check.ts";
import { freeVariables, fun, REAL, type Type } from "../types/type.ts";
import type { Answer } from "./answer.ts";
import type { Asked } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { PLAIN } from "./named.ts";
import { QueryMistake } from "./query.ts";
import { stageNamed } from "./subject.ts";

/** A name that no program can have written. */
const PROBE = subscript("probe", 0);

/** Queries about the types in the programs that a stage makes. */
export const OF_A_TYPE: readonly QueryKind[] = [
  {
    name: "type",
    usage: `type("[(Real, Int)]", by: ${PLAIN})`,
    summary:
      "D of a type in quotes, of the type of a definition, of `input` or of `result`: what it becomes in the programs of a stage; without one, D[ℝ], spelled out",
    answer(asked): Answer {
      const { checked } = asked.subject;
      const entry = entryOf(asked);
      if (asked.count === 0) {
        const program = transformed(asked, entry, REAL);
        if (program.dual === undefined) throw new QueryMistake("the stage pairs scalars with nothing");
        return { tag: "text", text: `ℝ × ${new Names(program, true).type(program.dual, 1)}` };
      }
      const argument = asked.argument(0);
      const word = asked.wordAt(0);
      const type = argument.tag === "string" ? writtenType(checked, word) : namedType(checked, entry, word);
      const program = transformed(asked, entry, type);
      const probe = program.globals.find(({ name }) => name === PROBE)?.type;
      if (probe?.tag !== "fun") throw new QueryMistake("the stage has no such type");
      return { tag: "text", text: new Names(program, true).type(probe.from) };
    },
  },
];

function entryOf(asked: Asked): Entry {
  const { checked } = asked.subject;
  const { entry, byOption } = asked.subject.request(asked.setting);
  if (checked.hasErrors) throw new QueryMistake("the program has mistakes");
  const found = findEntry(checked, entryName(checked, entry), directiveSpan(checked, "entry"), byOption);
  if ("severity" in found) throw new QueryMistake(`the program has a mistake: ${found.message}`, [found]);
  return found;
}

/** The program after a stage, with a function from a type to itself. */
function transformed(asked: Asked, entry: Entry, type: Type): CoreProgram {
  const { param, result } = entry;
  const stage = stageNamed(asked.by(USUAL.run));
  const { variations = {} } = asked.subject.request(asked.setting);
  const probe: Global = {
    name: PROBE,
    kind: "function",
    variables: [...freeVariables(type).keys()],
    type: fun(type, type),
    term: lambda(varPattern("x", type), variable("x")),
    span: undefined,
  };
  return withinStack(
    () => {
      const core = loweredProgram(asked.subject.checked, entry, variations);
      return stage.transform(
        { program: { ...core, globals: [...core.globals, probe] }, param, result },
        variations?.options,
      );
    },
    () => {
      throw new QueryMistake("the program is nested too deeply");
    },
  );
}

/** The type of a definition, or of the input or the result where no definition is called so. */
function namedType(checked: CheckedProgram, { param, result }: Entry, name: string): Type {
  const entity = checked.module.globals.find((global) => global.name === name);
  if (entity !== undefined) return shownScheme({ scheme: entity.scheme, usedOutside: false });
  if (name === "input") return param;
  if (name === "result") return result;
  throw new QueryMistake(`the program has no definition \`${name}\`; a type is written in quotes, as in "[Real]"`);
}

/** A type as Dual writes it, on top of the program's own. */
function writtenType(checked: CheckedProgram, text: string): Type {
  const { module, diagnostics, hasErrors } = checkSource(
    `def probe (x : ${text}) = x\n`,
    [...checked.above, checked.text],
    checked.files,
  );
  const [entity] = module.globals;
  const type = entity && shownScheme({ scheme: entity.scheme, usedOutside: false });
  if (hasErrors || module.globals.length !== 1 || type?.tag !== "fun")
    throw new QueryMistake(`the type \`${text}\` cannot be read: ${diagnostics[0]?.message ?? "it is none"}`);
  return type.from;
}
