// Draws prose in a worker: anyone's Markdown and formulas may take as long as they like, and never block.
import { markdownHtml, type ProseText } from "./html.ts";
import type { ProseReply, ProseRequest } from "./protocol.ts";

addEventListener("message", ({ data: { id, ...asked } }: MessageEvent<ProseRequest>) => {
  tell({ tag: "drawn", id, html: drawn(asked) });
});
tell({ tag: "loaded" });

function tell(reply: ProseReply): void {
  postMessage(reply);
}

function drawn(asked: ProseText): string | undefined {
  try {
    return markdownHtml(asked);
  } catch {
    // nested deeper than the stack allows
    return undefined;
  }
}
