// The page's part of an algorithm beside its description: the look of its stages, the names of their states, the gauges of its ladder, and
// experiments for the complexity lab. One folder for each, of the name that its folder in the engine has.
import type { ReactNode } from "react";
import type { StageId, StageOption } from "../../engine/algorithms/algorithm.ts";
import type { OwnEvent } from "../../engine/core/events/events.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import type { MarkerName } from "../plot/model.ts";
import type { IconName } from "../ui/icon.tsx";
import type { LadderGauge, RungLook } from "./rung.ts";

/** How the curve of a stage is drawn: a colour and a mark, so that neither has to tell it alone. */
export interface StageLook {
  readonly colour: string;
  readonly marker: MarkerName;
}

/** Programs of which n is not the input, but a part of the text, such as the number of variables: a text for each n from 1 to `most`. */
export interface ProgramFamily {
  readonly title: string;
  /** The text for an n, whose title has n as its first number. */
  textOf(n: number): string;
  readonly most: number;
  /** The n whose program is shown. */
  readonly shown: number;
}

/** An experiment for the lab: an example, or two side by side, with what to look at. */
export interface GallerySweep {
  readonly title: string;
  /** The curves' claim. */
  readonly claim: string;
  /** The beginning of an example's file name, or a program of the experiment's own, or one for each n; and the example that it is compared with. */
  readonly example: string | { readonly title: string; readonly text: string } | ProgramFamily;
  readonly other?: string;
  readonly settings: {
    readonly stages: readonly StageId[];
    readonly quantities: readonly string[];
    readonly x: "linear" | "log";
    readonly y: "linear" | "log";
  };
  readonly ns?: readonly number[];
}

/** The name of an option, and a sentence about it. */
export interface OptionWords {
  readonly label: string;
  readonly note: string;
}

/** Sentences at the beginning of the passes of a stage, and at the end of its run. */
export interface PhaseWords {
  /** The word before the sentence of the first pass, where that is no forward pass of two. */
  readonly lead?: string;
  readonly forward: string;
  /** `cotangent` is that of the result. Left out where nothing goes back. */
  reverse?(cotangent: string): string;
  /** The gradient, after that many visits, as the stage counts them (`backpropagatorCalls`). */
  done(gradient: string, visits: number): string;
  /** The words of its one gauge, its steps, where it visits nothing. */
  readonly steps?: string;
}

/**
 * The thing that a stage keeps of an operation for the way back: a function that calls those of the operands, or one that returns what
 * goes to them; a list of contributions; a term, of every scalar or of those that are bound to IDs; its whole gradient; or nothing, for what
 * is needed is a variable of the program.
 */
export type Keeps = "function" | "returning" | "data" | "term" | "bound term" | "gradient" | "nothing";

/** All that the page says and draws of one stage. */
export interface StagePage {
  readonly look: StageLook;
  /** The head of its state in the debugger. */
  readonly head: string;
  /** The text in the row of a scalar, where the stage has nothing else to show there. */
  readonly word?: string;
  readonly phases: PhaseWords;
  /** By event of the algorithm's own: the word before its sentence, and the sentence. */
  readonly told?: Readonly<Record<string, (event: OwnEvent) => readonly [lead: string, text: string]>>;
  /** By list of the algorithm's own (`StateView.lists`): its head. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly keeps: Keeps;
  /** Its rung of the ladder; left out where there is none. */
  readonly rung?: RungLook;
}

/** Words on a picture of the scalars' memory for the way back (the view of sharing). */
export interface SharingWords {
  readonly title: string;
  readonly sentence: string;
  /** The contents of the list beside it. */
  readonly list: string;
  /** The text of the box of a scalar that holds nothing, and words on it. */
  readonly empty: string;
  readonly holdsNothing: string;
  /** The file name of the picture, for an entry. */
  savedAs(entry: string): string;
}

/** A view that an algorithm has for itself, by its name in addresses. */
export type StudyView = string & { readonly isOfStudy?: true };

/** The view of a name, for the algorithm that brings it and for texts that lead to it. */
export function studyView(name: string): StudyView {
  return name as StudyView;
}

/**
 * The view that an algorithm has of its study (`Algorithm.study`): `study.ts` in the algorithm's folder, and beside it a folder of the
 * view's name. The page knows it from the beginning, for its bar and its addresses.
 */
export interface StudyPage {
  readonly view: StudyView;
  readonly title: string;
  /** The link that leads to it past the bar. */
  readonly skip: string;
  readonly icon: IconName;
}

/** A study's words elsewhere. */
export interface StudyWords {
  /** A sentence about the variables that the linear half reads of the other half; `reals` is how many Reals these are. */
  kept(reals: number): string;
  /**
   * The variable of the program that a variable of the study's texts stands for, or the scalar where they are those of a run; what
   * is no variable stands for itself.
   */
  standsFor(variable: string): { readonly name: string; readonly scalar: number | undefined };
}

/** A card of the glossary. */
export interface Card {
  readonly words: string;
  /** Other names, to be found by. */
  readonly also?: string;
  /** How the papers write it. */
  readonly notation?: string;
  /** By paper (`AlgorithmCards.papers`): the sections that define it. */
  readonly sources?: Readonly<Record<string, string>>;
  /** The view that shows it, by its name in addresses. */
  readonly view?:
    | "document"
    | "explorer"
    | "graph"
    | "ladder"
    | "complexity"
    | "jobs"
    | "systems"
    | "compiled"
    | StudyView;
}

/** An algorithm's part of the glossary: `cards.ts` in its folder; the forms of the words are in `forms.ts`, for texts link them before. */
export interface AlgorithmCards {
  /** By paper, the words that cite a section of it. */
  readonly papers: Readonly<Record<string, (section: string) => string>>;
  readonly cards: Readonly<Record<string, Card>>;
}

/** A ladder that is a picture of an algorithm's own: the run, and the stages that take the program, all recorded. */
export interface LadderProps {
  readonly explored: Explored;
  readonly stages: readonly StageId[];
  /** The head of the view, which stands over the picture in its film. */
  readonly head: ReactNode;
}

/** The page's part of one algorithm; each of its tables is by stage, option or form of its description. */
export interface AlgorithmPage {
  readonly id: string;
  /** Its title, in the language of the page. */
  readonly title: string;
  /** Its way to the gradient, in a sentence or two for those who meet it for the first time. */
  readonly idea: string;
  /** Whether the comparison of all algorithms opens with it: those that differ most have the mark. */
  readonly isComparedFirst?: true;
  readonly stages: Readonly<Record<StageId, StagePage>>;
  readonly gauges: readonly LadderGauge[];
  /** The folder whose `ladder.tsx` is a ladder of the algorithm's own, and its stages, if not all; left out where it has rungs. */
  readonly ladder?: { readonly folder: string; readonly stages?: readonly StageId[] };
  readonly gallery: readonly GallerySweep[];
  /** Words on its study, where it has one. */
  readonly study?: StudyWords;
  /** Words on the pictures of memory that its description lists (`usual.sharing`), by the IDs of their forms. */
  readonly sharing: Readonly<Record<string, SharingWords>>;
  readonly options: Readonly<Partial<Record<StageOption, OptionWords>>>;
}
