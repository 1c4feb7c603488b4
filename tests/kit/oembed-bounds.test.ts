import { describe, expect, it } from 'vitest';
import type { OembedFacts } from '../../kit/oembed/collect-oembed.ts';
import { OEMBED_CHECKS } from '../../kit/oembed/oembed-checks.ts';

const bounded = { url: 'https://host.test/oembed', status: 200, headers: {}, problem: '' };

/** Whether the check of `maxwidth`, which asks for 320 pixels, passes with this HTML. */
function verdictOn(html: string) {
  const check = OEMBED_CHECKS.find(({ id }) => id === 'oembed/maxwidth');
  const boundedFields = { width: 320, height: 120, html };
  const facts = { bounded: { ...bounded, body: Buffer.from('{}'), redirects: [] }, boundedFields };
  return check?.look(facts as unknown as OembedFacts).status;
}

describe('the check of maxwidth', () => {
  it.each([
    ['<iframe width="320" height="120"></iframe>', 'passed'],
    ['<iframe width="320px" data-width="640"></iframe>', 'passed'],
    ['<iframe width="100%"></iframe>', 'passed'],
    ['<iframe width="640"></iframe>', 'failed'],
    ["<iframe width='640px'></iframe>", 'failed'],
    ['<iframe title="a > b" width=640></iframe>', 'failed'],
  ])('reads %s', (html, status) => {
    expect(verdictOn(html)).toBe(status);
  });
});
