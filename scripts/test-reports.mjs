// Reads what the test runners have written: how many tests passed, and which ones failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A report that is missing counts as empty: the runner did not get so far. */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** @returns `{ passed, failed, flaky, failures }`; a failure is a line with the place, the name and the first words of the error */
export function readVitestReport(file) {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(file);
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (failed.length === 0 && status === 'failed') return [describe(name, '', message)];
    return failed.map((test) => describe(name, test.fullName, test.failureMessages[0]));
  });
  return { passed: numPassedTests, failed: numFailedTests, flaky: 0, failures };
}

/** As `readVitestReport`. */
export function readPlaywrightReport(file) {
  const { stats = {}, suites = [], errors = [] } = read(file);
  return {
    passed: stats.expected ?? 0,
    failed: stats.unexpected ?? 0,
    flaky: stats.flaky ?? 0,
    failures: [
      ...errors.map(({ message }) => describe('', '', message)),
      ...suites.flatMap((suite) => failuresIn(suite, [])),
    ],
  };
}

function failuresIn({ specs = [], suites = [] }, titles) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        describe(
          `[${projectName}] ${file}:${line}`,
          [...titles, title].join(' › '),
          results.at(-1)?.error?.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, [...titles, suite.title]))];
}

const MESSAGE_LENGTH = 300;
/** Colours and other codes of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these codes begin with a control character
const CODES = /\u001b\[[0-9;]*m/g;

function describe(place, title, message = '') {
  const words = message.replace(CODES, '').replace(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
  return [relative(process.cwd(), place), title, words].filter(Boolean).join(' › ');
}
