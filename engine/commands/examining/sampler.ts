// Samples of code as it runs, by V8's own profiler.
import type { Profiler } from "node:inspector";
import type { Sampler } from "../../measure/sampled-profile.ts";

/** Microseconds between two samples. */
const INTERVAL = 200;

/** Samples code that was made of a text. */
export const sampleCode: Sampler = (work) => {
  const { Session } = process.getBuiltinModule("node:inspector");
  const session = new Session();
  session.connect();
  const counts = new Map<number, number>();
  try {
    session.post("Profiler.enable");
    session.post("Profiler.setSamplingInterval", { interval: INTERVAL });
    session.post("Profiler.start");
    work();
    session.post("Profiler.stop", (_, answer?: Profiler.StopReturnType) => {
      for (const { callFrame, positionTicks = [] } of answer?.profile.nodes ?? [])
        if (callFrame.url === "")
          for (const { line, ticks } of positionTicks) counts.set(line, (counts.get(line) ?? 0) + ticks);
    });
  } finally {
    session.disconnect();
  }
  return counts;
};
