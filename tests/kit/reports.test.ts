import { describe, expect, it } from 'vitest';
import { siteOf } from '../../kit/browser/embed-checks.ts';
import { type Check, failed, passed, runChecks, skipAll, skipped } from '../../kit/check.ts';
import { isConformant, type Report } from '../../kit/conform.ts';
import { readXml } from '../../kit/feed/read-xml.ts';
import { writeHtml } from '../../kit/report/write-html.ts';
import { writeJunit } from '../../kit/report/write-junit.ts';
import { writeText } from '../../kit/report/write-text.ts';

const HOSTILE = `"</title><script>alert(1)</script>&\u0001`;

function check(level: Check<null>['level'], look: Check<null>['look']): Check<null> {
  return {
    id: `feed/${level}`,
    level,
    says: 'It holds.',
    fix: 'Mend it.',
    source: 'https://a.example',
    look,
  };
}

const report = (...checks: Check<null>[]): Report => ({
  url: `https://pod.example/${HOSTILE}`,
  kind: 'page',
  areas: [
    { id: 'feed', name: 'Feed', url: 'https://pod.example/feed', results: runChecks(checks, null) },
  ],
});
const GOOD = report(
  check('must', () => passed),
  check('may', () => skipped('No need.')),
);
const WARNED = report(check('should', () => failed('It is missing.')));
const BAD = report(check('must', () => failed(HOSTILE)));

describe('isConformant', () => {
  it('is false only if a must fails', () => {
    expect([GOOD, WARNED, BAD].map(isConformant)).toEqual([true, true, false]);
  });
});

describe('runChecks', () => {
  it('fails a check that cannot read the answer', () => {
    const stumbling = check('must', () => JSON.parse('{'));
    expect(runChecks([stumbling], null)[0]).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('could not be read'),
    });
  });

  it('can skip all with one reason', () => {
    expect(skipAll([check('must', () => passed)], 'No feed.')[0]?.found).toBe('No feed.');
  });
});

describe('writeText', () => {
  it('names the finding, the remedy and the source of each fault, without colours in a file', () => {
    const text = writeText(WARNED, { hasColors: false, isLong: false });
    expect(text).toContain(
      '✗ should feed/should\n      It holds.\n      Found: It is missing.\n      To do: Mend it.\n      https://a.example',
    );
    expect(text).toMatch(
      /Every "must" holds\. 0 passed, 1 failed \(0 must, 1 should, 0 may\), 0 skipped\.\n$/,
    );
  });

  it('has colours on a terminal', () => {
    expect(writeText(BAD, { hasColors: true, isLong: false })).toContain('\u001b[31m');
  });

  it('lists everything if it is asked to', () => {
    const text = writeText(GOOD, { hasColors: false, isLong: true });
    expect(text).toContain('✓ feed/must\n  – feed/may: No need.');
  });
});

describe('writeJunit', () => {
  it('is XML in which only a must is a failure', () => {
    const { root, problem } = readXml(writeJunit(BAD));
    expect([problem, root?.attributes.failures]).toEqual(['', '1']);
    expect(readXml(writeJunit(WARNED)).root?.attributes).toMatchObject({
      failures: '0',
      skipped: '1',
    });
    expect(writeJunit(WARNED)).toContain('<skipped message="should: It is missing."/>');
  });
});

describe('writeHtml', () => {
  it('loads nothing, and shows the words of strangers as text', () => {
    const html = writeHtml(BAD, new Date(0));
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(/);
    expect(html).toContain('1 “must” fails.');
  });
});

describe('siteOf', () => {
  it.each([
    ['https://player.pod.example/a', 'pod.example'],
    ['https://a.pod.co.uk', 'pod.co.uk'],
    ['http://localhost:4000', 'localhost'],
    ['http://127.0.0.1:4000', '127.0.0.1'],
  ])('of %s is %s', (url, site) => {
    expect(siteOf(url)).toBe(site);
  });
});
