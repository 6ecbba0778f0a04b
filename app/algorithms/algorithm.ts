// What the page brings for an algorithm beside its description: how its stages look, what their states are called, which gauges
// its ladder has, and experiments for the complexity lab. One folder for each, of the name that its folder in the engine has.
import type { SharingForm, StageId, StageOption } from "../../engine/algorithms/algorithm.ts";
import type { Counters } from "../../engine/core/events/counters.ts";
import type { OwnEvent } from "../../engine/core/events/events.ts";
import type { MarkerName } from "../plot/model.ts";
import type { IconName } from "../ui/icon.tsx";

/** How the curve of a stage is drawn: a colour and a mark, so that neither has to tell it alone. */
export interface StageLook {
  readonly colour: string;
  readonly marker: MarkerName;
}

/** A gauge of the ladder, read from the counters of a pass; those of both passes are added. */
export interface LadderGauge {
  readonly key: string;
  /** The colour of its bars, one of the classes of ladder.css. */
  readonly look: "calls" | "A" | "B" | "C" | "functions";
  readonly title: string;
  readonly words: string;
  /** What it counts, where others count the same: their bars have one scale. */
  readonly unit?: string;
  /** Its name within a sentence. */
  readonly name: string;
  /** What the counters of a run have of it, by a stage that is drawn so. */
  of(counters: Counters, look: RungLook): number;
}

/** What a rung of the ladder is drawn as: how contributions reach their scalars, and what is kept until then. */
export interface RungLook {
  /**
   * What a contribution is: a call at once; a waiting entry of a map, in a Staged value of its own or added by a function that is
   * composed with others; an amount that is added to a cell; nothing, where no backpropagator is called.
   */
  readonly calls: "at once" | "entries" | "composed" | "cells" | "none";
  /** What a scalar carries for the way back: a function, the list of what it contributes, its place, a term, a whole gradient. */
  readonly carries: "function" | "list" | "place" | "term" | "gradient";
  /** The cells of the gradient beside what waits: none, one for each input, or those that were reached. */
  readonly collector: "none" | "whole" | "reached";
  /** What the forward pass writes down in order: nothing, lists of contributions, or terms. */
  readonly tape: "none" | "lists" | "terms";
}

/** An experiment for the lab: an example, or two side by side, with what to look at. */
export interface GallerySweep {
  readonly title: string;
  /** What the curves show. */
  readonly claim: string;
  /** The beginning of the example's file name, and of the one that it is compared with. */
  readonly example: string;
  readonly other?: string;
  readonly settings: {
    readonly stages: readonly StageId[];
    readonly quantities: readonly string[];
    readonly x: "linear" | "log";
    readonly y: "linear" | "log";
  };
  readonly ns?: readonly number[];
}

/** What an option is called, and a sentence about it. */
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

/** What is said of a picture of what scalars hold in memory for the way back (the view of sharing). */
export interface SharingWords {
  readonly title: string;
  readonly sentence: string;
  /** What the list beside the picture has. */
  readonly list: string;
  /** What stands in the box of a scalar that holds nothing, and what is said of it. */
  readonly empty: string;
  readonly holdsNothing: string;
  /** What the picture is called as a file, for an entry. */
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

/** What is said of a study elsewhere. */
export interface StudyWords {
  /** A sentence about the variables that the linear half reads of the other half; `reals` is how many Reals these are. */
  kept(reals: number): string;
  /**
   * The variable of the program that a variable of the study's texts stands for, or the scalar where they are those of a run; what
   * is no variable stands for itself.
   */
  standsFor(variable: string): { readonly name: string; readonly scalar: number | undefined };
}

/** What the page brings for one algorithm; each of its tables is by stage, option or form of its description. */
export interface AlgorithmPage {
  readonly id: string;
  /** Its title, in the language of the page. */
  readonly title: string;
  readonly stages: Readonly<Record<StageId, StagePage>>;
  readonly gauges: readonly LadderGauge[];
  readonly gallery: readonly GallerySweep[];
  /** What is said of its study, where it has one. */
  readonly study?: StudyWords;
  /** What is said of the pictures of memory that its description asks for (`usual.sharing`). */
  readonly sharing: Readonly<Partial<Record<SharingForm, SharingWords>>>;
  readonly options: Readonly<Partial<Record<StageOption, OptionWords>>>;
}
