// Words of other languages that Dual reads as names.

/** Those that a habit can explain where nobody defines them. */
const WORDS_THAT_PARSE = new Set([
  ..."match switch function fun fn lambda func return where begin end elif elsif elseif for while do or var val".split(
    " ",
  ),
  ..."import from open module struct class print println printf".split(" "),
]);

/** Whether an unknown name is a word of another language. */
export function isForeignWord(name: string): boolean {
  return WORDS_THAT_PARSE.has(name);
}
