import type { AdCampaign } from 'earshot-site/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { forgetExpired } from '../../../src/features/ads/daily-cap-repository.ts';
import { settleRunning } from '../../../src/features/ads/repository.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
let episodeId: number;
beforeAll(async () => {
  test = await openTestApp({}, { renderPlayerPage: ({ config }) => String(config.ads_url) });
  ann = author(test, await test.signIn());
  episodeId = (await ann.makeEpisode()).episode_id;
  await ann.publish(episodeId);
});
afterAll(() => test?.close());
afterEach(async () => {
  await test.database.deleteFrom('ad_campaigns').execute();
});

interface Ad {
  audio: { http_url: string; duration: number; events: Record<string, { url: string }[]> } | null;
  keeps_position?: boolean;
}
const BOB = 'c0ffee00-0000-4000-8000-000000000001';
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

async function campaign(fields: object = {}, who = ann): Promise<AdCampaign> {
  const media_id = await addUpload(test.database, who.userId);
  const payload = { title: 'Soap', media_id, ...fields };
  const { status, response, messages } = await who.call('POST', campaignsOf(who), { payload });
  expect(messages).toBeUndefined();
  expect(status).toBe(201);
  return (response as unknown as { campaign: AdCampaign }).campaign;
}
const campaignsOf = ({ userId }: { userId: number }) => `/v2/user/${userId}/ads/campaigns`;
const read = async (id: number) => {
  const { response } = await ann.call('GET', `${campaignsOf(ann)}/${id}`);
  return (response as unknown as { campaign: AdCampaign }).campaign;
};

