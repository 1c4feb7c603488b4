import { describeFailure, printFailure, shortPath, writeSummary } from './summary.mjs';

/** Prints failures only, and writes a summary. Vitest demands a default export of a reporter that is named by its file. */
export default class VitestSummary {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    printFailure(shortPath(test.module.moduleId), test.fullName, errors.map(wordsOf));
  }

  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const broken = modules.flatMap((module) =>
      module.errors().map((error) => ({ place: shortPath(module.moduleId), error })),
    );
    const outside = [...broken, ...unhandledErrors.map((error) => ({ place: '', error }))];
    for (const { place, error } of outside) printFailure(place, '', [wordsOf(error)]);
    writeSummary({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length + outside.length,
      flaky: [],
      failures: [
        ...failed.map((test) =>
          describeFailure(
            shortPath(test.module.moduleId),
            test.fullName,
            test.result().errors[0]?.message,
          ),
        ),
        ...outside.map(({ place, error }) => describeFailure(place, '', error.message)),
      ],
      files: modules.map((module) => ({
        name: shortPath(module.moduleId),
        seconds: secondsOf(module.diagnostic()),
        isFailed: module.state() === 'failed',
      })),
    });
  }
}

const wordsOf = ({ message, stack, diff }) => [stack ?? message, diff].filter(Boolean).join('\n');

const secondsOf = ({ collectDuration, setupDuration, duration }) =>
  (collectDuration + setupDuration + duration) / 1_000;
