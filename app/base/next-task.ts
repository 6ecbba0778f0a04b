// Long work of the page, in tasks: what the reader does meanwhile comes between them.

/** Waits until the page has done what was waiting. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
