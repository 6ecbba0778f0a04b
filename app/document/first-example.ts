// The running example, opened on a first visit. The others are loaded when they are asked for (examples.ts).
import text from "../../examples/02-running-example.dual?raw";

/** The text of the program that a first visit opens. */
export const FIRST_EXAMPLE: string = text;
