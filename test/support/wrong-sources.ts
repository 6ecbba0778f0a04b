// Sources with one wrong place: a test asks for a module by `?fault=N`, and gets it with the Nth fault of its text.
import type { Plugin } from "vite";

/** What may be wrong with a line of a source; undefined where that makes no sense of it. */
const WRONG: Readonly<Record<string, (line: string) => string | undefined>> = {
  "is left out": (line) =>
    /^\s+(?!return|const|let|import|readonly|private|throw)[\w.![\]]+(?:\(.*\)| [+-]?= .*|\+\+|--);$/.test(line)
      ? ""
      : undefined,
  "has another bound": (line) =>
    swapped(line, [
      [" < ", " <= "],
      [" > ", " >= "],
      [" <= ", " < "],
      [" >= ", " > "],
    ]),
  "tests the contrary": (line) =>
    swapped(line, [
      [" === ", " !== "],
      [" !== ", " === "],
    ]),
  "joins its tests otherwise": (line) =>
    swapped(line, [
      [" && ", " || "],
      [" || ", " && "],
    ]),
  "is off by one": (line) =>
    swapped(line, [
      [" + 1", ""],
      [" - 1", ""],
      ["++", "--"],
    ]),
  "has another default": (line) =>
    swapped(line, [
      ["?? 0", "?? 1"],
      ["?? -1", "?? 0"],
      ['?? ""', '?? "x"'],
      ["= false", "= true"],
      ["= true", "= false"],
    ]),
};

function swapped(line: string, pairs: readonly (readonly [string, string])[]): string | undefined {
  const pair = pairs.find(([from]) => line.includes(from));
  return pair && line.replace(pair[0], pair[1]);
}

/** Lines that lead a loop on: with a fault there it would not end, and nothing here ends it. */
const LEADS_ON = /\bfor \(let|\bwhile \(|\bmiddle\b|^\s*(?:node|at|number|low|high) =|\bnumber\+\+/;

/** The faults of a source, in the order of its lines. */
export function faultsIn(source: string): readonly { readonly what: string; readonly text: string }[] {
  const lines = source.split("\n");
  return lines.flatMap((line, at) => {
    if (!/^\s/.test(line) || /^\s*(?:\/\/|\/?\*)/.test(line) || LEADS_ON.test(line)) return [];
    return Object.entries(WRONG).flatMap(([wrong, change]) => {
      const changed = change(line);
      return changed === undefined
        ? []
        : [{ what: `${line.trim()}: ${wrong}`, text: lines.with(at, changed).join("\n") }];
    });
  });
}

/** Gives the module of `?fault=N`. */
export function wrongSources(): Plugin {
  return {
    name: "wrong-sources",
    enforce: "pre",
    transform: {
      filter: { id: /\?fault=\d+$/ },
      handler: (source, id) => faultsIn(source)[Number(/\d+$/.exec(id)![0])]!.text,
    },
  };
}
