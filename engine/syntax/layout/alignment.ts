// Signs that a writer has put one under the other stand so after formatting, too.

import { lastOf, nth } from "../../base/nth.ts";
import { programParser } from "../tree.ts";
import { tokensOf } from "./same-program.ts";

/** Signs that writers align. */
export const SIGNS: ReadonlySet<string> = new Set(["Equals", "Arrow"]);
/** Comments behind code. */
export const COMMENTS: ReadonlySet<string> = new Set(["LineComment"]);

interface Placed {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** Spaces before it. */
  readonly room: number;
  readonly offset: number;
  /** The code before it on its line, without room. */
  readonly code: string;
}

function placed(text: string, names: ReadonlySet<string>): readonly Placed[] {
  const tokens = tokensOf(text, programParser.parse(text).topNode);
  let lineNumber = 0;
  let lineStart = 0;
  let at = 0;
  return tokens.flatMap(({ name, from }): Placed[] => {
    for (; at < from; at++)
      if (text[at] === "\n") {
        lineNumber++;
        lineStart = at + 1;
      }
    if (!names.has(name)) return [];
    const before = text.slice(lineStart, from);
    // what stands alone on its line is not behind anything
    if (before.trim() === "") return [{ name: "alone", line: lineNumber, column: 0, room: 0, offset: from, code: "" }];
    const room = before.length - before.trimEnd().length;
    return [{ name, line: lineNumber, column: from - lineStart, room, offset: from, code: before.replace(/\s+/g, "") }];
  });
}

/** The formatted text with those signs aligned that were so in the text before. */
export function aligned(before: string, after: string, names: ReadonlySet<string>): string {
  const [old, now] = [placed(before, names), placed(after, names)];
  if (old.length !== now.length) return after;
  const inserts: { offset: number; spaces: number }[] = [];
  const done = new Set<number>();
  for (const [at, one] of old.entries()) {
    if (done.has(at) || one.name === "alone" || nth(now, at).name !== one.name) continue;
    const set = [at];
    for (let next = at + 1; next < old.length; next++) {
      const [last, other] = [nth(old, lastOf(set)), nth(old, next)];
      if (other.line > last.line + 1) break;
      const isNext = other.line === last.line + 1 && other.column === one.column;
      if (isNext && other.name === one.name && nth(now, next).name === one.name) set.push(next);
    }
    for (const member of set) done.add(member);
    // a comment behind code keeps its column, even one alone
    const isComment = one.name === "LineComment";
    const isLone = isComment && one.code === nth(now, at).code;
    const isMeant = (set.length > 1 || isLone) && set.some((member) => nth(old, member).room > 1);
    const places = set.map((member) => nth(now, member));
    const isTogether = places.every(({ line: row }, index) => index === 0 || row === nth(places, index - 1).line + 1);
    if (!isMeant || !isTogether) continue;
    const column = Math.max(isLone ? one.column : 0, ...places.map((place) => place.column));
    for (const place of places) inserts.push({ offset: place.offset, spaces: column - place.column });
  }
  const pieces: string[] = [];
  let end = 0;
  for (const { offset, spaces } of inserts.sort((a, b) => a.offset - b.offset)) {
    pieces.push(after.slice(end, offset), " ".repeat(spaces));
    end = offset;
  }
  return pieces.join("") + after.slice(end);
}
