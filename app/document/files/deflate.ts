// Texts made small as bytes, for the history: the browser's own deflate, which works beside the page's thread.

/** A text as bytes. */
export async function deflated(text: string): Promise<Uint8Array> {
  const bytes = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/** The text of {@link deflated} again; undefined where it is something else. */
export async function inflated(stored: unknown): Promise<string | undefined> {
  if (!(stored instanceof Uint8Array)) return undefined;
  try {
    const text = new Blob([new Uint8Array(stored)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(text).text();
  } catch {
    // damaged: callers say that it cannot be read
    return undefined;
  }
}
