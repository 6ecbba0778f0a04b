// The parts of the fuzzer in turns, and what each has counted.
import { Tally } from "./agreement.ts";
import { DocumentCounts, documentCase } from "./documents.ts";
import { largeCase } from "./large.ts";
import { type Finding, ProgramCounts, programCase } from "./programs.ts";
import { TextCounts, textCase } from "./texts.ts";

/** Something that can be asked for case by case. */
interface Part {
  readonly name: string;
  /** The share of the time. */
  readonly share: number;
  case(seed: number): Finding | undefined | Promise<Finding | undefined>;
}

/** Numbers that a large program has in its text at most, and in its input. */
const MOST_NUMBERS = 30_000;

export class Parts {
  disagreements = 0;
  private readonly tally = new Tally();
  private readonly odd = new ProgramCounts();
  private readonly loops = new ProgramCounts();
  private readonly suite = new ProgramCounts();
  private readonly untyped = new ProgramCounts();
  private readonly texts = new TextCounts();
  private readonly documents = new DocumentCounts();
  private readonly seed: number;
  private readonly parts: readonly (Part & { spent: number; next: number })[];

  /** `what` is a part's name, or `all`. */
  constructor(what: string, seed: number) {
    this.seed = seed;
    const all: readonly Part[] = [
      { name: "programs", share: 4, case: (one) => programCase(one, "odd", this.tally, this.odd) },
      { name: "programs", share: 1, case: (one) => programCase(one, "loops", this.tally, this.loops) },
      { name: "programs", share: 1, case: (one) => programCase(one, "suite", this.tally, this.suite) },
      { name: "programs", share: 1, case: (one) => programCase(one, "untyped", this.tally, this.untyped) },
      { name: "programs", share: 1, case: (one) => largeCase(one, MOST_NUMBERS) },
      { name: "texts", share: 2, case: (one) => textCase(one, this.texts) },
      { name: "documents", share: 1, case: (one) => documentCase(one, this.documents) },
    ];
    const chosen = all.filter(({ name }) => what === "all" || what === name);
    if (chosen.length === 0) throw new Error(`--what is programs, texts, documents or all, not ${what}`);
    this.parts = chosen.map((part) => ({ ...part, spent: 0, next: 0 }));
  }

  /** The next case of the part that has had the least of its time; what is wrong, as texts. */
  async turn(): Promise<readonly string[]> {
    const part = this.parts.reduce((least, one) => (one.spent / one.share < least.spent / least.share ? one : least));
    const before = performance.now();
    const finding = await part.case(this.seed + part.next++);
    part.spent += performance.now() - before;
    if (finding === undefined) return [];
    this.disagreements++;
    return [`${part.name}, seed ${finding.seed}: ${finding.what}\n${finding.text}`];
  }

  /** The counts so far, in one line. */
  summary(): string {
    const { odd, loops, suite, untyped, tally, texts, documents } = this;
    return [
      `programs ${odd.programs + suite.programs} (${odd.programs} odd, of which ${odd.refused} were refused and ${odd.withoutInput} had no input)`,
      `programs of loops ${loops.programs} (${loops.refused} refused)`,
      `programs without types ${untyped.programs} (${untyped.programs - untyped.refused} accepted)`,
      `runs ${tally.runs}`,
      `inputs that end in a mistake ${tally.mistakes}`,
      `runs given up ${tally.skipped}`,
      `left to the machine ${tally.leftToMachine}`,
      `not finite ${tally.notFinite}`,
      `texts ${texts.texts} (${texts.accepted} without errors, ${texts.formatted} formatted)`,
      `documents ${documents.documents} (${documents.read} read after a change, ${documents.steps} steps of shelves)`,
      `disagreements ${this.disagreements}`,
    ].join(", ");
  }
}
