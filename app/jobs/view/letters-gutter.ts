// The letters of jobs beside the lines of the program; a press chooses the job.
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { GutterMarker, gutter } from "@codemirror/view";
import type { LineJobs } from "../model/lines.ts";
import { chooseJobs } from "../state.ts";

/** Sets which letters stand beside which lines. */
export const setLetters = StateEffect.define<readonly LineJobs[]>();

class Letters extends GutterMarker {
  private readonly line: LineJobs;

  constructor(line: LineJobs) {
    super();
    this.line = line;
  }

  override eq(other: Letters): boolean {
    return JSON.stringify(other.line) === JSON.stringify(this.line);
  }

  override toDOM(): HTMLElement {
    const box = document.createElement("span");
    box.translate = false;
    const { letters, count } = this.line;
    if (count !== undefined) box.textContent = `×${count}`;
    for (const { job, letter } of letters) {
      const one = document.createElement("span");
      one.dataset.letter = String(job);
      one.textContent = letter;
      box.append(one);
    }
    return box;
  }
}

const letters = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(before, { effects, state }) {
    for (const effect of effects)
      if (effect.is(setLetters))
        return RangeSet.of(
          effect.value.map((line) =>
            new Letters(line).range(state.doc.lineAt(Math.min(line.at, state.doc.length)).from),
          ),
          true,
        );
    return before;
  },
});

/** A gutter of an editor with the letters of jobs; pressing one chooses its job. */
export function lettersGutter(): Extension {
  return [
    letters,
    gutter({
      class: "jobs-letters",
      markers: (view) => view.state.field(letters),
      domEventHandlers: {
        mousedown: (_view, _line, event) => {
          const job = (event.target as HTMLElement).dataset.letter;
          if (job === undefined) return false;
          chooseJobs("forward", [Number(job)]);
          return true;
        },
      },
    }),
  ];
}
