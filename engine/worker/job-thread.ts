// A worker that takes jobs of compiled programs from the engine's workers, one program at a time.
import { type ServeMessage, serve } from "../compile/parallel/thread.js";
import type { CrewMessage } from "./crew.ts";

addEventListener("message", ({ data }: MessageEvent<CrewMessage>) => {
  data.port.onmessage = ({ data: message }: MessageEvent<ServeMessage>) => serve(message);
});