async function ask(
  query: Record<string, string> = {},
  options: InjectOptions = {},
  app = test.app,
): Promise<Ad[]> {
  const url = `/api/v3/ads/listen?${new URLSearchParams({ episode_id: String(episodeId), client_uuid: BOB, ...query })}`;
  const { statusCode, headers, body } = await app.inject({ url, ...options });
  expect(statusCode).toBe(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  return JSON.parse(body).response.ads;
}
const beacon = (ad: Ad | undefined, event: string) => ad?.audio?.events[event]?.[0]?.url ?? '';
const send = async (url: string) => {
  const { pathname, search } = new URL(url);
  return (await test.app.inject({ url: pathname + search })).statusCode;
};
/** The ads server in the page of a player. */
const askedAt = async () =>
  (await test.app.inject({ url: `/player?episode_id=${episodeId}` })).body;
const rows = (table: 'ad_events' | 'ad_counts' | 'ad_hearings') =>
  test.database.selectFrom(table).selectAll().execute();

describe('the ads call', () => {
  it('answers with the audio of a running campaign and its beacons', async () => {
    const { http_url, duration } = await campaign();
    const [ad, ...others] = await ask();
    expect(others).toEqual([]);
    expect(ad?.audio).toMatchObject({ http_url, duration });
    expect(Object.keys(ad?.audio?.events ?? {})).toEqual([
      'impression',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
  });

  it('leaves a position empty that no campaign fits, so that no ad moves there', async () => {
    await campaign({ positions: ['post'] });
    const payload = { postroll: true, midrolls: [0.5] };
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload });
    const ads = await ask();
    const emptied = { postroll: false, midrolls: [] };
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: emptied });
    expect(ads.map(({ audio, keeps_position }) => [audio !== null, keeps_position])).toEqual([
      [false, true],
      [false, true],
      [true, undefined],
    ]);
    expect(await ask()).toEqual([]);
  });

  it('plays a campaign of an author only in his shows, and one of the host in all', async () => {
    const eve = author(test, await test.signIn({ admin: true }));
    await campaign({}, eve);
    expect(await ask()).toEqual([]);
    const payload = { title: 'Host', media_id: await addUpload(test.database, eve.userId) };
    expect((await eve.call('POST', '/v2/host/ads/campaigns', { payload })).status).toBe(201);
    expect(await ask()).toHaveLength(1);
  });

  it('names audio that everybody can fetch, also if a draft has the same', async () => {
    const audio = await storeMedia(test, Buffer.from('an ad'), { duration: 20 });
    const other = await storeMedia(test, Buffer.from('a draft'), { duration: 20 });
    const draft = await ann.makeEpisode();
    const use = (media_id: number) =>
      test.database
        .updateTable('episodes')
        .set({ media_id })
        .where('episode_id', '=', draft.episode_id)
        .execute();
    const fetch = async (url: string) =>
      (await test.app.inject({ url: new URL(url).pathname })).statusCode;
    await use(audio);
    const upload = await addUpload(test.database, ann.userId, { media_id: audio });
    const { campaign_id, http_url } = await campaign({ media_id: upload });
    expect(await fetch(http_url)).toBe(200);
    const instead = await addUpload(test.database, ann.userId, { media_id: other });
    const url = `${campaignsOf(ann)}/${campaign_id}`;
    await ann.call('PUT', url, { payload: { media_id: instead } });
    await expect.poll(() => fetch(http_url)).toBe(404);
    await use(other);
    const [ad] = await ask();
    expect(await fetch(ad?.audio?.http_url ?? '')).toBe(200);
    await ann.call('DELETE', url);
    await expect.poll(() => fetch(ad?.audio?.http_url ?? '')).toBe(404);
  });

  it('has no ads for a draft, for an unknown episode, or if ads are off', async () => {
    await campaign();
    const draft = await ann.makeEpisode();
    expect(await ask({ episode_id: String(draft.episode_id) })).toEqual([]);
    expect(await ask({ episode_id: '999999' })).toEqual([]);
    expect(await ask({ enabled: '0' })).toEqual([]);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['client_dnt', { client_dnt: '1' }, {}],
    ['Do Not Track', {}, { dnt: '1' }],
    ['Global Privacy Control', {}, { 'sec-gpc': '1' }],
  ])('sends ads without beacons and stores nothing after %s', async (_, query, headers) => {
    await campaign({ daily_cap: 1 });
    for (let times = 0; times < 3; times += 1) {
      const [ad] = await ask(query, { headers });
      expect(ad?.audio?.events).toEqual({});
    }
    expect(await rows('ad_events')).toEqual([]);
    expect(await rows('ad_hearings')).toEqual([]);
  });

  it('sends beacons to a player that has no id for its browser, which has no cap', async () => {
    await campaign({ daily_cap: 1 });
    for (let times = 0; times < 2; times += 1) {
      const [ad] = await ask({ client_uuid: '' });
      expect(await send(beacon(ad, 'impression'))).toBe(200);
    }
    expect((await rows('ad_counts')).map(({ count }) => count)).toEqual([2]);
    expect(await rows('ad_hearings')).toEqual([]);
  });

  it('stops at the cap of a browser for the day, and not for others', async () => {
    await campaign({ daily_cap: 2 });
    for (let times = 0; times < 2; times += 1) {
      const [ad] = await ask();
      expect(await send(beacon(ad, 'impression'))).toBe(200);
    }
    expect(await ask()).toEqual([]);
    expect(await ask({ client_uuid: 'somebody-else' })).toHaveLength(1);
    expect(JSON.stringify(await rows('ad_hearings'))).not.toContain(BOB);
  });

  it('answers calls of the same moment each for its own episode and listener', async () => {
    const eve = author(test, await test.signIn());
    const { episode_id } = await eve.makeEpisode();
    await eve.publish(episode_id);
    const draft = await ann.makeEpisode();
    const anns = await campaign({ title: 'Ann’s', daily_cap: 2 });
    const eves = await campaign({ title: 'Eve’s' }, eve);
    // Bob has reached the daily cap of Ann's ad.
    for (const [ad] of [await ask(), await ask()]) await send(beacon(ad, 'impression'));
    const episodes = [episodeId, episode_id, draft.episode_id, 999_999];
    const clients = [BOB, 'somebody-else', ''];
    const calls = [...episodes, ...episodes].flatMap((episode) =>
      clients.map((client_uuid) => ({ episode_id: String(episode), client_uuid })),
    );
    const campaignsOfCalls = await Promise.all(
      calls.map(async (call) => {
        const ads = await ask(call, call.client_uuid === '' ? { headers: { dnt: '1' } } : {});
        return [call.episode_id, call.client_uuid, ads.map(({ audio }) => audio?.http_url)];
      }),
    );
    const expected = ({ episode_id: id, client_uuid }: (typeof calls)[number]) => {
      if (id === String(episode_id)) return [eves.http_url];
      return id === String(episodeId) && client_uuid !== BOB ? [anns.http_url] : [];
    };
    expect(campaignsOfCalls).toEqual(
      calls.map((call) => [call.episode_id, call.client_uuid, expected(call)]),
    );
  });

  it('sends each beacon with a signature of its own', async () => {
    await campaign();
    const ads = [...(await ask()), ...(await ask())];
    const urls = ads.flatMap(({ audio }) => Object.values(audio?.events ?? {}).flat());
    const signatures = urls.map(({ url }) => new URL(url).searchParams.get('signature'));
    expect(new Set(signatures).size).toBe(12);
  });
});

