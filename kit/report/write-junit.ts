import { escapeHtml } from 'earshot/internal';
import type { Result } from '../check.ts';
import { type Area, type Report, resultsOf } from '../conform.ts';

// Characters that XML must not contain, not even as references (XML 1.0, 2.2).
const NOT_IN_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const attribute = (text: string) => escapeHtml(text.replace(NOT_IN_XML, '').replace(/\s+/g, ' '));

/**
 * The report as JUnit XML. A failed `must` is a failure. A failed `should` or `may` is skipped with its text, so that it does
 * not fail a run of CI, whose exit code is 0 as well.
 */
export function writeJunit(report: Report): string {
  const suites = report.areas.map(toSuite).join('\n');
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const name = attribute(`earshot conformance ${report.url}`);
  return `${head}\n<testsuites name="${name}" ${numbers(resultsOf(report))}>\n${suites}\n</testsuites>\n`;
}

const isFailure = ({ level, status }: Result) => level === 'must' && status === 'failed';
const isSkipped = (result: Result) => result.status !== 'passed' && !isFailure(result);

const numbers = (results: readonly Result[]) =>
  `tests="${results.length}" failures="${results.filter(isFailure).length}" errors="0" skipped="${results.filter(isSkipped).length}"`;

function toSuite({ id, name, results }: Area): string {
  const cases = results.map((result) => toCase(id, result)).join('\n');
  return `<testsuite name="${attribute(name)}" ${numbers(results)}>\n${cases}\n</testsuite>`;
}

function toCase(area: string, result: Result): string {
  const { id, says, found, fix, source, level } = result;
  const head = `<testcase classname="${area}" name="${attribute(`${id}: ${says}`)}"`;
  if (result.status === 'passed') return `${head}/>`;
  if (!isFailure(result)) {
    const message = result.status === 'failed' ? `${level}: ${found}` : found;
    return `${head}><skipped message="${attribute(message)}"/></testcase>`;
  }
  const text = attribute(`Found: ${found} To do: ${fix} Source: ${source}`);
  return `${head}><failure type="${level}" message="${attribute(found)}">${text}</failure></testcase>`;
}
