// A newer build of the page: it waits beside the one that is open until the user takes it, or comes back another time.
import { scriptAddress } from "../base/trusted.ts";
import { useDocument } from "../document/state/document.ts";
import { saveNow } from "../document/state/saving.ts";

/** Keeps the page for visits without a network, and announces a newer one. */
export async function startUpdates(): Promise<void> {
  const { serviceWorker } = navigator;
  // a browser that refuses it has the page with a network only, as any other page
  const registration = await serviceWorker.register(scriptAddress("service-worker.js")).catch(() => undefined);
  if (registration === undefined) return;
  const tell = (): void => {
    // without one that is in charge, it is the first: nothing is newer
    if (registration.waiting !== null && serviceWorker.controller !== null)
      useDocument.setState({ notice: { tag: "update" } });
  };
  tell();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && tell());
  });
}

/** Takes the newer build: the document is saved, and opens in it again. */
export async function takeUpdate(): Promise<void> {
  await saveNow();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage("take over");
}
