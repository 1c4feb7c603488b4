import { styleText } from 'node:util';
import type { Result } from '../check.ts';
import { type Report, resultsOf } from '../conform.ts';
import { countResults, faultsOf, summaryOf, verdictOfAll } from './count-results.ts';

type Style = Parameters<typeof styleText>[0];

const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const;

export interface TextOptions {
  /** Colours are for terminals only. */
  hasColors: boolean;
  /** Also lists the checks that passed or were skipped. */
  isLong: boolean;
}

/** The report for a terminal: the faults of each part, then one line for all. */
export function writeText(report: Report, { hasColors, isLong }: TextOptions): string {
  const paint = (style: Style, text: string) =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;
  const lines = report.areas.flatMap(({ name, url, results }) => {
    const counts = countResults(results);
    const isSkipped = counts.skipped === results.length;
    const head = `${paint('bold', name)}${url ? ` ${paint('dim', url)}` : ''}`;
    if (isSkipped && !isLong) return [head, `  – skipped: ${results[0]?.found ?? ''}`, ''];
    const shown = isLong ? results : faultsOf(results);
    const own = shown.flatMap((result) => linesOf(result, paint));
    return [head, ...own, `  ${paint('dim', summaryOf(counts))}`, ''];
  });
  const counts = countResults(resultsOf(report));
  const verdict = paint(
    counts.must === 0 ? 'green' : 'red',
    verdictOfAll(counts, (word) => `"${word}"`),
  );
  return `${lines.join('\n')}\n${verdict} ${summaryOf(counts)}\n`;
}

function linesOf(
  { id, level, status, says, found, fix, source }: Result,
  paint: (style: Style, text: string) => string,
): string[] {
  if (status === 'passed') return [`  ${paint('green', MARKS.passed)} ${id}`];
  if (status === 'skipped') return [`  ${paint('dim', `${MARKS.skipped} ${id}: ${found}`)}`];
  const color = level === 'must' ? 'red' : level === 'should' ? 'yellow' : 'dim';
  return [
    `  ${paint(color, `${MARKS.failed} ${level}`)} ${id}`,
    `      ${says}`,
    `      Found: ${found}`,
    `      To do: ${fix}`,
    `      ${paint('dim', source)}`,
  ];
}
