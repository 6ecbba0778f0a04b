// Draws prose in a worker: Markdown and formulas of anyone's may take as long as they like, and the page goes on.
import { markdownHtml } from "./html.ts";
import type { ProseReply, ProseRequest } from "./protocol.ts";

addEventListener("message", ({ data: { id, text, output } }: MessageEvent<ProseRequest>) => {
  const reply: ProseReply = { id, html: drawn(text, output) };
  postMessage(reply);
});

function drawn(text: string, output: ProseRequest["output"]): string | undefined {
  try {
    return markdownHtml(text, output);
  } catch {
    // nested deeper than the stack allows
    return undefined;
  }
}
