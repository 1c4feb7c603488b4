import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let host: Server;
let picture = '';
let test: TestApp;
let jane: Author;
beforeAll(async () => {
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a43' } })
    .png()
    .toBuffer();
  host = createServer((request, reply) => {
    if (request.url === '/a.png?x=1&y=2') reply.end(png);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  picture = `http://127.0.0.1:${port}/a.png?x=1&amp;y=2`;
  test = await openTestApp({ IMPORT_PRIVATE_HOSTS: `127.0.0.1:${port}` });
  jane = author(test, await test.signIn());
});
afterAll(async () => {
  await test?.close();
  host?.close();
});

const notes = (src = picture) =>
  `<p>Look: <img src="${src}" alt="A map" width="30" height="20" /></p>`;
const sourceOf = (html: string) => /<img src="([^"]+)"/.exec(html)?.[1] ?? '';
const fetchPicture = (address: string) =>
  test.app.inject({ url: address.replace('http://site.test', '') });

describe('pictures in notes', () => {
  it('come from our own host, which keeps their size and loads them late', async () => {
    const { description } = await jane.makeEpisode({ description: notes() });
    expect(sourceOf(description)).toMatch(
      /^http:\/\/site\.test\/media\/notes\/episode-\d+\/[\w-]{22}\.webp$/,
    );
    expect(description).toContain(
      `data-original="${picture}" alt="A map" width="30" height="20" loading="lazy" decoding="async" />`,
    );
    const { statusCode, headers, rawPayload } = await fetchPicture(sourceOf(description));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 30, height: 20 });
  });

  it('are shown in the description of a show as well', async () => {
    const { description } = await jane.makeShow({ description: notes() });
    expect(description).toContain('/media/notes/show-');
    expect((await fetchPicture(sourceOf(description))).statusCode).toBe(200);
  });

  it('keep the original address where they are stored, also after an edit', async () => {
    const { episode_id, description } = await jane.makeEpisode({ description: notes() });
    const payload = { description };
    const edited = await jane.must('episode', 'PUT', `/episode/${episode_id}`, { payload });
    expect(edited.description).toBe(description);
    const stored = await test.database
      .selectFrom('episodes')
      .select('description')
      .where('episode_id', '=', episode_id)
      .executeTakeFirstOrThrow();
    expect(stored.description).toBe(notes());
  });

  it('answer 404 for a picture that the notes do not show', async () => {
    const { episode_id, description } = await jane.makeEpisode({ description: notes() });
    const other = await jane.makeEpisode({ description: 'No picture.' });
    const ours = sourceOf(description);
    const forged = [
      ours.replace(/[\w-]{22}\.webp/, `${'A'.repeat(22)}.webp`),
      ours.replace(`episode-${episode_id}`, `episode-${other.episode_id}`),
      ours.replace(`episode-${episode_id}`, `show-${episode_id}`),
    ];
    for (const address of forged) {
      const { statusCode, headers } = await fetchPicture(address);
      expect([statusCode, headers['cache-control']]).toEqual([404, 'public, max-age=60']);
    }
  });

  it.each([
    ['of a private network', 'http://127.0.0.1:1/a.png'],
    ['that their host does not have', () => picture.replace('a.png', 'b.png')],
  ])('answer 404 for a picture %s', async (_, src) => {
    const html = notes(typeof src === 'string' ? src : src());
    const { description } = await jane.makeEpisode({ description: html });
    const { statusCode, headers } = await fetchPicture(sourceOf(description));
    expect([statusCode, headers['cache-control']]).toEqual([404, 'public, max-age=60']);
  });
});