describe('the cap of a campaign', () => {
  const CALLS = Array.from({ length: 20 });
  /** Simultaneous calls, alternating between two servers that share the database. */
  const askAtOnce = async () => {
    const answers = await Promise.all(
      CALLS.map((_, at) => ask({}, {}, at % 2 === 0 ? test.app : second)),
    );
    return answers.flat();
  };
  const endHolding = () =>
    test.database
      .updateTable('ad_hearings')
      .set({ open_until: later(-1_000) })
      .execute();

  let second: TestApp['app'];
  beforeAll(async () => {
    second = await createApp(test.deps);
  });
  afterAll(() => second?.close());

  const sendAtOnce = (ads: Ad[]) => Promise.all(ads.map((ad) => send(beacon(ad, 'impression'))));

  it.each([1, 3])('of %i holds for calls at the same moment', async (daily_cap) => {
    await campaign({ daily_cap });
    expect(await askAtOnce()).toHaveLength(daily_cap);
    expect(await ask()).toEqual([]);
  });

  it('leaves no position empty that another campaign fits', async () => {
    const capped = await campaign({ daily_cap: 1, weight: 100 });
    const open = await campaign();
    const names = (await askAtOnce()).map((ad) =>
      new URL(beacon(ad, 'impression')).searchParams.get('campaign'),
    );
    expect(names).toHaveLength(20);
    expect(names.filter((id) => id === String(capped.campaign_id))).toHaveLength(1);
    expect(names.filter((id) => id === String(open.campaign_id))).toHaveLength(19);
  });

  it('holds for each campaign of an episode that plays several', async () => {
    const positions = ['pre', 'mid', 'post'];
    const campaigns = [
      await campaign({ daily_cap: 1, positions }),
      await campaign({ daily_cap: 2, positions }),
      await campaign({ daily_cap: 3, positions }),
    ];
    const slots = { postroll: true, midrolls: [0.5] };
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: slots });
    const ads = (await askAtOnce()).filter(({ audio }) => audio !== null);
    const emptied = { postroll: false, midrolls: [] };
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: emptied });
    await sendAtOnce(ads);
    const sent = ads.map((ad) => new URL(beacon(ad, 'impression')).searchParams.get('campaign'));
    for (const { campaign_id, daily_cap } of campaigns) {
      expect(sent.filter((id) => id === String(campaign_id))).toHaveLength(daily_cap ?? 0);
      expect(await read(campaign_id)).toMatchObject({ impressions: daily_cap });
    }
  });

  it('holds for impressions at the same moment', async () => {
    const { campaign_id } = await campaign({ daily_cap: 1 });
    const ads: Ad[] = [];
    for (const _ of CALLS) {
      ads.push(...(await ask()));
      await endHolding();
    }
    expect(ads).toHaveLength(20);
    expect(new Set(await sendAtOnce(ads))).toEqual(new Set([200]));
    expect(await read(campaign_id)).toMatchObject({ impressions: 1 });
    expect((await rows('ad_hearings')).map(({ count }) => count)).toEqual([1]);
  });

  it('counts an ad that was not played for a while only', async () => {
    await campaign({ daily_cap: 2 });
    expect(await ask()).toHaveLength(1);
    expect(await ask()).toHaveLength(1);
    expect(await ask()).toEqual([]);
    await endHolding();
    expect(await askAtOnce()).toHaveLength(2);
  });

  it('counts no HEAD request', async () => {
    await campaign({ daily_cap: 1 });
    const url = `/api/v3/ads/listen?episode_id=${episodeId}&client_uuid=${BOB}`;
    expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect(await ask()).toHaveLength(1);
  });

  it('counts an ad once, when it is sent and when it is played', async () => {
    await campaign({ daily_cap: 2 });
    await sendAtOnce(await ask());
    expect(await askAtOnce()).toHaveLength(1);
  });

  it('counts each browser by itself', async () => {
    const { campaign_id } = await campaign({ daily_cap: 1 });
    const clients = CALLS.map((_, at) => ({ client_uuid: `browser-${at}` }));
    const ads = (await Promise.all(clients.map((client) => ask(client)))).flat();
    expect(ads).toHaveLength(20);
    await sendAtOnce(ads);
    expect(await read(campaign_id)).toMatchObject({ impressions: 20 });
  });

  it('limits no campaign that has none', async () => {
    const { campaign_id } = await campaign();
    const ads = await askAtOnce();
    expect(ads).toHaveLength(20);
    await sendAtOnce(ads);
    expect(await read(campaign_id)).toMatchObject({ impressions: 20 });
    expect(await rows('ad_hearings')).toEqual([]);
  });

  it('limits no impression once the author has taken it away', async () => {
    const { campaign_id } = await campaign({ daily_cap: 1 });
    const ads = await ask();
    await endHolding();
    ads.push(...(await ask()));
    const payload = { daily_cap: null };
    await ann.call('PUT', `${campaignsOf(ann)}/${campaign_id}`, { payload });
    await sendAtOnce(ads);
    expect(await read(campaign_id)).toMatchObject({ impressions: 2 });
  });
});

