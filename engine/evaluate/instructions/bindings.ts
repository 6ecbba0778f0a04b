// `let` and `case`: how they are compiled, and their instructions.
import { type Shown, shownBy } from "../../core/terms/term.ts";
import type { Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import type { Compilers } from "../code/builder.ts";
import type { Label, Matcher } from "../code/code.ts";
import { written, writtenEnd } from "../pieces/writer.ts";
import { plainReal } from "../scalars/forward-op.ts";
import type { Instruction } from "../state/instruction.ts";
import { compileNamed } from "./functions.ts";
import { matches, matchTest, noMatch, writeBinding, writeMatch } from "./matching.ts";

/** v → ; what the pattern names goes into the frame */
const bind: Instruction<Matcher> = written(
  (state, matcher) => {
    if (!matches(matcher, state.stack[--state.top]!, state.frame)) noMatch("this pattern does not match the value");
  },
  (to, matcher) => writeMatch(to, matcher, to.pop()),
);

/** v → v; a traced run notes a value that the program asks to be shown */
const tell: Instruction<{ readonly shown: Shown; readonly shape: Shape }> = written(
  (state, { shown, shape }) => {
    if (state.tracer?.isOn) state.tracer.show(shown, shape, state.stack[state.top - 1]!);
  },
  () => undefined,
);

interface Branch {
  readonly matcher: Matcher;
  readonly begin: Label;
}

/** v → ; goes on at the first branch that matches */
const branch: Instruction<readonly Branch[]> = writtenEnd(
  (state, branches, { span }) => {
    const value = state.stack[--state.top]!;
    const { tracer } = state;
    const compared = tracer?.isOn
      ? (real: Value, number: number) =>
          tracer.discreteUse("case", [real, number], plainReal(real) === number ? 1 : 0, span)
      : undefined;
    for (let i = 0; i < branches.length; i++) {
      const { matcher, begin } = branches[i]!;
      if (!matches(matcher, value, state.frame, compared)) continue;
      state.pc = begin.pc;
      return;
    }
    noMatch("no branch of this `case` matches the value");
  },
  (to, branches) => {
    const value = to.pop();
    for (const { matcher, begin } of branches) {
      to.line(`if (${matchTest(to, matcher, value)}) {`);
      to.branch(begin.pc, (way) => writeBinding(way, matcher, value));
      to.line("}");
    }
    to.fail();
  },
);

/** Goes on elsewhere. */
const jump: Instruction<Label> = writtenEnd(
  (state, { pc }) => {
    state.pc = pc;
  },
  (to, { pc }) => to.follow(pc),
);

/** Compilers of `let` and `case`. */
export const BINDINGS: Compilers<"let" | "case"> = {
  let({ bindings, body }, to, isLast) {
    to.scoped(() => {
      for (const { bound, pattern, span } of bindings) {
        if (bound.tag === "lam" && pattern.tag === "var") compileNamed(to, pattern.name, bound);
        else to.compile(bound);
        const shown = pattern.tag === "var" ? shownBy(to.linking.program, pattern.name) : undefined;
        if (shown !== undefined && pattern.tag === "var")
          to.emit(tell, { shown, shape: to.linking.shapes.of(pattern.type) }, shown.span, 0);
        to.emit(bind, to.matcher(pattern), span ?? bound.span);
      }
      to.compile(body, isLast);
    });
  },
  case({ scrutinee, branches, span }, to, isLast) {
    to.compile(scrutinee);
    const compiled: Branch[] = [];
    to.emit(branch, compiled, span);
    const end: Label = { pc: -1 };
    for (const { pattern, body } of branches) {
      const begin = { pc: -1 };
      to.place(begin);
      to.scoped(() => {
        compiled.push({ matcher: to.matcher(pattern), begin });
        to.compile(body, isLast);
      });
      if (compiled.length < branches.length) to.emit(jump, end, undefined, 0);
    }
    to.place(end);
  },
};
