import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Episode } from 'earshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFeed } from '../../../src/features/imports/import-feed.ts';
import { openNotePictures } from '../../../src/features/note-pictures/note-pictures.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const SECRET = [
  { path: '/members/', credentials: 'ann:s3cr&t' },
  { path: '/token/', credentials: 's3cret:' },
];

let web: Server;
let address: string;
let asked = 0;
let folder: string;
let host: TestApp;
beforeAll(async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  web = createServer(({ headers, url }, reply) => {
    asked += 1;
    const wanted = SECRET.find(({ path }) => url?.startsWith(path));
    const isAllowed = !wanted || headers.authorization === `Basic ${btoa(wanted.credentials)}`;
    reply.writeHead(isAllowed ? 200 : 401).end(png);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  folder = await mkdtemp(join(tmpdir(), 'earshot-notes-'));
  host = await openTestApp({ IMPORT_PRIVATE_HOSTS: `127.0.0.1:${port}` });
});
afterAll(async () => {
  await host?.close();
  await rm(folder, { recursive: true });
  web?.close();
});

const image = (name: string) => `<p>Look: <img src="${address}/${name}" alt=""/></p>`;

async function importShow(title = 'Maps', notes = image('logo.png')): Promise<number> {
  const feed = join(folder, 'feed.xml');
  await writeFile(
    feed,
    `<rss version="2.0"><channel><title>${title}</title><description><![CDATA[${notes}]]></description>
      ${[1, 2]
        .map(
          (n) => `<item><title>Map ${n}</title><guid>map-${n}</guid>
          <description><![CDATA[${notes}${image(`${title}-${n}.png`)}]]></description>
          <enclosure url="https://cdn.invalid/${n}.mp3" length="1" type="audio/mpeg"/></item>`,
        )
        .join('')}</channel></rss>`,
  );
  const { show_id } = await importFeed(feed, {
    ...host.deps,
    database: host.database,
    fetcher: () => Promise.reject(new Error('offline')),
    notePictures: openNotePictures(host.deps.config),
  });
  return show_id ?? 0;
}

const statusOf = async (url: string) =>
  (await host.app.inject({ url: url.replace('http://site.test', '') })).statusCode;

const read = async (url: string) => (await host.app.inject({ url: `/api${url}` })).json().response;
const picturesOf = (html: string) =>
  Array.from(html.matchAll(/<img src="([^"]+)"/g), ([, src = '']: string[]) => src);

describe('the pictures in the notes of an imported show', () => {
  it('are fetched with the credentials in their addresses, and show none', async () => {
    const at = (credentials: string) => image('').replace('http://', `http://${credentials}@`);
    const notes =
      at('ann:s3cr&amp;t').replace('/"', '/a.png?b=1&amp;c=2"') +
      at('s3cret').replace('/"', '/token/t.png"');
    const showId = await importShow('Members', notes.replace('/a.png', '/members/a.png'));
    const { show } = await read(`/show/${showId}`);
    const { items } = (await read(`/show/${showId}/episodes`)) as { items: Episode[] };
    const { episode } = await read(`/episode/${items[0]?.episode_id}`);
    const feed = (await host.app.inject({ url: `/show/${showId}/episodes/feed` })).body;
    expect(show.description + episode.description + feed).not.toMatch(/s3cr|ann:/);
    const pictures = picturesOf(show.description + episode.description);
    expect(pictures).toHaveLength(5);
    expect(await Promise.all(pictures.map(statusOf))).toEqual([200, 200, 200, 200, 200]);
  });

  it('stay when their host is gone and no copy is left, and go with the show', async () => {
    asked = 0;
    const showId = await importShow();
    expect(asked).toBe(3); // the logo once
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    await rm(join(host.deps.config.dataDir, 'cache'), { recursive: true });

    const { items } = (await read(`/show/${showId}/episodes`)) as { items: Episode[] };
    const notes = await Promise.all(
      items.map(async (item) => (await read(`/episode/${item.episode_id}`)).episode.description),
    );
    const { show } = await read(`/show/${showId}`);
    const addresses = [show.description, ...notes].flatMap(picturesOf);
    expect(addresses).toHaveLength(5);
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200, 200, 200, 200]);

    await importShow(); // nothing can be fetched now
    expect(await statusOf(addresses[0] ?? '')).toBe(200);
    await host.database.deleteFrom('shows').where('show_id', '=', showId).execute();
    const left = await host.database
      .selectFrom('note_pictures')
      .selectAll()
      .where('show_id', '=', showId)
      .execute();
    expect(left).toEqual([]);
  });
});
