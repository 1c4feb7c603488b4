import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEpisode } from '../../helpers/add-episode.ts';
import { FAST_COUNTS } from '../../helpers/fast-counts.ts';
import { joinChannel, openPushClient, openRawPushClient } from '../../helpers/push-client.ts';
import { type PushProcess, startPushProcess } from '../../helpers/push-process.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const AUDIO = { enclosure_url: 'https://example.org/bells.mp3' };
const patient = { timeout: 40_000, interval: 50 };

let test: TestApp;
let address: string;
let author: SignedIn;
let showId: number;
let episodeId: number;
let channel: string;

beforeAll(async () => {
  test = await openTestApp({}, {}, { countTimes: FAST_COUNTS });
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  author = await test.signIn();
  const show = await test.database
    .selectFrom('shows')
    .select('show_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  showId = show.show_id;
  await test.database
    .updateTable('shows')
    .set({ user_id: author.userId })
    .where('show_id', '=', showId)
    .execute();
});
afterAll(() => test?.close());

beforeEach(async () => {
  episodeId = await addEpisode(test.database, showId, { ...AUDIO, show_listeners: true });
  channel = `private-listeners_${episodeId}`;
});

const clients: Pusher[] = [];
const processes: PushProcess[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const { kill } of processes.splice(0)) await kill();
});

interface Listening {
  client: Pusher;
  readonly count: number | null;
}

async function listen({ at = address, as }: { at?: string; as?: SignedIn } = {}) {
  const { key } = test.deps.pushApp;
  const client = openPushClient(at, { key, headers: as?.headers, authAt: address });
  clients.push(client);
  const joined = await joinChannel(client, channel);
  const listening: Listening = {
    client,
    get count() {
      return joined.subscriptionCount;
    },
  };
  return listening;
}

const expectCount = (listeners: readonly Listening[], count: number) =>
  vi.waitFor(() => {
    for (const listener of listeners) expect(listener.count).toBe(count);
  }, patient);

const change = async (fields: object) => {
  const { statusCode } = await test.app.inject({
    method: 'PUT',
    url: `/api/episode/${episodeId}`,
    headers: author.headers,
    payload: fields,
  });
  expect(statusCode).toBe(200);
};

const status = async (name: string, user?: SignedIn) => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/pusher/auth',
    headers: {
      ...user?.headers,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: String(new URLSearchParams({ socket_id: '1.2', channel_name: name })),
  });
  return response.statusCode;
};

describe('the listeners of an episode', () => {
  it('hear how many they are, signed in or not, until they leave', async () => {
    const [visitor, member] = [await listen(), await listen({ as: author })];
    await expectCount([visitor, member], 2);
    const third = await listen();
    expect(third.client.channel(channel).subscriptionCount).toBe(3); // without a wait
    await expectCount([visitor, member], 3);
    third.client.unsubscribe(channel);
    await expectCount([visitor, member], 2);
    member.client.disconnect();
    await expectCount([visitor], 1);
  });

  it('are counted over all processes, and those of a killed process are gone', async () => {
    const other = await startPushProcess(test.databaseUrl);
    processes.push(other);
    const here = [await listen(), await listen()];
    const there = [await listen({ at: other.address })];
    await expectCount([...here, ...there], 3);
    there.push(await listen({ at: other.address }));
    await expectCount([...here, ...there], 4);
    for (const { client } of there) client.disconnect();
    await expectCount(here, 2);
    there.splice(0, 2, await listen({ at: other.address }));
    await expectCount([...here, ...there], 3);
    await other.kill();
    await expectCount(here, 2);
  }, 90_000);
});

