// The sources of recording and replay: what is not noticed there, and why.
import type { Part } from "./part.ts";

const COLUMNS = ["test/timeline/columns.test.ts"] as const;
const CREATED = ["test/timeline/created.test.ts"] as const;
const FRAMES = ["test/timeline/frames.test.ts"] as const;
const PLAYBACK = ["test/timeline/playback.test.ts", /^a recording|no event says|applies at most/] as const;
const REPLAY = [
  "test/timeline/replay.test.ts",
  /of (?:sparse|naive|one-array|parallel|delta-lets|delta-array), on the examples|the jobs of a replay|tape alone/,
] as const;

const FORGETS = "a checkpoint lets go of maps that no later event uses: which these are is seen in memory alone";

const part = (name: string, tests: Part["tests"], same: Part["same"] = {}, unseen: Part["unseen"] = {}): Part => ({
  source: `engine/timeline/${name}.ts`,
  tests,
  same,
  unseen,
});

export const TIMELINE: readonly Part[] = [
  part(
    "frame",
    [FRAMES, PLAYBACK],
    {
      "isTaken: at.step > 0 && recording.isTaken(at.step - 1),: has another bound": "no event lies before the first",
      "const next = event + 1 < steps ? columns.at(event + 1) : undefined;: is off by one":
        "the last event ends a pass, and stages nothing",
      'if (Number.isNaN(argument) || (at.tag === "write" && at.pushed)) return argument;: tests the contrary':
        "nothing is merged after what is pushed in an inbox, and of other events none is pushed",
      "const next = event + 1 < steps ? columns.at(event + 1) : undefined;: has another bound":
        "what the columns have beyond the last event is no merge",
      "const isAt = done > 0 && calls[done - 1]! + 1 === step;: has another bound":
        "there is no call before the first, and so no step after it",
      "if (calls.length <= MOST_CALLS) return [...calls.keys()];: has another bound":
        "as many calls as are shown at most are the same by the other way",
      'if (event.tag !== "call") return { step: index + 1, cotangent: Number.NaN, call: 0, within: undefined };: is off by one':
        "it is asked of calls alone",
      'index >= 0 && (columns.tag(index) === "merge" || columns.tag(index) === "touch");: has another bound':
        "the first event begins a pass, and is no merge",
      "if (first < 0 || second < 0) continue;: joins its tests otherwise": "both that are merged wait, or neither",
      "standing.cotangents[index] = cotangent ?? 0;: has another default":
        "what is called or staged has a cotangent by then",
      "const maps = state.live.map((id) => state.maps.get(id)).sortBy((map) => -(map?.size ?? 0));: has another default":
        "maps that are to be used are there",
    },
    {
      "if (calls.length <= MOST_ADDED): has another bound": "it differs at exactly 200 000 calls of one scalar",
      "const second = left.findIndex((part, at) => at !== first && before + part === sum);: joins its tests otherwise":
        "it differs where three calls of one scalar wait, which no run of these tests has",
    },
  ),
  part("recording", [COLUMNS, CREATED, FRAMES, PLAYBACK], {
    "this.lastUse = this.index.lastUse;: is left out": FORGETS,
    "return { count, upTo, beyond: isInOrder ? [] : [...numbers.subarray(0, count)].filter((number) => number >= upTo) };: has another bound":
      "the scalar with the number up to which all are there is not there itself",
    'return event + 1 < this.steps && this.columns.tag(event + 1) === "merge";: has another bound':
      "the last event is not asked about",
    'return event + 1 < this.steps && this.columns.tag(event + 1) === "merge";: is off by one':
      "the last event is not asked about",
    'if (event + 1 < this.steps && this.columns.tag(event + 1) === "merge") return true;: has another bound':
      "the last event is not asked about",
    'if (event + 1 < this.steps && this.columns.tag(event + 1) === "merge") return true;: is off by one':
      "the last event is not asked about",
    "return caller < 0 ? undefined : caller;: has another bound": "the first event begins a pass, and is no call",
    "if (lastStaged === undefined || lastCall === undefined || lastCall < lastStaged) continue;: has another bound":
      "one event is not both a call and a staging",
    "this.phases.find(({ from, to }) => step >= from && step <= to && (step > from || from === 0)) ?? this.phases[0]: has another bound":
      "the step 0 gets the first phase by the default",
    "this.phases.find(({ from, to }) => step >= from && step <= to && (step > from || from === 0)) ?? this.phases[0]: tests the contrary":
      "the step at which a phase begins is the end of the one before, which is found first",
  }),
  part("replay", [FRAMES, REPLAY], {
    "if (contributions === undefined || scalar === undefined) return undefined;: joins its tests otherwise":
      "where a stage has no contributions nothing is kept as data, and scalars that are not made are not asked about",
    'if (left === undefined || right === undefined) return internal("a sum on c without operands");: joins its tests otherwise':
      "a sum always has both operands, or the run is wrong",
    "const [large, small] = left.size >= right.size ? [left, right] : [right, left];: has another bound":
      "sums commute to the bit",
    'if (event.what !== "empty") state.staging = event.map;: tests the contrary':
      "which map staging is says what checkpoints keep, and these keep all that is to be used",
    'return argument !== undefined && typeof content === "object" && "tuple" in content: joins its tests otherwise':
      "entries of staging are pairs that end with an argument",
  }),
  part(
    "playback",
    [PLAYBACK, FRAMES],
    {
      "applied = 0;: is left out": "it is set before it is read",
      "const isNear = this.current.step <= wanted && this.current.step >= checkpoint.step;: has another bound":
        "where the step is the one that is wanted, the way from the checkpoint ends in the same state",
    },
    {
      "if (next > this.recording.steps) return false;: has another bound":
        "it differs for a run of exactly as many events as a multiple of those between two checkpoints",
      "forget(snapshot.state, this.recording, next);: is left out": FORGETS,
      "(_, map) => map === staging || map === collector || live.includes(map) || (lastUse.get(map) ?? -1) >= step,: has another bound":
        FORGETS,
      "(_, map) => map === staging || map === collector || live.includes(map) || (lastUse.get(map) ?? -1) >= step,: tests the contrary":
        FORGETS,
      "(_, map) => map === staging || map === collector || live.includes(map) || (lastUse.get(map) ?? -1) >= step,: joins its tests otherwise":
        FORGETS,
      "(_, map) => map === staging || map === collector || live.includes(map) || (lastUse.get(map) ?? -1) >= step,: has another default":
        FORGETS,
    },
  ),
];
