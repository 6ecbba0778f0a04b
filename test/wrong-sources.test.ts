// One wrong place in a source of the recorder, the trace, the frames or the documents is noticed: what these make of small runs and
// documents is another, or it throws. What is right is held by their own tests, and by the goldens of the explorer.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as codec from "../app/document/codec.ts";
import { type Document, lessonCell, NOTHING_ASKED, programCell, proseCell } from "../app/document/document.ts";
import * as files from "../app/document/files/notebook-file.ts";
import { withPictures } from "../app/document/pictures/pictures.ts";
import type { StageId } from "../engine/algorithms/algorithm.ts";
import { stageOf } from "../engine/algorithms/index.ts";
import { UNWATCHED } from "../engine/base/watch.ts";
import type { Counters } from "../engine/core/events/counters.ts";
import type { Event } from "../engine/core/events/events.ts";
import { compile } from "../engine/evaluate/code/compile.ts";
import { Machine } from "../engine/evaluate/machine.ts";
import * as tracers from "../engine/evaluate/scalars/tracer.ts";
import * as frames from "../engine/timeline/frame.ts";
import { Playback } from "../engine/timeline/playback.ts";
import * as recordings from "../engine/timeline/recording.ts";
import { COUNTED } from "./support/counted.ts";
import { EXAMPLES } from "./support/examples.ts";
import { ODD_LINES } from "./support/odd-lines.ts";
import { gradientOf, preparedProgram } from "./support/run.ts";
import { faultsIn } from "./support/wrong-sources.ts";

/** A run's events, each with what was counted by then. */
function told(name: string, id: StageId) {
  const { text, at } = COUNTED[name]!;
  const events: (readonly [Event, Counters])[] = [];
  gradientOf(
    text,
    stageOf(id)!,
    { at: at[0]! },
    {
      observer: (event, counters) => events.push([structuredClone(event), { ...counters }]),
    },
  );
  return { stage: stageOf(id)!, events };
}

const RUNS = [
  told("the running example", "naive"),
  told("the running example", "staged"),
  told("a list", "sparse"),
  told("a list", "tape"),
  told("a fork", "parallel"),
  told("a fork", "delta-lets"),
  told("a tree", "staged"),
  told("a tree", "one-array"),
  told("a choice", "vectors"),
];

function recorded({ stage, events }: (typeof RUNS)[number], { Recorder }: typeof recordings): recordings.Recording {
  const recorder = new Recorder(stage);
  for (const [event, counters] of events) recorder.observe(event, counters);
  return recorder.finish();
}

/** All that a recording says of its scalars, events and steps. */
function said(recording: recordings.Recording): unknown {
  const events = Array.from({ length: recording.steps }, (_, event) => [
    recording.isResolve(event),
    recording.isTaken(event),
    recording.waitsAt(event),
    recording.isQuiet(event),
    recording.touches(event, 0),
    recording.about(event),
    recording.callerOf(event),
    recording.stagedAt(event),
  ]);
  const steps = Array.from({ length: recording.steps + 1 }, (_, step) => [
    recording.phaseAt(step),
    recording.createdBefore(step),
  ]);
  const scalars = Array.from({ length: recording.scalars }, (_, scalar) => [
    ...recording.calls.of(scalar),
    -1,
    ...recording.staged.of(scalar),
  ]);
  const { created, stages, phases, lastUse } = recording;
  return [events, steps, scalars, [...created], stages, phases, [...lastUse]];
}

/** What frames show of a recording, at every step. */
function shown(recording: recordings.Recording, { frameAt }: typeof frames): unknown {
  const playback = new Playback(recording);
  while (playback.prepare());
  const rows = Array.from({ length: recording.scalars }, (_, number) => number);
  return Array.from({ length: recording.steps + 1 }, (_, step) =>
    frameAt(recording, playback, step, { rows, marked: step % Math.max(1, recording.scalars) }),
  );
}

/** The data-flow graphs of runs. */
function traced({ Tracer }: typeof tracers): unknown {
  const texts = [
    ...Object.values(COUNTED).map(({ text, at }) => `-- at: ${at[0]}\n${text}`),
    ...EXAMPLES.map(({ text }) => text).filter((text) => /^op /m.test(text)),
    "-- at: (2.0, 3)\ndef main (x : Real, n : Int) = x * real n\n",
  ];
  return texts.map((text) => {
    const { core, shapes, paramShape, resultShape, input } = preparedProgram(text);
    const tracer = new Tracer();
    const machine = new Machine(compile(core, shapes), { tracer });
    machine.start(machine.entry, tracer.enter(paramShape, input, UNWATCHED));
    const outcome = machine.run(1e6);
    if (outcome.tag !== "done") throw new Error(outcome.tag);
    return [tracer.leave(resultShape, outcome.value, UNWATCHED), tracer.ops];
  });
}

