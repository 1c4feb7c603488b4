import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearRedis } from '../../../src/platform/push/hear-redis.ts';
import { freePort, hasRedis, openTestRedis, type TestRedis } from '../../helpers/redis-server.ts';

/** A way to Redis that can be cut, and that can swallow subscriptions. */
async function openWay(to: TestRedis) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let swallowed = () => {};
  let isOpen = true;
  const server = createServer((socket) => {
    const onward = connect(Number(new URL(to.url).port), '127.0.0.1');
    sockets.add(socket);
    socket.on('data', (bytes) => {
      if (isOpen || !bytes.includes('subscribe')) onward.write(bytes);
      else swallowed();
    });
    onward.on('data', (bytes) => socket.write(bytes));
    for (const end of [socket, onward]) {
      end.on('error', () => {});
      end.on('close', () => {
        socket.destroy();
        onward.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${port}`,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Resolves with the next subscription, which gets no answer. */
    swallow() {
      isOpen = false;
      return new Promise<void>((resolve) => {
        swallowed = resolve;
      });
    },
    close: () => server.close(),
  };
}

describe.skipIf(!hasRedis)('hearRedis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await openTestRedis();
  });
  afterAll(() => redis?.close());

  it('stops silently while it subscribes again', async () => {
    const way = await openWay(redis);
    const hearing = await hearRedis(way.url, { channel: 'c', onMessage: () => {} });
    await hearing.begun;
    const unheard: unknown[] = [];
    const note = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', note);
    const asked = way.swallow();
    way.cut();
    await asked;
    hearing.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('unhandledRejection', note);
    way.close();
    expect(unheard).toEqual([]);
  });

  it('begins at once if it is stopped before there is a Redis', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    const hearing = await hearRedis(url, { channel: 'c', onMessage: () => {} });
    hearing.stop();
    await expect(hearing.begun).resolves.toBeUndefined();
  });
});
