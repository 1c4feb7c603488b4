import { get } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { SocketServer } from '../../../src/platform/push/socket-server.ts';
import { takeUpgrades } from '../../../src/platform/push/take-upgrades.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The address that a connection counts for, if its request names this one as that of the client. */
async function countedAddress(forwarded: string, trustProxy: string[] | boolean) {
  const server = Fastify();
  servers.push(server);
  const counted = new Promise<string>((resolve) => {
    const sockets = {
      accept(_request: unknown, socket: { destroy(): void }, _head: unknown, address: string) {
        socket.destroy();
        resolve(address);
      },
      close() {},
    } as unknown as SocketServer;
    takeUpgrades(server, { sockets, trustProxy });
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  get(`${url}/app/key?protocol=7`, {
    headers: { connection: 'Upgrade', upgrade: 'websocket', 'x-forwarded-for': forwarded },
  }).on('error', () => {});
  return counted;
}

describe('takeUpgrades', () => {
  it('counts an IPv6 client by its network, as a provider gives each customer 64 bits', async () => {
    const [one, two] = [
      await countedAddress('2001:db8:1:2::1', ['loopback']),
      await countedAddress('2001:db8:1:2:ffff::7', ['loopback']),
    ];
    expect(two).toBe(one);
    expect(await countedAddress('2001:db8:1:3::1', ['loopback'])).not.toBe(one);
  });

  it.each([
    [['loopback'], '198.51.100.7', '198.51.100.7'],
    [['203.0.113.1'], '198.51.100.7', '127.0.0.1'],
    [false, '198.51.100.7', '127.0.0.1'],
    [true, '198.51.100.7, 203.0.113.1', '198.51.100.7'],
  ])('believes the proxies %j that the client is %s', async (trusted, forwarded, address) => {
    expect(await countedAddress(forwarded, trusted)).toBe(address);
  });
});