const ASKED = { ...NOTHING_ASKED, at: "(1.0, 2.0)", n: "7", stage: "tape", cotangent: '"}' };

const DOCUMENTS: readonly Document[] = [
  { title: "", cells: [] },
  ...ODD_LINES.map((line) => ({
    title: line,
    cells: [
      proseCell("a", `x\n${line}\ny`),
      proseCell("b", line),
      proseCell("c", "z"),
      programCell("d", `${line}\ndef main x = x`, ASKED),
    ],
  })),
  withPictures(
    {
      title: "pictures",
      cells: [
        proseCell("a", "![A][image-1] and ![B][image-2]"),
        { ...programCell("b", "def main x = x", NOTHING_ASKED), held: true },
      ],
    },
    [
      { name: "image-1", data: "data:image/png;base64,AAAA" },
      { name: "image-2", data: "data:image/gif;base64,R0lG" },
    ],
  ),
  withPictures(
    {
      title: "A lesson",
      course: { lesson: 3, needs: 'what "two" is' },
      cells: [
        { ...programCell("a", "def main x = x"), name: "f" },
        lessonCell("predict", "b", '{"id":"q"}\nWhat?\n```\n--- because\nThat.'),
        lessonCell("view", "c", "\n"),
        proseCell("d", "after"),
      ],
    },
    [],
  ),
  { title: "", cells: [{ ...programCell("a", "def main x = x"), name: "g" }] },
  { title: "", cells: [lessonCell("break", "a", '{"by":"x"}\n')] },
];

/** Texts that were not written by the page. */
const FOREIGN = [
  "",
  "text",
  "---\n",
  "---\ndualscope: 1\n---\n",
  "---\ndualscope: 2\ntitle: x\n---\n\ntext\n",
  '---\ndualscope: 1\ntitle: "T"\n---\n\n```dual {"at":1}\ndef main x = x\n```\n\n```js\nx\n```\n',
  "# Title\n\n~~~ dual\ndef main x = x\n~~~\n![c](data:image/gif;base64,R0lG)\n",
  "```dual\nnever closed",
  '---\ndualscope: 2\ntitle: x\ncourse: 2\nneeds: "a b"\n---\n\n```predict {"id":"q"}\nWhat?\n```\n\n```dual {"id":"f"}\nx\n```\n',
  "---\ndualscope: 2\ncourse: none\n---\n\n```exercise\n```\ntext",
  '---\ndualscope: 1\ncourse: 1000\n---\n\n```predict {"id":"q"}\nWhat?\n```\n',
  "---\ndualscope: 3\n---\n",
  "---\ndualscope: 2\ncourse: 4\n---\n",
  '```dual {"id":"7"}\nx\n```\n',
  "{}",
  "[]",
  '{"version":1}',
  '{"version":99,"title":"","cells":[]}',
  '{"version":1,"title":1,"cells":{}}',
];

/** Documents written, and read again. */
function kept(write: (document: Document) => string, read: (text: string) => unknown): unknown {
  const own = DOCUMENTS.map((document) => [write(document), read(write(document))]);
  return [own, FOREIGN.map(read)];
}

const right = RUNS.map((run) => recorded(run, recordings));

interface Part {
  readonly path: string;
  /** What a module of the source makes of runs or documents. */
  readonly made: (module: never) => unknown;
  readonly own: unknown;
  /** Faults that make no difference: what is tested is never so, or the same is done at another place. */
  readonly same: readonly string[];
  /** Faults in what these runs and documents do not come to. */
  readonly unseen: readonly string[];
}