describe('a beacon', () => {
  it('is counted once, also if it arrives many times at once', async () => {
    const { campaign_id } = await campaign({ daily_cap: 5 });
    const [ad] = await ask();
    const urls = ['impression', 'complete'].map((event) => beacon(ad, event));
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => send(urls[at % 2] ?? '')));
    expect(new Set(all)).toEqual(new Set([200]));
    expect(await read(campaign_id)).toMatchObject({ impressions: 1, completes: 1 });
    expect((await rows('ad_hearings')).map(({ count }) => count)).toEqual([1]);
    const [again] = await ask();
    await send(beacon(again, 'impression'));
    expect(await read(campaign_id)).toMatchObject({ impressions: 2, completes: 1 });
  });

  it('is refused if anything in its address was changed', async () => {
    const { campaign_id } = await campaign();
    const [ad] = await ask();
    const url = beacon(ad, 'impression');
    expect(await send(url.replace('/impression?', '/complete?'))).toBe(403);
    const changed: Record<string, string> = {
      campaign: String(campaign_id + 1),
      request: '00000000-0000-4000-8000-000000000000',
      expires: '99999999999',
      client: 'x',
      signature: 'x',
    };
    for (const [name, value] of Object.entries(changed)) {
      const other = new URL(url);
      other.searchParams.set(name, value);
      expect(await send(other.href)).toBe(403);
    }
    expect(await rows('ad_events')).toEqual([]);
  });

  it.each<[string, InjectOptions]>([
    ['HEAD', { method: 'HEAD' }],
    ['OPTIONS', { method: 'OPTIONS', headers: { origin: 'null' } }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older prefetch', { headers: { purpose: 'prefetch' } }],
  ])('is not counted by %s', async (_, options) => {
    const { campaign_id } = await campaign();
    const { pathname, search } = new URL(beacon((await ask())[0], 'impression'));
    const url = pathname + search;
    expect((await test.app.inject({ ...options, url })).statusCode).toBeLessThan(500);
    expect(await read(campaign_id)).toMatchObject({ impressions: 0 });
    await test.app.inject({ url });
    expect(await read(campaign_id)).toMatchObject({ impressions: 1 });
  });

  it('counts nothing for a campaign that is gone', async () => {
    await campaign();
    const [ad] = await ask();
    await test.database.deleteFrom('ad_campaigns').execute();
    expect(await send(beacon(ad, 'impression'))).toBe(200);
    expect(await rows('ad_counts')).toEqual([]);
  });

  it('is forgotten by a job once it has expired, and its count stays', async () => {
    const { campaign_id } = await campaign({ daily_cap: 1 });
    const [ad] = await ask();
    await send(beacon(ad, 'impression'));
    await test.database
      .updateTable('ad_events')
      .set({ expires_at: later(-1_000) })
      .execute();
    await test.database.updateTable('ad_hearings').set({ day: '2020-01-01' }).execute();
    await forgetExpired(test.database);
    expect(await rows('ad_events')).toEqual([]);
    expect(await rows('ad_hearings')).toEqual([]);
    expect(await read(campaign_id)).toMatchObject({ impressions: 1 });
  });
});

