// Draws prose in a worker: Markdown and formulas of anyone's may take as long as they like, and the page goes on.
import { markdownHtml } from "./html.ts";
import type { ProseReply, ProseRequest } from "./protocol.ts";

addEventListener("message", ({ data: { id, text, output, notes } }: MessageEvent<ProseRequest>) => {
  const reply: ProseReply = { id, html: drawn(text, output, notes) };
  postMessage(reply);
});

function drawn(text: string, output: ProseRequest["output"], notes: string): string | undefined {
  try {
    return markdownHtml(text, output, notes);
  } catch {
    // nested deeper than the stack allows
    return undefined;
  }
}
