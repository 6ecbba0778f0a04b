// How much of a heap is what the page holds, and how much is code that the browser compiled for it as it was run.
import type { CDPSession } from "playwright-core";

/** The used part of a snapshot: numbers in rows of fields, whose names are in its head. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** The bytes of compiled code and what belongs to it, by a snapshot of the whole heap; it takes seconds. */
export async function codeSize(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", onChunk);
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", onChunk);
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size, code] = [fields.indexOf("type"), fields.indexOf("self_size"), types[0].indexOf("code")];
  let bytes = 0;
  for (let row = 0; row < nodes.length; row += fields.length)
    if (nodes[row + type] === code) bytes += nodes[row + size]!;
  return bytes;
}
