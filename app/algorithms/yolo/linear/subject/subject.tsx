// The subject of the study: the program, or one made of it with linearity erased, which is linearised, unzipped and transposed once more.
import { t } from "@lingui/core/macro";
import type { Subject } from "../../../../../engine/algorithms/study.ts";
import { Terms } from "../../../../help/term.tsx";
import { Choice } from "../../../../ui/choice.tsx";
import { studyThe, useLinear } from "../state.ts";

/** Shows the choice of what is studied, with what that is. */
export function SubjectChoice() {
  const of = useLinear((state) => state.of);
  const choices = [
    { value: "program", words: t`Program` },
    { value: "linearised", words: t`Linearised` },
    { value: "gradient", words: t`Gradient` },
    { value: "second", words: t`Second derivative` },
  ] as const;
  return (
    <div className="study-subject">
      <Choice label={t`What is linearised, unzipped and transposed`} value={of} choices={choices} onChange={studyThe} />
      {of !== "program" && (
        <p className="note" role="status">
          <Terms text={subjectWords(of)} />
        </p>
      )}
    </div>
  );
}

/** Chooses the subject, and says what the texts are then. */
function subjectWords(of: Exclude<Subject, "program">): string {
  switch (of) {
    case "linearised":
      return t`The program is what J made, with linearity erased (L, §4.5 of the paper): an ordinary program, which computes values and tangents. Linearised again, it is J of J.`;
    case "gradient":
      return t`The program is the gradient that J, U and T made, with linearity erased (L, §4.5 of the paper). Transposed again, its linear half is the Hessian times a vector; of one Real, f″.`;
    case "second":
      return t`The program is the gradient of the gradient, with linearity erased (L, §4.5 of the paper): f″, or the Hessian times a direction that is given with the input.`;
  }
}
