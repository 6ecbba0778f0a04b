// The documents of this browser, for lists.
import { useCallback, useEffect, useState } from "react";
import type { Entry } from "../shelf/listing.ts";
import { documents } from "./opening.ts";

/** The stored documents and a function that looks again; undefined until known. */
export function useDocuments(): readonly [readonly Entry[] | undefined, () => Promise<void>] {
  const [list, setList] = useState<readonly Entry[]>();
  const look = useCallback(async () => setList(await documents()), []);
  useEffect(() => void look(), [look]);
  return [list, look];
}
