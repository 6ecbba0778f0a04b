// The shelf of this page, and the other tabs of this browser.
import { KEEPS_NOTHING } from "../../base/mode.ts";
import { BrowserDatabase } from "../shelf/browser-database.ts";
import { Forgetful } from "../shelf/database.ts";
import { Shelf, type Surroundings } from "../shelf/shelf.ts";
import { ForgetfulStore } from "../shelf/storage.ts";

/** A message to other tabs about a document's key. */
export interface Told {
  readonly key: string;
  readonly isGone: boolean;
}

/** The other tabs; none where nothing is kept. */
export const tabs = KEEPS_NOTHING ? undefined : new BroadcastChannel("dualscope.documents");

// an embedded page leaves nothing in its reader's browser
function surroundings(): Surroundings {
  const tell = (key: string, isGone: boolean): void => tabs?.postMessage({ key, isGone } satisfies Told);
  if (KEEPS_NOTHING) {
    const [local, session] = [new ForgetfulStore(), new ForgetfulStore()];
    return { database: new Forgetful(), local: () => local, session: () => session, tell };
  }
  const database = new BrowserDatabase();
  database.warm();
  return { database, local: () => localStorage, session: () => sessionStorage, tell };
}

/** Where this page keeps its documents. */
export const shelf = new Shelf(surroundings());
