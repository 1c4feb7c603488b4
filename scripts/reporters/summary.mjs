// The reporters of Vitest and Playwright write one shape, which `scripts/test.mjs` adds up.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** The reporters write to the file that this environment variable names. */
export const SUMMARY_FILE = 'TEST_SUMMARY';

/**
 * @typedef {object} Summary
 * @property {number} passed tests
 * @property {number} failed tests
 * @property {string[]} flaky names of tests that passed at the second try
 * @property {string[]} failures one line per failed test: place, name and the first words of the error
 * @property {{ name: string, seconds: number, isFailed?: boolean }[]} files Playwright's have no `isFailed`
 */

/** @returns {Summary} an empty one if there is no such file, because the runner failed earlier */
export function readSummary(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { passed: 0, failed: 0, flaky: [], failures: [], files: [] };
}

/** @param {Summary} summary */
export function writeSummary(summary) {
  const file = process.env[SUMMARY_FILE];
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(summary));
}

const MESSAGE_LENGTH = 500;
/** Colours and other terminal codes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these codes begin with a control character
const CODES = /\u001b\[[0-9;]*m/g;

export const withoutCodes = (text) => text.replace(CODES, '');

export const shortPath = (path) => relative(process.cwd(), path);

/** The line of a failed test in the list at the end. */
export function describeFailure(place, title, message = '') {
  const words = withoutCodes(message).replace(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
  return [place, title, words].filter(Boolean).join(' › ');
}

/** Prints a whole failure at once, so that those of tests that run at the same time do not mix. */
export function printFailure(place, title, details) {
  process.stdout.write(
    `\n--- ${place} › ${title}\n${details.map(withoutCodes).join('\n').trimEnd()}\n`,
  );
}
