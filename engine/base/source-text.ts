// Source files that are read as text, to be part of generated code.
import { internal } from "./unreachable.ts";

/**
 * The code of a source file below its line `// ---- text`, without exports. Above the line are the types of its holes: names that the code around
 * it declares. The code itself has no types, so it is JavaScript.
 */
export function textBelow(source: string): string {
  const [, text = internal("a source has no text", source)] = source.split("\n// ---- text\n");
  return text.replaceAll(/^export /gm, "");
}
