// The last words of a run on tests that were run once more: a browser test that fails may be the fault of a busy machine, and if it is not,
// or if there are many, the run fails.
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Tests that may need a second try in a run that is in order. */
const MOST = 2;

/** A test that passed at its second try only. */
interface SecondTry {
  readonly project: string;
  readonly file: string;
  readonly name: string;
  /** The error of the first try. */
  readonly fault: string;
}

/** The last lines of a run; none where every test passed or failed at once. */
export function linesOf(tries: readonly SecondTry[]): readonly string[] {
  if (tries.length === 0) return [];
  const tests = tries.length === 1 ? "1 test" : `${tries.length} tests`;
  const verdict = tries.length > MOST ? `more than ${MOST}: the run fails` : `at most ${MOST} may`;
  return [
    ` Second tries  ${tests} passed only when run once more (${verdict})`,
    ...tries.flatMap(({ project, file, name, fault }) => [`   ${project}  ${file} > ${name}`, `     first: ${fault}`]),
  ];
}

/** Whether so many second tries fail a run. */
export function areTooMany(tries: readonly SecondTry[]): boolean {
  return tries.length > MOST;
}

function secondTry(test: TestCase): readonly SecondTry[] {
  if (test.diagnostic()?.flaky !== true) return [];
  const [error] = test.result().errors ?? [];
  const fault = (error?.message ?? "").split("\n")[0]!;
  return [{ project: test.project.name, file: test.module.relativeModuleId, name: test.fullName, fault }];
}

/** Says after the summary which tests needed a second try, and fails the run where they are too many. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tries = modules.flatMap(({ children }) => [...children.allTests()].flatMap(secondTry));
    const lines = linesOf(tries);
    if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n\n`);
    if (areTooMany(tries)) process.exitCode = 1;
  }
}
