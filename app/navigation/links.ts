// Links that hold a document: opening one begins a document of its own, and leaves the open one alone.
import { isLink } from "../document/address.ts";
import { useDocument } from "../document/state/document.ts";
import { beginDocument } from "../document/state/opening.ts";

/** Opens the link that the page was called by, and any that is followed later. */
export async function startLinks(): Promise<void> {
  const follow = async (): Promise<void> => {
    if (!isLink(location.hash)) return;
    const { hash } = location;
    const { readLink } = await import("../document/files/link.ts");
    const read = readLink(hash);
    const view = read.tag === "ok" && read.value.view !== "" ? read.value.view : "";
    // the address is not kept: later edits are the reader's own
    history.replaceState(undefined, "", `#/${view}`);
    if (read.tag === "ok") await beginDocument(read.value.document);
    else useDocument.setState({ notice: { tag: "refused", reason: read.error } });
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  addEventListener("hashchange", () => void follow());
  await follow();
}
