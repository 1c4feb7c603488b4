import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { openPush } from '../../../src/platform/push/open-push.ts';
import type { Push } from '../../../src/platform/push/push.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { joinChannel, nextEvent, openPushClient } from '../../helpers/push-client.ts';
import { hasRedis, openTestRedis, type TestRedis } from '../../helpers/redis-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const SECONDS = 1_000;

interface Process {
  push: Push;
  address: string;
  reports: string[];
  close(): Promise<void>;
}

let redis: TestRedis;
let test: TestApp;
const processes: Process[] = [];
const clients: Pusher[] = [];

async function openProcess(): Promise<Process> {
  const { config } = test.deps;
  const { database, listen, close } = await openDatabase({
    databaseUrl: test.databaseUrl,
    dataDir: config.dataDir,
  });
  const reports: string[] = [];
  const report = (_level: string, text: string) => void reports.push(text);
  const opened = await openPush({ config, database, report });
  const app = await createApp({ ...test.deps, database, listen, ...opened });
  return {
    push: opened.push,
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    reports,
    async close() {
      await app.close();
      await opened.push.close();
      await close();
    },
  };
}

describe.skipIf(!hasRedis)('push with REDIS_URL', () => {
  let here: Process;
  let there: Process;

  beforeAll(async () => {
    redis = await openTestRedis();
    test = await openTestApp({ REDIS_URL: redis.url });
    here = await openProcess();
    there = await openProcess();
    processes.push(here, there);
  });
  afterAll(async () => {
    for (const { close } of processes) await close();
    await test?.close();
    await redis?.close();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  const listenAt = async ({ address }: Process) => {
    const client = openPushClient(address, { key: test.deps.pushApp.key });
    clients.push(client);
    return { client, channel: await joinChannel(client, 'show_1') };
  };

  let number = 0;
  /** Sends an event from one process, and resolves if the other browser receives it. */
  async function passes(from: Process, channel: Awaited<ReturnType<typeof joinChannel>>) {
    number += 1;
    const data = { episode_id: number };
    const heard = nextEvent(channel, `published-${number}`);
    from.push.publish([{ channel: 'show_1', event: `published-${number}`, data }]);
    expect(await heard).toEqual(data);
  }

  /** The route of a process's events, as the database sees it. */
  async function countNotified(work: () => Promise<void>): Promise<number> {
    let notified = 0;
    let stop = () => {};
    await new Promise<void>((onBack) => {
      const onNotify = () => {
        notified += 1;
      };
      stop = test.deps.listen('push', { onNotify, onLost() {}, onBack });
    });
    await work();
    await new Promise((resolve) => setTimeout(resolve, 200));
    stop();
    return notified;
  }

  it('goes from process to process through Redis', async () => {
    const { channel } = await listenAt(there);
    await passes(here, channel); // both have connected
    await vi.waitFor(async () => {
      expect(await countNotified(() => passes(here, channel))).toBe(0);
    }, 20 * SECONDS);
  });

  it('keeps its sockets while Redis is gone, and events arrive nevertheless', async () => {
    const { client, channel } = await listenAt(there);
    const states: string[] = [];
    client.connection.bind('state_change', ({ current }: { current: string }) =>
      states.push(current),
    );
    await redis.kill();
    await passes(here, channel);
    await redis.start();
    await passes(here, channel);
    // Events use Redis again a few seconds after it is back.
    await vi.waitFor(async () => {
      expect(await countNotified(() => passes(here, channel))).toBe(0);
    }, 20 * SECONDS);
    expect(states).toEqual([]);
    expect(here.reports.join()).toContain('Push events go through the database');
    expect(here.reports.at(-1)).toContain('through Redis again');
  }, 60_000);

  it('does not wait for a Redis that no longer answers', async () => {
    const { channel } = await listenAt(there);
    redis.freeze();
    await passes(here, channel);
    redis.thaw();
    await passes(here, channel);
  }, 30_000);

  it('counts the listeners of an episode on all processes', async () => {
    const { user_id } = await test.database
      .selectFrom('users')
      .select('user_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const showId = await addShow(test.database, user_id);
    const id = await addEpisode(test.database, showId, { show_listeners: true });
    const listenTo = ({ address }: Process) => {
      const client = openPushClient(address, { key: test.deps.pushApp.key });
      clients.push(client);
      return joinChannel(client, `private-listeners_${id}`);
    };
    const listeners = [await listenTo(here), await listenTo(there), await listenTo(there)];
    await vi.waitFor(() => {
      expect(listeners.map(({ subscriptionCount }) => subscriptionCount)).toEqual([3, 3, 3]);
    }, 20 * SECONDS);
  });

  it('goes on if something else speaks on its channel', async () => {
    const { channel } = await listenAt(there);
    const { Redis } = await import('ioredis');
    const stranger = new Redis(redis.url);
    const counts = '[{"channel":"subscriber-counts","event":"counts","data":null}]';
    for (const odd of ['', '{', '7', 'null', '[null]', '[{"channel":7}]', counts]) {
      await stranger.publish(`earshot:push:${test.deps.pushApp.key}`, odd);
    }
    stranger.disconnect();
    await passes(here, channel);
  });
});
