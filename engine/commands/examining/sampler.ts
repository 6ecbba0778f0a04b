// Samples of code as it runs, by V8's own profiler.
import type { Profiler } from "node:inspector";
import type { Sampler } from "../../measure/sampled-profile.ts";

/** Microseconds between two samples. */
const INTERVAL = 200;

/** The name that V8 gives to a function of WebAssembly. */
const LOOP = /^wasm-function\[(\d+)\]$/;

/** Samples code that was made of a text. */
export const sampleCode: Sampler = (work) => {
  const { Session } = process.getBuiltinModule("node:inspector");
  const session = new Session();
  session.connect();
  const [lines, loops] = [new Map<number, number>(), new Map<number, number>()];
  try {
    session.post("Profiler.enable");
    session.post("Profiler.setSamplingInterval", { interval: INTERVAL });
    session.post("Profiler.start");
    work();
    session.post("Profiler.stop", (_, answer?: Profiler.StopReturnType) => {
      for (const { callFrame, positionTicks = [] } of answer?.profile.nodes ?? []) {
        const loop = LOOP.exec(callFrame.functionName);
        if (callFrame.url !== "" && loop === null) continue;
        for (const { line, ticks } of positionTicks) {
          const [counts, at] = loop === null ? [lines, line] : [loops, Number(loop[1])];
          counts.set(at, (counts.get(at) ?? 0) + ticks);
        }
      }
    });
  } finally {
    session.disconnect();
  }
  return { lines, loops };
};
