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

/** Those whose letters are swapped most often. */
const LONG_WORDS = "return where match function lambda switch begin while elif".split(" ");

/** The word of another language that a name is but for two neighbouring letters that changed places; undefined where it is none. */
export function swappedWord(name: string): string | undefined {
  return LONG_WORDS.find((word) => isSwapped(name, word));
}

/** Whether two neighbours of one word changed places in the other. */
export function isSwapped(word: string, other: string): boolean {
  const at = [...other].findIndex((letter, index) => letter !== word[index]);
  const swapped = other.slice(0, at) + other.charAt(at + 1) + other.charAt(at) + other.slice(at + 2);
  return at >= 0 && word === swapped;
}
