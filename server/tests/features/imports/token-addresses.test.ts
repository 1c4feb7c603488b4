import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ImportDeps,
  type ImportProgress,
  importFeed,
} from '../../../src/features/imports/import-feed.ts';
import { createUser } from '../../../src/features/users/users.ts';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

const EPISODES = 4;
const TONE = makeMp3({ rate: 44_100, seconds: 20 });
const COVERS = await Promise.all(
  [1400, 1500].map((width) =>
    sharp({ create: { width, height: width, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  ),
);
const LONGER = makeMp3({ rate: 44_100, seconds: 21 });
const OTHER = Buffer.from(TONE).reverse();

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let server: Server;
let folder = '';
let origin = '';
let deps: ImportDeps;

/** The host of the podcast, and the bytes of audio that it has sent. */
const host = {
  show: 0,
  day: 0,
  audio: TONE,
  etag: '',
  hasHead: true,
  path: '',
  claim: 0,
  cover: 0,
  /** The guids of the items with each file. */
  guids: ['t'],
  /** The address of the feed, as the feed itself names it. */
  self: '',
  podcastGuid: '',
};
let sent = 0;
let coversSent = 0;
let reasons: string[] = [];

const writeFeed = () => `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Tokens ${host.show}</title>
${host.self && `<atom:link rel="self" href="${origin}${host.self}"/>`}
${host.podcastGuid && `<podcast:guid>${host.podcastGuid}</podcast:guid>`}
<image><url>${origin}/cover.png?token=${host.day}</url></image>
${Array.from({ length: EPISODES }, (_, n) => host.guids.map((guid) => writeItem(n, guid)))
  .flat()
  .join('')}</channel></rss>`;

const writeItem = (n: number, guid: string) => `<item><title>${n}</title>
  <guid>${host.show}-${guid}-${n}</guid><enclosure type="audio/mpeg"
  url="${origin}${host.path}/${n}.mp3?token=${host.day}&amp;e=${n}" length="${host.claim}"/></item>`;

beforeAll(async () => {
  server = createServer((request, answer) => {
    if (request.url?.split('?')[0]?.endsWith('feed')) return answer.end(writeFeed());
    const { etag, hasHead } = host;
    const isCover = request.url?.startsWith('/cover') ?? false;
    const audio = (isCover && COVERS[host.cover]) || host.audio;
    if (isCover && request.method === 'GET') coversSent += 1;
    if (etag) answer.setHeader('ETag', etag);
    answer.setHeader('Content-Type', isCover ? 'image/png' : 'audio/mpeg');
    const [, last] = /bytes=0-(\d+)/.exec(request.headers.range ?? '') ?? [];
    if (request.method === 'HEAD') {
      if (!hasHead) return answer.writeHead(405).end();
      return answer.setHeader('Content-Length', audio.length).end();
    }
    const body = last ? audio.subarray(0, Number(last) + 1) : audio;
    if (!isCover) sent += body.length;
    if (last) {
      answer.writeHead(206, { 'Content-Range': `bytes 0-${last}/${audio.length}` });
    }
    return answer.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'earshot-tokens-'));
  test = await openTestDatabase();
  deps = {
    database: test.database,
    store: createFolderStore(join(folder, 'media')),
    fetcher: createFetcher({ privateHosts: [origin.slice(7)] }),
  };
}, 60_000);
afterAll(async () => {
  server?.close();
  await test?.close();
  await rm(folder, { recursive: true });
});

const runImport = async (source = '/feed', owner?: string) => {
  host.day += 1;
  sent = 0;
  coversSent = 0;
  reasons = [];
  const report = ({ reason }: ImportProgress) => reason && reasons.push(reason);
  const { imported, updated } = await importFeed(origin + source, { ...deps, report, owner });
  return { imported, updated };
};

beforeEach(() => {
  const [path, claim, etag] = ['/audio', TONE.length, ''];
  Object.assign(host, {
    show: host.show + 1,
    audio: TONE,
    etag,
    hasHead: true,
    path,
    claim,
    cover: 0,
    guids: ['t'],
    self: '',
    podcastGuid: '',
  });
});

const ALL = EPISODES * TONE.length;

describe('a feed whose addresses get another token every day', () => {
  it.each([
    ['says nothing about its files', {}],
    ['has an ETag', { etag: '"one"' }],
    ['has no HEAD', { hasHead: false }],
    ['inserts ads, so that no length is right', { claim: 12_345 }],
  ])('fetches no audio again if the host %s', async (_, facts) => {
    Object.assign(host, facts);
    expect(await runImport()).toEqual({ imported: EPISODES, updated: 0 });
    expect(sent).toBe(ALL);
    for (let days = 0; days < 2; days++) {
      expect(await runImport()).toEqual({ imported: 0, updated: EPISODES });
      expect(sent).toBe(0);
    }
  });

  it.each([
    ['ETag', '"one"'],
    ['length', ''],
  ])('fetches its cover again only if the %s differs', async (_, etag) => {
    host.etag = etag;
    await runImport();
    expect(coversSent).toBe(1);
    await runImport();
    expect(coversSent).toBe(0);
    Object.assign(host, { cover: 1, etag: etag && '"two"' });
    const before = await coverOf(host.show);
    await runImport();
    expect(coversSent).toBe(1);
    expect(await coverOf(host.show)).not.toBe(before);
    await runImport();
    expect(coversSent).toBe(0);
  });

  it('fetches only the start of files whose path changes', async () => {
    await runImport();
    host.path = '/audio/another-token';
    await runImport();
    expect(sent).toBe(EPISODES * 65_536);
  });

  it('fetches none if the path changes, but not the ETag', async () => {
    host.etag = 'W/"one"';
    await runImport();
    Object.assign(host, { path: '/moved', claim: 7 });
    await runImport();
    expect(sent).toBe(0);
  });

  it.each([
    ['another ETag', { etag: '"two"' }],
    ['another length in the feed', { claim: TONE.length + 1 }],
  ])('fetches a file that was replaced, with %s', async (_, facts) => {
    host.etag = '"one"';
    await runImport();
    Object.assign(host, { audio: OTHER, etag: '"two"', ...facts });
    const before = await hashes();
    await runImport().catch(() => null);
    expect(sent).toBeGreaterThan(ALL);
    expect(await hashes()).toEqual(before); // it is no audio any more, so the stored file stays
  });
});

describe('a feed with another key in its own address', () => {
  const KEYS = ['0123456789abcdef0123', 'fedcba98765432100000'];
  const inQuery = () => KEYS.map((key) => `/${host.show}/feed?auth=${key}`) as [string, string];
  const countShows = async () =>
    (
      await test.database
        .selectFrom('shows')
        .select('show_id')
        .where('title', '=', `Tokens ${host.show}`)
        .where('deleted_at', 'is', null)
        .execute()
    ).length;

  it('keeps its show if the feed names the address', async () => {
    const [one, two] = inQuery();
    host.self = one;
    await runImport(one);
    host.self = two;
    for (let times = 0; times < 2; times++) {
      expect(await runImport(two)).toEqual({ imported: 0, updated: EPISODES });
    }
    expect(await countShows()).toBe(1);
  });

  it('keeps its show if only the import names it', async () => {
    const [one, two] = inQuery();
    await runImport(one);
    expect(await runImport(two)).toEqual({ imported: 0, updated: EPISODES });
    expect(await countShows()).toBe(1);
  });

  it('is another show if only one of the addresses has a key: its audio may be for those who pay', async () => {
    const [one] = inQuery();
    await runImport(`/${host.show}/feed`);
    host.self = one;
    expect(await runImport(one)).toEqual({ imported: EPISODES, updated: 0 });
    expect(await countShows()).toBe(2);
  });

  it('keeps its show if it has a guid since', async () => {
    host.self = '/feed';
    await runImport();
    host.podcastGuid = `9b0ab9e5-0000-5000-8000-00000000000${host.show % 10}`;
    expect(await runImport()).toEqual({ imported: 0, updated: EPISODES });
    expect(await countShows()).toBe(1);
  });

  it('is another show if it has other episodes, another guid, or another owner', async () => {
    const [one, two] = inQuery();
    host.self = one;
    await runImport(one);
    Object.assign(host, { self: two, guids: ['other'], path: '/elsewhere', audio: LONGER });
    expect(await runImport(two)).toEqual({ imported: EPISODES, updated: 0 });
    const guids = ['1', '2'].map((n) => `9b0ab9e5-1111-5000-8000-00000000000${n}`);
    for (const podcastGuid of guids) {
      Object.assign(host, { self: '/third-feed', podcastGuid });
      expect(await runImport('/third-feed')).toEqual({ imported: EPISODES, updated: 0 });
    }
    await createUser(test.database, { name: 'Other' });
    Object.assign(host, { self: '/4/feed?auth=1', podcastGuid: '' });
    await runImport('/4/feed?auth=1');
    host.self = '/4/feed?auth=2';
    const another = await runImport('/4/feed?auth=2', 'other');
    expect(another).toEqual({ imported: EPISODES, updated: 0 });
  });

  it('leaves a deleted show alone', async () => {
    const [one, two] = inQuery();
    host.self = one;
    await runImport(one);
    const title = `Tokens ${host.show}`;
    await test.database
      .updateTable('shows')
      .set({ deleted_at: new Date() })
      .where('title', '=', title)
      .execute();
    host.self = two;
    expect(await runImport(two)).toEqual({ imported: EPISODES, updated: 0 });
    expect(await countShows()).toBe(1);
  });
});

describe('a feed whose items get other guids', () => {
  it.each([
    ['says nothing about its files', {}],
    ['has an ETag', { etag: '"one"' }],
  ])('keeps its episodes if the host %s', async (_, facts) => {
    Object.assign(host, facts);
    await runImport();
    host.guids = ['new'];
    expect(await runImport()).toEqual({ imported: 0, updated: EPISODES });
    expect(sent).toBe(0);
    expect(reasons[0]).toBe(`its guid was "${host.show}-t-0" before`);
    expect(await runImport()).toEqual({ imported: 0, updated: EPISODES });
    expect(reasons).toEqual([]);
  });

  it('has new episodes if the old guids stay, or if two new ones come', async () => {
    await runImport();
    host.guids = ['t', 'new'];
    expect(await runImport()).toEqual({ imported: EPISODES, updated: EPISODES });
    host.guids = ['t', 'newer', 'newest'];
    expect(await runImport()).toEqual({ imported: 2 * EPISODES, updated: EPISODES });
  });

  it('has new episodes if the files are others', async () => {
    await runImport();
    Object.assign(host, { guids: ['new'], audio: LONGER, claim: LONGER.length });
    expect(await runImport()).toEqual({ imported: EPISODES, updated: 0 });
  });
});

const coverOf = async (show: number) => {
  const { image_id } = await test.database
    .selectFrom('shows')
    .select('image_id')
    .where('title', '=', `Tokens ${show}`)
    .executeTakeFirstOrThrow();
  return image_id;
};
const hashes = () =>
  test.database.selectFrom('media').select('sha256').orderBy('media_id').execute();