const PARTS: readonly Part[] = [
  {
    path: "engine/timeline/recording.ts",
    made: (module: typeof recordings) =>
      RUNS.map((run) => {
        const recording = recorded(run, module);
        return [said(recording), shown(recording, frames)];
      }),
    own: recordings,
    same: [
      'if (tag === "touch" || tag === "job") continue;: joins its tests otherwise',
      "latestCall = -1;: is left out",
      "if (event.depth > 0) this.callers[index] = byDepth[event.depth - 1] ?? -1;: has another bound",
      "if (event.depth > 0) this.callers[index] = byDepth[event.depth - 1] ?? -1;: has another default",
      "lastUse.set(event.map, index);: is left out",
      "lastWork = index;: is left out",
      "if (index < reverse) continue;: has another bound",
      "if (lastStaged === undefined || lastCall === undefined || lastCall < lastStaged) continue;: has another bound",
      'return event + 1 < this.steps && this.columns.tag(event + 1) === "merge";: has another bound',
      'if (event + 1 < this.steps && this.columns.tag(event + 1) === "merge") return true;: has another bound',
      "return caller < 0 ? undefined : caller;: has another bound",
    ],
    unseen: [
      "taken = undefined;: is left out",
      "this.created = Int32Array.from({ length: created.length }, (_, number) => created[number] ?? -1);: has another default",
      "this.phases.find(({ from, to }) => step >= from && step <= to && (step > from || from === 0)) ?? this.phases[0]: has another bound",
      "this.phases.find(({ from, to }) => step >= from && step <= to && (step > from || from === 0)) ?? this.phases[0]: tests the contrary",
      "if (event === this.steps - 1) return false;: is off by one",
      'return event + 1 < this.steps && this.columns.tag(event + 1) === "merge";: is off by one',
      'if (event + 1 < this.steps && this.columns.tag(event + 1) === "merge") return true;: is off by one',
      "this.inInbox.set(scalar, waiting - 1);: is left out",
      "this.inInbox.set(scalar, waiting - 1);: is off by one",
    ],
  },
  {
    path: "engine/timeline/frame.ts",
    made: (module: typeof frames) => right.map((recording) => shown(recording, module)),
    own: frames,
    same: [
      "const isCreated = number < created && scalar !== undefined;: has another bound",
      "const isCreated = number < created && scalar !== undefined;: joins its tests otherwise",
      "isTaken: at.step > 0 && recording.isTaken(at.step - 1),: has another bound",
      "if (calls.length <= MOST_ADDED): has another bound",
      "if (number >= recording.scalars) return undefined;: has another bound",
      "const isAt = done > 0 && calls[done - 1]! + 1 === step;: has another bound",
      "if (calls.length <= MOST_CALLS) return [...calls.keys()];: has another bound",
    ],
    unseen: [
      'if (Number.isNaN(argument) || (at.tag === "write" && at.pushed)) return argument;: tests the contrary',
      "const next = event + 1 < steps ? columns.at(event + 1) : undefined;: has another bound",
      "const next = event + 1 < steps ? columns.at(event + 1) : undefined;: is off by one",
      "const from = Math.max(1, Math.min(called - MOST_CALLS / 2, calls.length - MOST_CALLS + 1));: is off by one",
      "return [0, ...Array.from({ length: MOST_CALLS - 1 }, (_, index) => from + index)];: is off by one",
      'if (event.tag !== "call") return { step: index + 1, cotangent: Number.NaN, call: 0, within: undefined };: is off by one',
      "const maps = state.live.map((id) => state.maps.get(id)).sortBy((map) => -(map?.size ?? 0));: has another default",
      "if (state.collected === undefined) return undefined;: tests the contrary",
      'return typeof found === "number" ? found : undefined;: tests the contrary',
    ],
  },
  { path: "engine/evaluate/scalars/tracer.ts", made: traced, own: tracers, same: [], unseen: [] },
  {
    path: "app/document/files/notebook-file.ts",
    made: ({ notebookText, readNotebook }: typeof files) => kept(notebookText, readNotebook),
    own: files,
    same: [
      "const end = endOfFence(lines, at + 1, sign);: is off by one",
      `const end = lines.indexOf(\`<!-- /\${quoted[1]} -->\`, at + 1);: is off by one`,
      "const last = end < 0 ? lines.length : end;: has another bound",
      "return end < 0 ? lines.length : end;: has another bound",
      "if (end < 0) return none;: has another bound",
      "json = undefined;: is left out",
    ],
    unseen: [
      "const isPlain = Object.keys(readViews(views)).length === 1 && views.inside.length === 0;: joins its tests otherwise",
      "if (cells.length > MOST_CELLS) return error(tooManyCells());: has another bound",
      'version: Number.isFinite(version) && field("dualscope") !== undefined ? version : undefined,: joins its tests otherwise',
    ],
  },
  {
    path: "app/document/codec.ts",
    made: ({ encodeDocument, decodeDocument }: typeof codec) => kept(encodeDocument, decodeDocument),
    own: codec,
    same: [],
    unseen: [],
  },
];

let seeded = 0;
let noticed = 0;

describe.each(PARTS)("$path", ({ path, made, own, same, unseen }) => {
  const faults = faultsIn(readFileSync(path, "utf8"));
  const wanted = JSON.stringify(made(own as never));

  test("is the same when nothing is wrong", () => {
    expect(JSON.stringify(made(own as never))).toBe(wanted);
    expect(faults.length).toBeGreaterThan(3);
  });

  test("every fault is noticed, but those that are listed", async () => {
    const unnoticed: string[] = [];
    for (const [index, { what }] of faults.entries()) {
      const isSame = await import(/* @vite-ignore */ `/${path}?fault=${index}`)
        .then((module) => JSON.stringify(made(module as never)) === wanted)
        .catch(() => false);
      if (isSame) unnoticed.push(what);
    }
    expect(unnoticed.sort()).toEqual([...same, ...unseen].sort());
    seeded += faults.length - same.length;
    noticed += faults.length - unnoticed.length;
  });
});

test("nine in ten of those that make a difference are noticed", () => {
  expect(noticed).toBeGreaterThan(150);
  expect(noticed / seeded).toBeGreaterThanOrEqual(0.9);
});
