import { parseRssFeed } from 'feedsmith';
import { afterAll, describe, expect, it } from 'vitest';
import { diffFeeds } from '../../../src/features/feeds/diff-feeds.ts';
import {
  listFeedFiles,
  mustFindShow,
  writeArchivedFeed,
} from '../../../src/features/feeds/feeds.ts';
import { pairChangedGuids } from '../../../src/features/imports/changed-guids.ts';
import { withoutPrefix, withPrefix } from '../../../src/platform/podcasting/number-prefix.ts';
import { askApi } from '../../helpers/ask-api.ts';
import { author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const opened: TestApp[] = [];
afterAll(() => Promise.all(opened.map((test) => test.close())));

/** A host with a show that has a public, a private and a linked episode, and their enclosures in a feed. */
async function openHost(env: Record<string, string>) {
  const test = await openTestApp(env);
  opened.push(test);
  const ann = author(test, await test.signIn());
  const show = await ann.makeShow();
  const { show_id } = show;
  for (const [title, visibility] of [
    ['Open', 'public'],
    ['Secret', 'private'],
  ]) {
    const { episode_id } = await ann.makeEpisode({ show_id, title });
    await ann.publish(episode_id, { visibility });
  }
  const read = async (query = '') => {
    const { body } = await test.app.inject(`/show/${show_id}/episodes/feed${query}`);
    const { items = [] } = parseRssFeed(body);
    return Object.fromEntries(items.map(({ title, enclosures }) => [title, enclosures?.[0]?.url]));
  };
  return { test, ann, show, show_id, read };
}

describe('NUMBERS_PREFIX', () => {
  it.each([
    ['https://pod.example', 'https://op3.dev/e/', 'https://op3.dev/e/pod.example/media'],
    ['http://pod.example', 'https://op3.dev/e', 'https://op3.dev/e/http://pod.example/media'],
  ])('is before the audio of %s in public feeds: %s', async (SITE_URL, NUMBERS_PREFIX, start) => {
    const { read } = await openHost({ SITE_URL, NUMBERS_PREFIX });
    const { Open, ...others } = await read();
    expect(Open).toMatch(new RegExp(`^${start}/downloads/\\d+\\.mp3$`));
    expect(others).toEqual({});
  });

  it('names the podcast, and is not in private feeds, archives and the API', async () => {
    const { test, ann, show, show_id, read } = await openHost({
      SITE_URL: 'https://pod.example',
      NUMBERS_PREFIX: 'https://op3.dev/e,pg={guid}',
    });
    const { Open = '' } = await read();
    expect(Open).toContain(`https://op3.dev/e,pg=${show.guid}/pod.example/media/downloads/`);
    const ask = askApi(test);
    const list = `POST /show/${show_id}/feed-tokens` as const;
    const { response } = await ask<{ feed_token: { feed_url: string } }>(list, ann, { name: 'C' });
    const { feed_token } = response;
    const subscribed = await read(new URL(feed_token.feed_url).search);
    expect(Object.keys(subscribed).sort()).toEqual(['Open', 'Secret']);
    for (const url of Object.values(subscribed))
      expect(url).toMatch(/^https:\/\/pod\.example\/media\/downloads\/\d+\.mp3\?token=/);
    const { database, config } = test.deps;
    let archive = '';
    for await (const part of writeArchivedFeed({ database, config }, show_id)) archive += part;
    expect(archive).toContain('https://pod.example/media/downloads/');
    expect(archive).not.toContain('op3.dev');
    const files = [];
    const stored = await mustFindShow({ database, config }, show_id);
    for await (const { address } of listFeedFiles(database, stored, config)) files.push(address);
    expect(files).toContain(Open);
    const api = await test.app.inject(`/api/v2/shows/${show_id}/episodes`);
    expect(api.body).not.toContain('op3.dev');
  });
});

describe('an address behind a prefix', () => {
  it.each([
    ['https://a.example/1.mp3', 'https://op3.dev/e', 'https://op3.dev/e/a.example/1.mp3'],
    ['http://a.example/1.mp3', 'https://op3.dev/e', 'https://op3.dev/e/http://a.example/1.mp3'],
    [
      'https://a.example/1.mp3',
      'https://op3.dev/e,pg={guid}',
      'https://op3.dev/e,pg=g-1/a.example/1.mp3',
    ],
  ])('%s, %s', (url, prefix, behind) => {
    expect(withPrefix(url, prefix, 'g-1')).toBe(behind);
    expect(withoutPrefix(behind)).toBe(url);
  });

  it('is the same file to an import and to feed-diff', () => {
    const url = 'https://pod.example/media/downloads/12.mp3';
    const behind = 'https://op3.dev/e,pg=1/pod.example/media/downloads/12.mp3?_from=app';
    const date = new Date(0);
    const known = {
      guid: 'old',
      title: 'One',
      published_at: date,
      claimed_size: 1,
      enclosure_url: url,
    };
    const items = [{ ...known, guid: 'new', enclosure: { url: behind, type: '', length: 1 } }];
    expect([...pairChangedGuids({ items, next_page: null }, [known]).keys()]).toEqual(['new']);
    const feed = (guid: string, address: string) =>
      `<rss><channel><title>S</title><item><title>${guid}</title><guid isPermaLink="false">${guid}</guid><enclosure url="${address}"/></item></channel></rss>`;
    const differences = diffFeeds(feed('a', url), feed('b', behind.replace('?_from=app', '')));
    expect(differences.map(({ element }) => element).sort()).toEqual([
      'enclosure',
      'guid',
      'title',
    ]);
  });
});
