// The texts of the cells' programs after a transformation, and their modules: asked for while they are shown.
import type { Exported } from "../../../engine/texts/export.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ModuleRequest, TransformRequest } from "../../../engine/worker/protocol.ts";
import { Question } from "../../client/question.ts";

/** The question for a cell's transformed program; null where it has none: it has mistakes, or nests too deeply. */
export const transformedProgram = new Question<TransformRequest, TransformedText | null>(
  async (request, { ask }) => (await ask("transform", request)) ?? null,
);

/** The question for a cell's module, or why it has none. */
export const programModule = new Question<ModuleRequest, Exported>((request, { ask }) => ask("module", request));
