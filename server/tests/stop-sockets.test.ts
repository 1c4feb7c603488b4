import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createPostgresBroker } from '../src/platform/push/postgres-broker.ts';
import { isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { joinChannel, openPushClient, openRawPushClient } from './helpers/push-client.ts';
import { openSampleDatabase } from './helpers/sample-database.ts';

const BROWSERS = 200;
const CAME_BACK_WITHIN_MS = 20_000;

/** Passes connections on to one server, and new ones to another after a switch. */
async function openSwitch(first: string) {
  let target = first;
  const server = createServer((socket) => {
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnTo: (next: string) => {
      target = next;
    },
    close: () => server.close(),
  };
}

it.skipIf(!isBuilt)(
  'SIGTERM ends a server with open sockets, and its browsers come back at another (needs npm run build)',
  async () => {
    const { database, url, close } = await openSampleDatabase();
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-sockets-'));
    const first = startBuiltServer({ DATABASE_URL: url, DATA_DIR });
    const address = await first.ready;
    const second = startBuiltServer({ DATABASE_URL: url, DATA_DIR });
    const other = await second.ready;
    const { app_key } = await database
      .selectFrom('push_app')
      .select('app_key')
      .executeTakeFirstOrThrow();
    const entry = await openSwitch(address);
    const path = `/app/${app_key}?protocol=7`;

    const browsers = Array.from({ length: BROWSERS }, () => openRawPushClient(address, path));
    await vi.waitFor(() => {
      for (const { heard } of browsers) expect(heard).toHaveLength(1);
    }, 20_000);
    const silent = openRawPushClient(address, path);
    await vi.waitFor(() => expect(silent.heard).toHaveLength(1), 20_000);
    silent.socket.pause(); // a browser that says no goodbye
    const listener = openPushClient(entry.address, { key: app_key });
    const channel = await joinChannel(listener, 'show_1');
    const heard: unknown[] = [];
    channel.bind('published', (data: unknown) => heard.push(data));

    entry.turnTo(other);
    first.process.kill('SIGTERM');
    const codes = await Promise.all(browsers.map(async ({ closed }) => (await closed).code));
    expect(new Set(codes)).toEqual(new Set([4200]));
    expect(await first.ended).toBe(0);
    expect(first.said.err).toBe('');

    const event = { channel: 'show_1', event: 'published', data: { show_id: 1, episode_id: 2 } };
    await vi.waitFor(async () => {
      await createPostgresBroker(database).send([event]);
      expect(heard.length).toBeGreaterThan(0);
    }, CAME_BACK_WITHIN_MS);
    expect(heard[0]).toEqual(event.data);

    listener.disconnect();
    silent.socket.terminate();
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    entry.close();
    await close();
    await rm(DATA_DIR, { recursive: true });
  },
  60_000,
);