describe('an episode', () => {
  const hasAds = async (id = episodeId) => {
    const { body } = await test.app.inject({ url: `/api/v2/episodes/${id}` });
    return JSON.parse(body).response.episode.has_ads;
  };

  it('says that it has ads only while a campaign can reach its show', async () => {
    expect(await hasAds()).toBe(false);
    const eve = author(test, await test.signIn({ admin: true }));
    await campaign({}, eve);
    expect(await hasAds()).toBe(false);
    const { campaign_id } = await campaign();
    expect(await hasAds()).toBe(true);
    await ann.call('DELETE', `${campaignsOf(ann)}/${campaign_id}`);
    expect(await hasAds()).toBe(false);
    const payload = { title: 'Host', media_id: await addUpload(test.database, eve.userId) };
    await eve.call('POST', '/v2/host/ads/campaigns', { payload });
    expect(await hasAds()).toBe(true);
  });

  it('has none if its author wants none, or if it is not for everybody', async () => {
    await campaign();
    const { episode_id } = await ann.makeEpisode();
    await ann.publish(episode_id, { visibility: 'unlisted' });
    expect(await hasAds(episode_id)).toBe(false);
    await ann.publish(episode_id, { visibility: 'public' });
    expect(await hasAds(episode_id)).toBe(true);
    await ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload: { preroll: false } });
    expect(await hasAds(episode_id)).toBe(false);
  });
});