describe('one connection', () => {
  /** A connection with the signature that its channel needs. */
  async function openRaw() {
    const { key } = test.deps.pushApp;
    const raw = openRawPushClient(address, `/app/${key}?protocol=7`);
    const [first] = await vi.waitFor(() => {
      expect(raw.heard).not.toEqual([]);
      return raw.heard;
    }, patient);
    const { socket_id } = JSON.parse(String(first?.data));
    const response = await fetch(`${address}/pusher/auth`, {
      method: 'POST',
      body: new URLSearchParams({ socket_id, channel_name: channel }),
    });
    const { auth } = await response.json();
    const join = () => raw.send({ event: 'pusher:subscribe', data: { channel, auth } });
    const leave = () => raw.send({ event: 'pusher:unsubscribe', data: { channel } });
    return { raw, join, leave };
  }

  it('counts once, however often it joins and leaves', async () => {
    const first = await listen();
    const { raw, join, leave } = await openRaw();
    for (let times = 0; times < 50; times += 1) join();
    await expectCount([first], 2);
    for (let times = 0; times < 5; times += 1) leave();
    await expectCount([first], 1);
    join();
    await expectCount([first], 2);
    raw.socket.terminate(); // without a goodbye
    await expectCount([first], 1);
  });

  it('that sends thousands of messages is cut off, and counts no more', async () => {
    const first = await listen();
    const { raw, join } = await openRaw();
    for (let times = 0; times < 3_000; times += 1) join();
    expect(await raw.closed).toMatchObject({ code: 4100 });
    await expectCount([first], 1);
  });

  it.each([
    ['takes the episode back', 'DELETE', '/publish'],
    ['deletes the episode', 'DELETE', ''],
  ] as const)('hears no count after the author %s', async (_name, method, path) => {
    const { raw, join } = await openRaw();
    join();
    await vi.waitFor(() => expect(raw.heard.map(({ event }) => event)).toContain(COUNT), patient);
    const url = `/api/episode/${episodeId}${path}`;
    await test.app.inject({ method, url, headers: author.headers });
    await vi.waitFor(() => expect(raw.heard.at(-1)?.event).toBe('closed'), patient);
    expect(await status(channel)).toBe(403);
  });

  it('hears no count after the author makes the episode private', async () => {
    const { raw, join } = await openRaw();
    join();
    await vi.waitFor(() => expect(raw.heard.map(({ event }) => event)).toContain(COUNT), patient);
    const url = `/api/episode/${episodeId}/publish`;
    const payload = { visibility: 'private' };
    await test.app.inject({ method: 'PUT', url, headers: author.headers, payload });
    await vi.waitFor(() => expect(raw.heard.at(-1)?.event).toBe('closed'), patient);
    expect(await status(channel)).toBe(403);
  });

  it('does not come back with its old signature after the author has closed the count', async () => {
    const { raw, join } = await openRaw();
    join();
    await vi.waitFor(() => expect(raw.heard.map(({ event }) => event)).toContain(COUNT), patient);
    await change({ show_listeners: false });
    await vi.waitFor(() => expect(raw.heard.at(-1)?.event).toBe('closed'), patient);
    join();
    await vi.waitFor(() => {
      expect(raw.heard.at(-1)?.event).toBe('pusher:subscription_error');
    }, patient);
  });

  it('gets in neither without a signature nor with that of another episode', async () => {
    const { raw } = await openRaw();
    const other = await addEpisode(test.database, showId, { show_listeners: false });
    const response = await fetch(`${address}/pusher/auth`, {
      method: 'POST',
      body: new URLSearchParams({ socket_id: '1.2', channel_name: channel }),
    });
    const { auth } = await response.json();
    for (const data of [
      { channel },
      { channel, auth: '' },
      { channel, auth },
      { channel: `private-listeners_${other}`, auth },
      { channel: 'subscriber-counts' },
      { channel: 'private-listeners_0' },
    ]) {
      const heard = raw.heard.length;
      raw.send({ event: 'pusher:subscribe', data });
      await vi.waitFor(() => expect(raw.heard.length).toBeGreaterThan(heard), patient);
      expect(raw.heard.at(-1)?.event).toBe('pusher:subscription_error');
    }
  });
});

const COUNT = 'pusher_internal:subscription_count';

describe('POST /pusher/auth', () => {
  it('refuses the listeners of an episode whose author does not show their number', async () => {
    expect(await status(channel)).toBe(200);
    await change({ show_listeners: false });
    expect(await status(channel)).toBe(403);
    expect(await status(channel, author)).toBe(403);
    await change({ show_listeners: true });
    expect(await status(channel)).toBe(200);
  });

  it('refuses those of an episode that the visitor cannot open', async () => {
    const draft = await addEpisode(test.database, showId, { show_listeners: true, state: 'draft' });
    expect(await status(`private-listeners_${draft}`)).toBe(403);
    expect(await status(`private-listeners_${draft}`, author)).toBe(200);
    expect(await status(channel)).toBe(200);
  });

  it.each(['0', '9999999999', '99999999999999', '1x', '', '-1', '1_1'])(
    'refuses the listeners of "%s"',
    async (id) => {
      expect(await status(`private-listeners_${id}`, author)).toBe(403);
    },
  );
});

describe('the API', () => {
  it('says that the number is not shown, until the author changes it', async () => {
    const read = async () =>
      (
        await test.app.inject({ url: `/api/v2/episodes/${episodeId}`, headers: author.headers })
      ).json().response.episode.show_listeners;
    episodeId = await addEpisode(test.database, showId, AUDIO);
    expect(await read()).toBe(false);
    await change({ show_listeners: true });
    expect(await read()).toBe(true);
  });
});
