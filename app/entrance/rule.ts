// The rule of a short program, as the first screen shows it: `x · (x + y)`.

/** Letters of a rule that is shown, and of a program that is searched for it. */
const [LONGEST_RULE, LONGEST_TEXT] = [40, 4000];

/** Arithmetic and calls of functions: in these a name stands for one thing, so that a sum can take its place. */
const PLAIN = /^[\w\s.+\-*/^()]+$/;

/** The right side of a definition as one line, with the one name that it introduces written out; undefined where it is more than arithmetic. */
export function ruleOf(text: string, entry: string): string | undefined {
  if (text.length > LONGEST_TEXT || !/^\w+$/.test(entry)) return undefined;
  const source = text.replaceAll(/--.*$/gm, "");
  const found = new RegExp(`^def ${entry}\\b[^=\\n]*=([\\s\\S]*?)(?=^\\S|(?![\\s\\S]))`, "m").exec(source)?.[1];
  const body = found?.replaceAll(/\s+/g, " ").trim() ?? "";
  const [, name, bound, rest = body] = /^let (\w+) = ([^=]+?) in ([^=]+)$/.exec(body) ?? [];
  if (![rest, bound ?? rest].every((part) => PLAIN.test(part) && !/\b(?:let|in|if|case)\b/.test(part)))
    return undefined;
  const whole = name === undefined ? rest : rest.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `(${bound})`);
  return whole.length > LONGEST_RULE ? undefined : whole.replaceAll("*", "·");
}
