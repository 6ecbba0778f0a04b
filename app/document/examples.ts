// The examples in teaching order, then the programs of ADBench, as the repository has them: loaded when one of them is asked for.

/** An example of the repository, as it can be opened. */
export interface Example {
  /** `01-graph`, `gmm`: the file's name. */
  readonly name: string;
  /** Its place in teaching order, from 1. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
}

const FILES: Readonly<Record<string, string>> = import.meta.glob(
  ["../../examples/*.dual", "../../examples/adbench/*.dual"],
  { query: "?raw", import: "default", eager: true },
);

/** All examples in teaching order, then the programs of ADBench. */
export const EXAMPLES: readonly Example[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text], index) => {
    const name = path.replace(/^.*\/|\.dual$/g, "");
    return { name, number: index + 1, title: /^-- title:\s*(.+)$/m.exec(text)?.[1]?.trim() ?? name, text };
  });

/** The example whose text this is, unchanged. */
export function exampleOf(text: string): Example | undefined {
  return EXAMPLES.find((example) => example.text === text);
}
