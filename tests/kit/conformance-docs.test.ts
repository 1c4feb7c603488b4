import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS } from '../../kit/conform.ts';
// @ts-expect-error: this script has no types
import { withChecks } from '../../scripts/conformance-checks.mjs';

const document = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');

describe('the checks of the kit', () => {
  it('are listed in docs/conformance.md (else run node scripts/conformance-checks.mjs)', () => {
    expect(document).toBe(withChecks(document, ALL_CHECKS));
  });

  it('have ids of their own, in the form area/rule', () => {
    const ids = ALL_CHECKS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(
      ids.filter((id) => !/^(ranges|feed|oembed|player\.js|embed)(\/[\w.-]+)+$/.test(id)),
    ).toEqual([]);
  });

  it('name a source on the web and a remedy', () => {
    const without = ALL_CHECKS.filter(
      ({ source, fix }) => !source.startsWith('https://') || !/^[A-Z].*\.$/s.test(fix),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
