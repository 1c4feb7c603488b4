import type { RadioListing } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleListing } from '../../../src/features/radio/settle-listing.ts';
import { type Author, author } from '../../helpers/author.ts';
import { type RadioServer, startRadio } from '../../helpers/radio-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let radio: RadioServer;
let test: TestApp;
let ann: Author;
beforeAll(async () => {
  radio = await startRadio();
  test = await openTestApp({
    IHR_URL: `${radio.url}/`,
    IHR_PRIVATE: 'true',
    IHR_TOKEN: 'top-secret',
  });
  ann = author(test, await test.signIn());
});
afterAll(async () => {
  await test?.close();
  await radio?.close();
});
beforeEach(() => {
  radio.answer = null;
  radio.verdict = { state: 'pending' };
  radio.requests.length = 0;
  radio.listings.clear();
});

type Ask = 'GET' | 'PUT' | 'DELETE';
async function ask(
  method: Ask,
  url: string,
): Promise<RadioListing & { error: string | undefined }> {
  const { response, messages } = await ann.call(method, url);
  return { ...(response as unknown as { listing: RadioListing })?.listing, error: messages };
}
const ofShow = (id: number) => `/show/${id}/ihr/status`;
const ofEpisode = (id: number) => `/episode/${id}/ihr`;
const stateOf = async (url: string) => (await ask('GET', url)).state;
const work = (mayFail = false) =>
  test.runJobs({ until: new Date(Date.now() + 20 * 3_600_000), mayFail });
/** The half-hourly round over all listings that are due. */
const round = () =>
  sql`select graphile_worker.add_job('settle_due_radio_listings', '{}')`.execute(test.database);
const makeDue = (showId: number) =>
  sql`update radio_listings set due_at = now() where show_id = ${showId}`.execute(test.database);
const methods = () => radio.requests.map(({ method }) => method);

async function published() {
  const episode = await ann.makeEpisode();
  await ann.publish(episode.episode_id);
  return episode;
}
/** A show that the directory lists. */
async function listed() {
  const episode = await published();
  radio.verdict = { state: 'listed' };
  await ask('PUT', ofShow(episode.show_id));
  await work();
  radio.requests.length = 0;
  return episode;
}

