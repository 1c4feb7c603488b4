import { beforeAll, describe, expect, it } from 'vitest';
import { processLinks } from '../../../src/features/links/links.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

describe('processLinks', () => {
  it.each([
    ['see https://example.org/a.', 'https://example.org/a', 'https://example.org/a'],
    ['(https://example.org/wiki/A_(b))', 'https://example.org/wiki/A_(b)', undefined],
    ['www.example.org!', 'https://www.example.org', 'www.example.org'],
    ['https://e.org/?a=1&b=2', 'https://e.org/?a=1&b=2', undefined],
    ['https://пример.рф/путь?', 'https://пример.рф/путь', undefined],
    ['<p>https://e.org/x</p>', 'https://e.org/x', undefined],
  ])('makes a link of the address in %s', (notes, url, title) => {
    const { description, links } = processLinks(notes);
    expect(links).toEqual([{ url, title: title ?? url }]);
    expect(description.match(/<a href="[^"]*" rel="nofollow noopener">/g)).toHaveLength(1);
  });

  it('keeps the text around an address', () => {
    expect(processLinks('a https://e.org/x, b').description).toBe(
      'a <a href="https://e.org/x" rel="nofollow noopener">https://e.org/x</a>, b',
    );
  });

  it('lists links that are there, and makes none inside them', () => {
    const { description, links } = processLinks(
      '<a href="https://e.org/?a=1&amp;b=2">at <b>https://e.org</b></a>',
    );
    expect(links).toEqual([{ url: 'https://e.org/?a=1&b=2', title: 'at https://e.org' }]);
    expect(description.match(/<a /g)).toHaveLength(1);
  });

  it.each([
    'javascript:alert(1)',
    '<a href="javascript:alert(1)">x</a>',
    '<script>location="https://e.org"</script>',
    'https://',
    'not.a.link',
    '',
  ])('finds no link in %j', (notes) => {
    expect(processLinks(notes).links).toEqual([]);
  });

  it('removes what could run', () => {
    const { description } = processLinks(
      '<img src=x onerror=alert(1)><b onclick=x>https://e.org"onx=1</b>',
    );
    expect(description).not.toMatch(/onerror|onclick|<img/);
    expect(description).not.toMatch(/<a [^>]*onx/);
  });

  it('keeps the lines of plain text', () => {
    expect(processLinks('Ines & Tom\nhttps://rye.test/').description).toBe(
      '<p>Ines &amp; Tom<br /><a href="https://rye.test/" rel="nofollow noopener">https://rye.test/</a></p>',
    );
  });

  it('takes linear time for hostile notes', () => {
    for (const part of [
      'https://e.org/(',
      'www.',
      '&amp;',
      '<a href="https://e.org">',
      'http://a.b...',
    ]) {
      processLinks(part.repeat(200_000 / part.length));
    }
    for (const end of [')', '!)', '.', '&']) {
      const address = `https://e.org/${end.repeat(1_950 / end.length)}x`;
      processLinks(`${address} `.repeat(100));
      expect(processLinks(`${address.slice(0, -1)} `.repeat(100)).links[0]?.url).toBe(
        'https://e.org/',
      );
    }
  });
});

describe('POST /episode/process-links', () => {
  let test: SharedApp;
  let member: SignedIn;
  beforeAll(async () => {
    test = await sharedApp();
    member = await test.signIn();
  });

  const post = (payload: object, headers: Record<string, string> = member.headers) =>
    test.app.inject({ method: 'POST', url: '/api/episode/process-links', payload, headers });

  it('answers with the notes and their links', async () => {
    const answer = await post({ description: 'https://e.org' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().response.links).toEqual([
      { url: 'https://e.org', title: 'https://e.org' },
    ]);
  });

  it('is for members, and needs the notes', async () => {
    expect((await post({ description: 'x' }, {})).statusCode).toBe(401);
    expect((await post({})).json().error.messages[0]).toMatch(/^description: /);
  });
});
