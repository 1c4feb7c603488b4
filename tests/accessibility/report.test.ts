import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CRITERIA, PARTS, type Part } from './criteria.ts';
import { type Row, rowsOf, writeOpenAcr, writeTable } from './report.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the accessibility report', () => {
  it('has each success criterion of levels A and AA once', () => {
    expect(new Set(CRITERIA.map(({ num }) => num)).size).toBe(55);
    expect(CRITERIA.filter(({ wcag }) => wcag === 'A')).toHaveLength(31);
  });

  it('knows each answer by a check, a test or a look', () => {
    const unknown = CRITERIA.flatMap(({ num, except = {}, ...usual }) =>
      [usual, ...Object.values(except)]
        .filter(({ level }) => level !== 'not-applicable')
        .filter(({ checks, tests, isByHand }) => !checks && !tests && !isByHand)
        .map(() => num),
    );
    expect(unknown).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = CRITERIA.flatMap(({ tests = [] }) => tests.map((test) => test.split(': ')));
    const missing = named.filter(([file = '', ...title]) => {
      const words = title.join(': ');
      return !existsSync(file) || (words !== '*' && !readFileSync(file, 'utf8').includes(words));
    });
    expect(missing).toEqual([]);
  });

  it('turns the row of a problem red', () => {
    const rows = rowsOf('site', [{ criterion: '2.4.7', what: 'a link without a mark' }]);
    expect(rows.filter(({ level }) => level === 'does-not-support')).toEqual([
      expect.objectContaining({ num: '2.4.7', remark: expect.stringContaining('without a mark') }),
    ]);
  });

  it.each(PARTS)('is in docs as it is in the table: %s', async (part) => {
    const report = writeOpenAcr(part, rowsOf(part, []), version);
    await expect(report).toMatchFileSnapshot(`../../docs/accessibility/${part}.yaml`);
  });

  it('is in docs as a table', async () => {
    const rows = Object.fromEntries(PARTS.map((part) => [part, rowsOf(part, [])]));
    const table = `# Accessibility, by criterion\n\n${writeTable(rows as Record<Part, Row[]>)}\n`;
    await expect(table).toMatchFileSnapshot('../../docs/accessibility/criteria.md');
  });
});
