import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/features/documents/documents.ts';
import { sharedApp } from '../../helpers/shared-app.ts';

let test: Awaited<ReturnType<typeof sharedApp>>;
beforeAll(async () => {
  test = await sharedApp();
});
const get = (url: string) => test.app.inject({ url });

describe('GET /llms.txt', () => {
  it('names the documents by their addresses on this host', async () => {
    const { statusCode, headers, body } = await get('/llms.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      const { pathname, origin } = new URL(link);
      expect(origin).toBe(new URL(test.deps.config.siteUrl).origin);
      expect([link, (await get(pathname)).statusCode]).toEqual([link, 200]);
    }
  });
});

describe('GET /docs/{document}.md', () => {
  it('sends the Markdown of a document', async () => {
    const { headers, body } = await get('/docs/embed.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body).toMatch(/^# Embed a player\n/);
    // Other files of the repository are not on the host.
    expect(body).toContain('](hosting.md');
    expect(body).not.toContain('](../');
  });

  it.each(['unknown', '..%2Fpackage', '%2e%2e%2fREADME', 'accessibility%2Fcriteria', 'EMBED'])(
    'answers 404 for %s',
    async (name) => {
      expect((await get(`/docs/${name}.md`)).statusCode).toBe(404);
    },
  );
});

describe('GET /help/{reason}', () => {
  it.each([
    ['not_allowed', 'not_allowed'],
    ['height', 'width-and-height'],
    ['options', 'options-1'], // another heading of the document has the same words
    ['unheard-of', 'if-it-does-not-work'],
  ])('leads from %s to its explanation', async (reason, anchor) => {
    const { statusCode, headers } = await get(`/help/${reason}`);
    expect(statusCode).toBe(302);
    const { pathname, hash } = new URL(String(headers.location));
    expect([pathname, hash]).toEqual(['/docs/embed', `#${anchor}`]);
    expect((await readDocument('embed'))?.html).toContain(` id="${anchor}"`);
  });
});

describe('a document as a page', () => {
  it('has no heading of a column without a text', async () => {
    const { html = '' } = (await readDocument('embed')) ?? {};
    expect(html).toContain('<th>default</th>\n<td></td>');
    expect(html).not.toContain('<th></th>');
  });

  const names = readdirSync(new URL('../../../../docs', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));

  it.each(names)('gives each heading of %s its own id', async (name) => {
    const { html = '' } = (await readDocument(name)) ?? {};
    const ids = [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(names)('links from %s only to pages and headings that exist', async (name) => {
    const { html = '' } = (await readDocument(name)) ?? {};
    for (const [, link = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(link)) continue;
      const [, other = name, anchor] = /^(?:\/docs\/([\w-]+))?(?:#(.+))?$/.exec(link) ?? [link, ''];
      const target = await readDocument(other);
      expect(target, link).not.toBeNull();
      if (anchor) expect(target?.html, link).toContain(` id="${anchor}"`);
    }
  });
});
