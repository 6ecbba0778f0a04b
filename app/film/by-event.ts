// Whether the views of a run go event by event, or by the film of the run: the reader's choice, which the browser keeps.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../base/kept-choice.ts";

const KEPT = "dualscope.explorer";

export const useByEvent = create<{ readonly isByEvent: boolean }>()(() => ({
  isByEvent: keptChoice(KEPT) === "events",
}));

export function chooseByEvent(isByEvent: boolean): void {
  keepChoice(KEPT, isByEvent ? "events" : "film");
  useByEvent.setState({ isByEvent });
}
