// Beside or in the place of a picture that would answer open questions.
import { Trans } from "@lingui/react/macro";
import { QuestionLinks } from "../../course/view/question-links.tsx";
import { ShowMe } from "../../course/view/show-me.tsx";

interface KeptBackProps {
  readonly questions: readonly string[];
  /** The part that waits: values that are ?, the rest of the run, or all. */
  readonly waits?: "values" | "run" | "all";
}

/** Says which open questions come first, with links to them and a button that shows their answers. */
export function KeptBack({ questions, waits = "all" }: KeptBackProps) {
  const links = <QuestionLinks questions={questions} />;
  return (
    <p className="glimpse-masked">
      {waits === "values" ? (
        <Trans>Values marked ? are not reached yet. This picture goes on after {links}.</Trans>
      ) : waits === "run" ? (
        <Trans>This picture goes on after {links}.</Trans>
      ) : (
        <Trans>This opens after {links}.</Trans>
      )}{" "}
      <ShowMe questions={questions} isSmall />
    </p>
  );
}
