// Long work of the page, in tasks: the reader's actions run between them.

/** Waits until pending work of the page is done. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