describe('a player page', () => {
  it('names the ads server only while a campaign runs', async () => {
    expect(await askedAt()).toBe('null');
    const { campaign_id } = await campaign();
    expect(await askedAt()).toBe('http://site.test/api');
    await ann.call('DELETE', `${campaignsOf(ann)}/${campaign_id}`);
    expect(await askedAt()).toBe('null');
    expect(await ask()).toEqual([]);
  });

  it('names no ads server while a campaign is paused, and its numbers stay', async () => {
    const { campaign_id } = await campaign();
    const [ad] = await ask();
    await send(beacon(ad, 'impression'));
    const pause = async (is_paused: boolean) => {
      const payload = { is_paused };
      await ann.call('PUT', `${campaignsOf(ann)}/${campaign_id}`, { payload });
      return read(campaign_id);
    };
    const { paused_at, impressions } = await pause(true);
    expect(Date.parse(paused_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(impressions).toBe(1);
    expect(await askedAt()).toBe('null');
    expect(await ask()).toEqual([]);
    await settleRunning(test.database);
    expect(await askedAt()).toBe('null');
    expect((await pause(true)).paused_at).toBe(paused_at);
    expect(await pause(false)).toMatchObject({ paused_at: null, impressions: 1 });
    expect(await askedAt()).toBe('http://site.test/api');
    expect(await ask()).toHaveLength(1);
  });

  it('names no ads server for a campaign that ended while it was paused', async () => {
    const { campaign_id } = await campaign({ is_paused: true });
    expect(await askedAt()).toBe('null');
    const url = `${campaignsOf(ann)}/${campaign_id}`;
    await ann.call('DELETE', url);
    await ann.call('PUT', url, { payload: { is_paused: false } });
    expect(await askedAt()).toBe('null');
    expect(await ask()).toEqual([]);
  });

  it('follows the times of a campaign', async () => {
    const { campaign_id } = await campaign({ starts_at: later(60_000) });
    expect(await askedAt()).toBe('null');
    expect(await ask()).toEqual([]);
    const shift = (starts: number, ends: number) =>
      test.database
        .updateTable('ad_campaigns')
        .set({ starts_at: later(starts), ends_at: later(ends) })
        .where('campaign_id', '=', campaign_id)
        .execute();
    await shift(-60_000, 60_000);
    await settleRunning(test.database);
    expect(await askedAt()).toBe('http://site.test/api');
    await shift(-60_000, -1_000);
    expect(await ask()).toEqual([]);
    await settleRunning(test.database);
    expect(await askedAt()).toBe('null');
  });
});

describe('campaigns', () => {
  it('are made, listed, changed and ended by their author', async () => {
    const made = await campaign({ title: ' Soap\n', weight: 3, positions: ['mid', 'mid', 'pre'] });
    expect(made).toMatchObject({
      user_id: ann.userId,
      title: 'Soap',
      weight: 3,
      daily_cap: null,
      positions: ['mid', 'pre'],
      ends_at: null,
      impressions: 0,
    });
    const url = `${campaignsOf(ann)}/${made.campaign_id}`;
    const payload = { weight: 7, daily_cap: 2 };
    expect((await ann.call('PUT', url, { payload })).status).toBe(200);
    expect(await read(made.campaign_id)).toEqual({ ...made, ...payload });
    const { response } = await ann.call('GET', campaignsOf(ann));
    expect(response).toEqual({ items: [{ ...made, ...payload }] });
    await ann.call('DELETE', url);
    const { ends_at } = await read(made.campaign_id);
    await ann.call('DELETE', url);
    expect((await read(made.campaign_id)).ends_at).toBe(ends_at);
  });

  it('take only audio that its author has uploaded, and times in order', async () => {
    const other = await test.signIn();
    const foreign = await addUpload(test.database, other.userId);
    const own = await addUpload(test.database, ann.userId);
    const messages = async (fields: object) =>
      (await ann.call('POST', campaignsOf(ann), { payload: { title: 'x', ...fields } })).messages;
    expect(await messages({ media_id: foreign })).toContain('must be an upload of yours');
    expect(await messages({ media_id: own, ends_at: later(-1_000) })).toContain('must be after');
  });

  it('take audio of ten minutes at most, because players refuse longer ads', async () => {
    const uploadOf = async (duration: number) => {
      const bytes = Buffer.from(`${duration} s`);
      const media_id = await storeMedia(test, bytes, { duration });
      return addUpload(test.database, ann.userId, { media_id });
    };
    const long = await uploadOf(600.1);
    const { campaign_id } = await campaign({ media_id: await uploadOf(600) });
    const words = 'media_id: must not be longer than 10 minutes';
    const made = { payload: { title: 'x', media_id: long } };
    expect((await ann.call('POST', campaignsOf(ann), made)).messages).toContain(words);
    const url = `${campaignsOf(ann)}/${campaign_id}`;
    const changed = { payload: { media_id: long } };
    expect((await ann.call('PUT', url, changed)).messages).toContain(words);
  });

  it.each<[string, object, string]>([
    ['a title of spaces', { title: ' \n ' }, 'title: must not be empty'],
    ['an empty start', { starts_at: '' }, 'starts_at: must be'],
    ['a start in a leap second', { starts_at: '2026-06-30T23:59:60Z' }, 'starts_at: must be'],
    ['an end in a leap second', { ends_at: '2030-06-30T23:59:60Z' }, 'ends_at: must be'],
  ])('refuse %s, new and changed', async (_, fields, words) => {
    const { campaign_id } = await campaign();
    const media_id = await addUpload(test.database, ann.userId);
    const made = { payload: { title: 'x', media_id, ...fields } };
    const { messages } = await ann.call('POST', campaignsOf(ann), made);
    expect(messages).toContain(words);
    const url = `${campaignsOf(ann)}/${campaign_id}`;
    expect((await ann.call('PUT', url, { payload: fields })).messages).toContain(words);
  });

  it('begin in any year', async () => {
    await campaign({ starts_at: '0000-01-01T00:00:00Z' });
    expect(await ask()).toHaveLength(1);
  });

  it('may get another title after they were ended before their start', async () => {
    const { campaign_id } = await campaign({ starts_at: later(60_000) });
    const url = `${campaignsOf(ann)}/${campaign_id}`;
    await ann.call('DELETE', url);
    expect((await ann.call('PUT', url, { payload: { title: 'Old' } })).status).toBe(200);
    expect(await ask()).toEqual([]);
  });

  it('end with the account of their author, and nobody can fetch their audio any more', async () => {
    const eve = author(test, await test.signIn());
    const audio = await storeMedia(test, Buffer.from('an ad of Eve'), { duration: 20 });
    const draft = await ann.makeEpisode(); // with the same audio, so that the address is not open for another reason
    await test.database
      .updateTable('episodes')
      .set({ media_id: audio })
      .where('episode_id', '=', draft.episode_id)
      .execute();
    const media_id = await addUpload(test.database, eve.userId, { media_id: audio });
    const { http_url } = await campaign({ media_id }, eve);
    const fetch = async () =>
      (await test.app.inject({ url: new URL(http_url).pathname })).statusCode;
    expect([await askedAt(), await fetch()]).toEqual(['http://site.test/api', 200]);
    expect((await eve.call('DELETE', `/user/${eve.userId}`, { payload: {} })).status).toBe(200);
    expect(await askedAt()).toBe('null');
    await expect.poll(fetch).toBe(404);
  });

  it('belong to one author: another finds nothing under his own name', async () => {
    const { campaign_id } = await campaign();
    const bob = author(test, await test.signIn());
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const options = method === 'PUT' ? { payload: { weight: 2 } } : {};
      const { status } = await bob.call(method, `${campaignsOf(bob)}/${campaign_id}`, options);
      expect(status).toBe(404);
    }
    expect(await read(campaign_id)).toMatchObject({ weight: 1, ends_at: null });
  });
});
