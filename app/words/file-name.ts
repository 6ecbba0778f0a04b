// Names of files.

/** A text as the name of a file: small letters and digits, with dashes for everything between them. */
export function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MOST_LETTERS);
}

const MOST_LETTERS = 60;