describe('a show', () => {
  it('is submitted, decided on, and listed', async () => {
    const { show_id } = await published();
    const url = ofShow(show_id);
    expect(await stateOf(url)).toBe('none');
    expect((await ask('PUT', url)).state).toBe('submitting');
    await work();
    expect(await stateOf(url)).toBe('pending');
    expect([...radio.listings.values()]).toEqual([
      {
        type: 'show',
        feed_url: `http://site.test/show/${show_id}/episodes/feed`,
        title: 'A show',
        language: expect.any(String),
        guid: null,
        verdict: { state: 'pending' },
      },
    ]);
    radio.verdict = { state: 'listed', message: 'On 98.5 MHz' };
    await makeDue(show_id);
    await round();
    await work();
    expect(await ask('GET', url)).toMatchObject({ state: 'listed', message: 'On 98.5 MHz' });
  });

  it('is submitted once by two simultaneous requests', async () => {
    const { show_id } = await published();
    await Promise.all([1, 2, 3].map(() => ask('PUT', ofShow(show_id))));
    await work();
    await ask('PUT', ofShow(show_id));
    await work();
    expect(methods()).toEqual(['PUT']);
  });

  it('is one listing if the answer was lost and the job runs again', async () => {
    const { show_id } = await published();
    await ask('PUT', ofShow(show_id));
    radio.answer = (reply) => reply.destroy();
    await work(true);
    expect(await stateOf(ofShow(show_id))).toBe('submitting');
    radio.answer = null;
    await work();
    expect(methods()).toEqual(['PUT', 'PUT']);
    expect(radio.listings.size).toBe(1);
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it('stays out of a directory that refuses it, until its author tries again', async () => {
    const { show_id } = await published();
    radio.answer = (reply) =>
      reply
        .writeHead(422, { 'content-type': 'application/json' })
        .end('{"message":"We need a cover."}');
    await ask('PUT', ofShow(show_id));
    await work();
    const refused = { state: 'refused', message: 'We need a cover.' };
    expect(await ask('GET', ofShow(show_id))).toMatchObject(refused);
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { subtitle: 'New' } });
    await work();
    expect(methods()).toEqual(['PUT']);
    radio.answer = null;
    expect(await ask('PUT', ofShow(show_id))).toMatchObject({ state: 'submitting', message: null });
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it('is tried again while the directory is away', async () => {
    const { show_id } = await published();
    radio.answer = (reply) => reply.writeHead(503).end();
    await ask('PUT', ofShow(show_id));
    expect((await work(true)).join()).toContain('The radio directory answered 503');
    expect(await stateOf(ofShow(show_id))).toBe('submitting');
    radio.answer = null;
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it('is tried again, and is not refused, while the directory does not accept the token', async () => {
    const { show_id } = await published();
    radio.answer = (reply) => reply.writeHead(403).end();
    await ask('PUT', ofShow(show_id));
    await test.runJobs({ mayFail: true });
    expect(await ask('GET', ofShow(show_id))).toMatchObject({ state: 'submitting', message: null });
    radio.answer = null;
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it('is tried again when the directory says so', async () => {
    const { show_id } = await published();
    radio.answer = (reply) => reply.writeHead(429, { 'retry-after': '3600' }).end();
    await ask('PUT', ofShow(show_id));
    await test.runJobs();
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from run_at - now()) / 60)::int as minutes
      from graphile_worker.jobs where task_identifier = 'settle_radio_listing'
      and run_at > now()`.execute(test.database);
    expect(rows).toEqual([{ minutes: 60 }]);
    radio.answer = null;
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it.each([
    ['says when to come again', 429, { 'retry-after': '18000' }],
    ['is away', 503, {}],
  ])('waits through the rounds if the directory %s', async (_, status, headers) => {
    const { show_id } = await listed();
    radio.answer = (reply) => reply.writeHead(status, headers).end();
    await makeDue(show_id);
    for (let rounds = 0; rounds < 3; rounds++) {
      await round();
      await test.runJobs({ mayFail: true });
    }
    expect(methods()).toEqual(['GET']);
  });

  it('is given up after ten tries, also if the directory always says: in no time', async () => {
    const { show_id } = await published();
    radio.answer = (reply) => reply.writeHead(503, { 'retry-after': '0' }).end();
    await ask('PUT', ofShow(show_id));
    for (let tries = 1; tries < 10; tries++) expect((await work()).join()).not.toContain('failed');
    expect((await work(true)).join()).toContain('it is given up');
    expect(methods().filter((method) => method === 'PUT')).toHaveLength(10);
    radio.answer = null;
    await makeDue(show_id);
    await round();
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it('comes back to life after its jobs were given up', async () => {
    const { show_id } = await published();
    await ask('PUT', ofShow(show_id));
    await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
      where task_identifier = 'settle_radio_listing'`.execute(test.database);
    await makeDue(show_id);
    await round();
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('pending');
  });

  it.each([
    ['a draft', () => ann.makeEpisode()],
    [
      'one whose audio needs a token, so that the feed leaves it out',
      async () => {
        const episode = await published();
        const payload = { requires_token: true };
        await ann.call('PUT', `/episode/${episode.episode_id}`, { payload });
        return episode;
      },
    ],
  ])('is not submitted with only %s', async (_, make) => {
    const { show_id, episode_id } = await make();
    for (const url of [ofShow(show_id), ofEpisode(episode_id)]) {
      expect((await ask('PUT', url)).error).toContain('publish it first');
      expect((await ask('DELETE', url)).state).toBe('none');
      expect(await stateOf(url)).toBe('none');
    }
  });
});

describe('a listing', () => {
  it('is withdrawn by its author', async () => {
    const { show_id } = await listed();
    expect((await ask('DELETE', ofShow(show_id))).state).toBe('withdrawing');
    await work();
    expect(radio.listings.size).toBe(0);
    expect(await stateOf(ofShow(show_id))).toBe('withdrawn');
    await ask('DELETE', ofShow(show_id));
    await work();
    expect(methods()).toEqual(['DELETE']);
    await ask('PUT', ofShow(show_id));
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('listed');
  });

  it('is withdrawn although its submission has had no answer yet', async () => {
    const { show_id } = await published();
    await ask('PUT', ofShow(show_id));
    const row = await test.database
      .selectFrom('radio_listings')
      .select('listing_id')
      .where('show_id', '=', show_id)
      .executeTakeFirstOrThrow();
    const reached = new Promise<() => void>((settle) => {
      radio.answer = (reply) => settle(() => reply.writeHead(200).end('{"state":"listed"}'));
    });
    const submitting = settleListing(test.deps, row.listing_id);
    const finish = await reached;
    await ask('DELETE', ofShow(show_id));
    finish();
    await submitting;
    expect(await stateOf(ofShow(show_id))).toBe('withdrawing');
    radio.answer = null;
    await work();
    expect(radio.listings.size).toBe(0);
    expect(await stateOf(ofShow(show_id))).toBe('withdrawn');
  });

  it('is asked about again if the directory refuses to let it go', async () => {
    const { show_id } = await listed();
    radio.answer = (reply) => reply.writeHead(403).end('{"message":"Not now."}');
    await ask('DELETE', ofShow(show_id));
    await work();
    const kept = { state: 'withdrawing', message: 'Not now.' };
    expect(await ask('GET', ofShow(show_id))).toMatchObject(kept);
    const { rows } = await sql<{ waits: boolean }>`
      select due_at is not null as waits from radio_listings where show_id = ${show_id}`.execute(
      test.database,
    );
    expect(rows).toEqual([{ waits: true }]);
  });

  it.each<[string, (of: { show_id: number; episode_id: number }) => Promise<unknown>]>([
    ['is deleted', ({ show_id }) => ann.call('DELETE', `/show/${show_id}`)],
    ['has no episode left', ({ episode_id }) => ann.call('DELETE', `/episode/${episode_id}`)],
    [
      'is for few listeners only',
      ({ episode_id }) => ann.publish(episode_id, { visibility: 'private' }),
    ],
  ])('goes if its show %s', async (_, change) => {
    const episode = await listed();
    await change(episode);
    radio.answer = (reply) => reply.writeHead(500).end();
    await work(true);
    radio.answer = null;
    await work();
    expect(radio.listings.size).toBe(0);
  });

  it('comes back with its show', async () => {
    const { show_id } = await listed();
    await ann.call('DELETE', `/show/${show_id}`);
    await work();
    expect(radio.listings.size).toBe(0);
    await ann.call('POST', `/show/${show_id}/restore`);
    await work();
    expect(radio.listings.size).toBe(1);
    expect(await stateOf(ofShow(show_id))).toBe('listed');
  });

  it('can be one episode', async () => {
    const { episode_id, show_id, guid } = await published();
    await ask('PUT', ofEpisode(episode_id));
    await work();
    expect([...radio.listings.values()]).toMatchObject([
      { type: 'episode', title: 'An episode', guid },
    ]);
    expect(await stateOf(ofShow(show_id))).toBe('none');
    await ann.call('DELETE', `/episode/${episode_id}/publish`);
    await work();
    expect(radio.listings.size).toBe(0);
    expect(await stateOf(ofEpisode(episode_id))).toBe('withdrawn');
  });

  it('is sent again once its title has changed', async () => {
    const { show_id } = await listed();
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { title: 'A new name' } });
    await work();
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { subtitle: 'Not sent' } });
    await work();
    expect(methods()).toEqual(['PUT', 'GET']);
    expect([...radio.listings.values()]).toMatchObject([{ title: 'A new name' }]);
  });

  it('that the directory drops was refused', async () => {
    const { show_id } = await listed();
    radio.listings.clear();
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { subtitle: 'Dropped' } });
    await work();
    expect(await stateOf(ofShow(show_id))).toBe('refused');
  });

  it('is forgotten once its show has been removed and the directory let go of it', async () => {
    const { show_id } = await listed();
    await ann.call('DELETE', `/show/${show_id}`);
    await sql`delete from shows where show_id = ${show_id}`.execute(test.database);
    const count = async () =>
      (await sql`select from radio_listings where show_id = ${show_id}`.execute(test.database)).rows
        .length;
    await round();
    expect(await count()).toBe(1);
    await work();
    await round();
    await work();
    expect(radio.listings.size).toBe(0);
    expect(await count()).toBe(0);
  });
});
