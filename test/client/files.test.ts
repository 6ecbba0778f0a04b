// The files of a document come to each worker before the first question that may need them, and again where they are others.
import { expect, test } from "vitest";
import { sharedFiles } from "../../app/client/files.ts";
import type { Port } from "../../app/client/port.ts";
import type { Request } from "../../engine/worker/messages.ts";

function port(): Port & { readonly sent: Request[] } {
  const sent: Request[] = [];
  return {
    sent,
    postMessage: (request) => void sent.push(request),
    terminate: () => {},
    onmessage: null,
    onerror: null,
  };
}

test("a worker is sent files once, and those in their place", () => {
  const [first, second] = [port(), port()];
  sharedFiles.bring(first);
  expect(first.sent).toEqual([]);
  sharedFiles.share([{ name: "a.csv", text: "1" }]);
  for (let round = 0; round < 3; round++) sharedFiles.bring(first);
  expect(first.sent).toEqual([{ tag: "files", files: new Map([["a.csv", "1"]]) }]);
  sharedFiles.share([]);
  sharedFiles.bring(first);
  sharedFiles.bring(second);
  expect(first.sent.at(-1)).toEqual({ tag: "files", files: new Map() });
  expect(second.sent).toEqual([]);
});
