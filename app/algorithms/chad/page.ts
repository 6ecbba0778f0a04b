// The page's part of CHAD (Smeding's thesis, chapters 5 and 6).
import { plural, t } from "@lingui/core/macro";
import { entryOf, shown } from "../../../engine/algorithms/chad/lists.ts";
import type { OwnEvent } from "../../../engine/core/events/events.ts";
import { grouped } from "../../words/numbers.ts";
import type { AlgorithmPage, PhaseWords, StagePage } from "../algorithm.ts";
import { nestedFunctions, sumOfVariables } from "./families.ts";

/** All stages run alike: they differ in their environments. */
const PHASES: PhaseWords = {
  forward: t`The program runs. Each term also gives its backpropagator: a function from a cotangent of its value to the cotangents of the variables in scope.`,
  reverse: (cotangent) =>
    t`The backpropagator of the program is called with \`${cotangent}\`. It calls those of its parts, and adds what they send to the variables.`,
  done: (gradient, calls) => {
    const count = grouped(calls);
    return plural(calls, {
      one: `The gradient is \`${gradient}\`, after ${count} scalar passed its cotangent on.`,
      other: `The gradient is \`${gradient}\`, after ${count} scalars passed their cotangents on.`,
    });
  },
};

const named = ({ about }: OwnEvent): string => about[0] ?? "";

/** The sentence of an event, where a function runs again for the other half of its derivative (the copower). */
function again({ isAgain }: OwnEvent, sentence: string): string {
  return isAgain === true ? t`A function runs again, for an entry of its log. ${sentence}` : sentence;
}

/** The events of the stages. */
const TOLD: StagePage["told"] = {
  call: (event) => {
    const cotangent = shown(event.content);
    return [
      t({ message: "Term", comment: "an event: the backpropagator of a term is called" }),
      again(event, t`The backpropagator of a term is called with \`${cotangent}\`.`),
    ];
  },
  back: (event) => [
    t({ message: "Term done", comment: "an event: the backpropagator of a term returns" }),
    again(event, t`It returns what goes to the variables in scope.`),
  ],
  zero: (event) => [
    t({ message: "Zeros", comment: "an event: an environment without contributions is made" }),
    again(event, t`An environment of zeros is made: nothing goes to any variable.`),
  ],
  open: (event) => {
    const name = named(event);
    return [
      t({ message: "In scope", comment: "an event" }),
      t`\`${name}\` comes into scope, and has a place in the environment.`,
    ];
  },
  replay: (event) => {
    const entry = entryOf(event.content);
    return [
      t({ message: "Again", comment: "an event: an entry of a log is evaluated again" }),
      t`An entry of the log, \`${entry}\`, is evaluated again, for the variables around the function.`,
    ];
  },
  one: (event) => {
    const [name, cotangent] = [named(event), shown(event.content)];
    return [
      t({ message: "Sent", comment: "an event: a cotangent was sent to a variable" }),
      again(event, t`\`${cotangent}\` is sent to \`${name}\`.`),
    ];
  },
  plus: (event) => [
    t({ message: "Sum", comment: "an event: two environments were added" }),
    again(event, t`Two environments are added, variable by variable.`),
  ],
  scope: (event) => {
    const [name, cotangent] = [named(event), shown(event.content)];
    return [
      t({ message: "Out of scope", comment: "an event" }),
      t`\`${name}\` goes out of scope with \`${cotangent}\`.`,
    ];
  },
  log: (event) => {
    const entry = shown(event.content);
    return [
      t({ message: "Log", comment: "an event: a call of a function was noted" }),
      t`A function gets an entry in its log: the argument, the cotangent of the result, and the number of the call’s first scalar: \`${entry}\`.`,
    ];
  },
  enter: () => [
    t({ message: "Call", comment: "an event" }),
    t`A definition’s backpropagator begins with an empty environment for its variables.`,
  ],
  leave: () => [
    t({ message: "Return", comment: "an event" }),
    t`The backpropagator is done: the cotangents of its arguments go back to the caller.`,
  ],
};

const STAGES = ["chad", "chad-sparse", "chad-local", "chad-cells"];

const WORDS: Omit<StagePage, "look" | "head" | "lists"> = {
  phases: PHASES,
  told: TOLD,
  keeps: "function",
};

/** The colours, words and gallery of CHAD's stages. */
export const page: AlgorithmPage = {
  id: "chad",
  title: t`CHAD`,
  idea: t`Every part of the program also gives a function that goes back: from the cotangent of its value to those of the variables in scope.`,
  isComparedFirst: true,
  stages: {
    chad: {
      ...WORDS,
      head: t`Calls of scalars’ backpropagators`,
      lists: {
        environment: t`The environment that was made last: a box for each variable in scope`,
        log: t`The logs of functions: argument, cotangent of the result`,
      },
      look: { colour: "var(--rung-0)", marker: "cross" },
    },
    "chad-sparse": {
      ...WORDS,
      head: t`Calls of scalars’ backpropagators`,
      lists: { environment: t`The map that was made last: an entry for each variable that got something` },
      look: { colour: "var(--rung-1)", marker: "diamond" },
    },
    "chad-local": {
      ...WORDS,
      head: t`Calls of scalars’ backpropagators`,
      lists: { environment: t`The environment of the call at hand` },
      look: { colour: "var(--rung-2)", marker: "triangle-down" },
    },
    "chad-cells": {
      ...WORDS,
      head: t`Calls of scalars’ backpropagators`,
      lists: { environment: t`The cells of the call at hand` },
      look: { colour: "var(--rung-3)", marker: "star" },
    },
  },
  gauges: [],
  ladder: { folder: "rows" },
  gallery: [
    {
      title: t`A sum of n variables`,
      claim: t`A tree of sums over n different variables, a program for each n. Dense environments: 2n² − n boxes, 130 816 at n = 256. Unions of maps: ½ n log₂ n, 1024, beside the n maps that they begin with. One environment: n. A union of maps is too slow, although each is as fast as it can be (thesis, §6.10.1).`,
      example: { title: t`A sum of n variables`, textOf: sumOfVariables, most: 1024, shown: 8 },
      settings: { stages: STAGES, quantities: ["boxes"], x: "log", y: "log" },
      ns: [2, 4, 8, 16, 32, 64, 128, 256],
    },
    {
      title: t`Functions within functions`,
      claim: t`Functions within functions, n deep, a program for each n. With a log of calls, each function runs twice, and so do those within it: 2ⁿ⁺¹ − 3 calls of backpropagators. With functions as data each runs once: 7n − 6 (thesis, §6.8).`,
      example: { title: t`Functions within functions`, textOf: nestedFunctions, most: 64, shown: 4 },
      settings: { stages: STAGES, quantities: ["term-calls"], x: "linear", y: "log" },
      ns: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    },
  ],
  sharing: {},
  options: {
    checkedCotangents: {
      label: t`Check cotangents`,
      note: t`Each backpropagator of data checks that its cotangent fits the value: one of a constructor is 0, or of that constructor (thesis, Fig. 5.2).`,
    },
  },
};
