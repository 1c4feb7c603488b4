import { describeFailure, printFailure, shortPath, writeSummary } from './summary.mjs';

/** Prints failures only, and writes a summary. Playwright demands a default export of a reporter. */
export default class PlaywrightSummary {
  #suite;
  #outside = [];
  #seconds = new Map();

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError({ message = '', stack }) {
    this.#outside.push(message);
    printFailure('', '', [stack ?? message]);
  }

  onTestEnd(test, result) {
    const file = shortPath(test.location.file);
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + result.duration / 1_000);
    if (!['failed', 'timedOut', 'interrupted'].includes(result.status)) return;
    printFailure(
      placeOf(test),
      test.title,
      result.errors.map(({ message, stack, snippet }) =>
        [stack ?? message, snippet].filter(Boolean).join('\n'),
      ),
    );
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? [];
    const ended = (outcome) => tests.filter((test) => test.outcome() === outcome);
    writeSummary({
      passed: ended('expected').length + ended('flaky').length,
      failed: ended('unexpected').length + this.#outside.length,
      flaky: ended('flaky').map(describe),
      failures: [
        ...this.#outside.map((message) => describeFailure('', '', message)),
        ...ended('unexpected').map(describe),
      ],
      files: [...this.#seconds].map(([name, seconds]) => ({ name, seconds })),
    });
  }

  printsToStdio() {
    return true;
  }
}

const placeOf = (test) =>
  `[${test.parent.project()?.name}] ${shortPath(test.location.file)}:${test.location.line}`;

function describe(test) {
  const failed = test.results.find(({ status }) => status !== 'passed');
  const words = failed?.errors.map(({ message }) => message).join(' ');
  return describeFailure(placeOf(test), test.title, words);
}
