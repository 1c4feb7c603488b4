import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signAdmission } from '../../../src/platform/push/channel-signature.ts';
import {
  createSocketServer,
  type SocketServer,
  type SocketServerOptions,
} from '../../../src/platform/push/socket-server.ts';
import { openRawPushClient, type RawPushClient } from '../../helpers/push-client.ts';

const app = { key: 'the-key', secret: 'the-secret' };
const PATH = '/app/the-key?protocol=7&client=js&version=8.6.0';
const running: { server: Server; sockets: SocketServer; clients: RawPushClient[] }[] = [];

afterEach(() => {
  for (const { server, sockets, clients } of running.splice(0)) {
    sockets.close();
    for (const { socket } of clients) socket.terminate();
    server.close();
  }
});

async function open(options: Partial<SocketServerOptions> = {}) {
  const sockets = createSocketServer({
    app,
    isChannel: (name) => /^(private-user|show)_\d+$/.test(name),
    ...options,
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) =>
    sockets.accept(request, socket, head, '192.0.2.1'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: RawPushClient[] = [];
  running.push({ server, sockets, clients });
  return {
    sockets,
    connect(path = PATH) {
      const client = openRawPushClient(address, path);
      clients.push(client);
      return client;
    },
  };
}

/** Waits for a message of that name. */
const hear = (client: RawPushClient, event: string) =>
  vi.waitFor(() => {
    const found = client.heard.find((message) => message.event === event);
    if (!found) throw new Error(`${event} has not come`);
    return found;
  }, 10_000);

async function socketIdOf(client: RawPushClient): Promise<string> {
  const { data } = await hear(client, 'pusher:connection_established');
  return JSON.parse(String(data)).socket_id;
}

describe('createSocketServer', () => {
  it('welcomes a client with the fields of the protocol, as JSON in a string', async () => {
    const { connect } = await open();
    const { data } = await hear(connect(), 'pusher:connection_established');
    expect(JSON.parse(String(data))).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 50,
    });
  });

  it.each([
    ['another key', '/app/other?protocol=7', 4001],
    ['no version', '/app/the-key', 4008],
    ['a version in words', '/app/the-key?protocol=seven', 4006],
    ['a version from the past', '/app/the-key?protocol=3', 4007],
  ])('sends a client with %s away for good', async (_what, path, code) => {
    const { connect } = await open();
    const client = connect(path);
    expect((await client.closed).code).toBe(code);
    expect(client.heard).toMatchObject([{ event: 'pusher:error', data: { code } }]);
  });

  it('lets a client join a private channel with a signature for its own connection alone', async () => {
    const { connect } = await open();
    const [first, second] = [connect(), connect()];
    const channel = 'private-user_1';
    const auth = signAdmission(app, { socketId: await socketIdOf(first), channel });
    await socketIdOf(second);
    for (const forged of [
      auth,
      `${auth}:session-1`,
      `${app.key}:${'0'.repeat(64)}`,
      '',
      undefined,
      7,
    ]) {
      second.send({ event: 'pusher:subscribe', data: { channel, auth: forged } });
    }
    first.send({ event: 'pusher:subscribe', data: { channel, auth } });
    await hear(first, 'pusher_internal:subscription_succeeded');
    await vi.waitFor(() => expect(second.heard).toHaveLength(7));
    expect(new Set(second.heard.slice(1).map(({ event }) => event))).toEqual(
      new Set(['pusher:subscription_error']),
    );
  });

  it('refuses channels that do not exist, and events of clients', async () => {
    const { connect } = await open();
    const client = connect();
    await socketIdOf(client);
    client.send({ event: 'pusher:subscribe', data: { channel: 'user_1' } });
    await hear(client, 'pusher:subscription_error');
    client.send({ event: 'client-shout', channel: 'show_1', data: {} });
    expect(await hear(client, 'pusher:error')).toMatchObject({ data: { code: 4301 } });
  });

  it('goes on after messages that make no sense', async () => {
    const { connect } = await open();
    const client = connect();
    await socketIdOf(client);
    for (const odd of ['', '{', '[]', 'null', '{"event":1}', '{"event":"pusher:subscribe"}']) {
      client.send(odd);
    }
    client.send({ event: 'pusher:subscribe', data: '{"channel":{}}' });
    client.send({ event: 'pusher:ping', data: {} });
    await hear(client, 'pusher:pong');
  });

  it('delivers an event to the members of its channel, until they leave', async () => {
    const { connect, sockets } = await open();
    const [stays, leaves] = [connect(), connect()];
    for (const client of [stays, leaves]) {
      await socketIdOf(client);
      client.send({ event: 'pusher:subscribe', data: { channel: 'show_1' } });
      await hear(client, 'pusher_internal:subscription_succeeded');
    }
    leaves.send({ event: 'pusher:unsubscribe', data: { channel: 'show_1' } });
    leaves.send({ event: 'pusher:ping', data: {} });
    await hear(leaves, 'pusher:pong');
    sockets.deliver({ channel: 'show_2', event: 'published', data: { episode_id: 1 } });
    sockets.deliver({ channel: 'show_1', event: 'published', data: { episode_id: 2 } });
    expect(await hear(stays, 'published')).toEqual({
      event: 'published',
      channel: 'show_1',
      data: '{"episode_id":2}',
    });
    expect(leaves.heard.map(({ event }) => event)).not.toContain('published');
  });

  it('closes a connection that answers no ping, and keeps one that does', async () => {
    const { connect, sockets } = await open({ activityTimeoutS: 0.2 });
    const [dead, alive] = [connect(), connect()];
    await socketIdOf(alive);
    alive.socket.on('message', (text) => {
      if (String(text).includes('pusher:ping')) alive.send({ event: 'pusher:pong', data: {} });
    });
    expect((await dead.closed).code).toBe(4201);
    await vi.waitFor(() => expect(sockets.size).toBe(1));
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });

  it('cuts a client off that does not read, and the others hear on', async () => {
    const { connect, sockets } = await open();
    const [slow, quick] = [connect(), connect()];
    for (const client of [slow, quick]) {
      await socketIdOf(client);
      client.send({ event: 'pusher:subscribe', data: { channel: 'show_1' } });
      await hear(client, 'pusher_internal:subscription_succeeded');
    }
    slow.socket.pause();
    const data = { text: 'x'.repeat(5_000) };
    // The buffers of the kernel take some megabytes. The quick one reads what was sent before more comes.
    for (let sent = 20; sockets.size > 1; sent += 20) {
      for (let n = 0; n < 20; n++) sockets.deliver({ channel: 'show_1', event: 'published', data });
      await vi.waitFor(() => {
        const heard = quick.heard.filter(({ event }) => event === 'published');
        expect(heard).toHaveLength(sent);
      }, 30_000);
    }
    expect(sockets.size).toBe(1);
    expect(quick.socket.readyState).toBe(quick.socket.OPEN);
  }, 60_000);

  it('ends a connection that sends a message over the limit, or too many', async () => {
    const { connect } = await open();
    const [large, many] = [connect(), connect()];
    await Promise.all([socketIdOf(large), socketIdOf(many)]);
    large.send('x'.repeat(10_001));
    expect((await large.closed).code).toBe(1009);
    for (let n = 0; n < 400; n++) many.send({ event: 'pusher:ping', data: {} });
    expect((await many.closed).code).toBe(4100);
  });

  it('takes no more connections than its limits, and one again when one goes', async () => {
    const { connect, sockets } = await open({ perAddressMax: 2 });
    const first = connect();
    await Promise.all([socketIdOf(first), socketIdOf(connect())]);
    expect((await connect().closed).code).toBe(4100);
    first.socket.close();
    await vi.waitFor(() => expect(sockets.size).toBe(1));
    await socketIdOf(connect());
  });

  it('ends the members of ended logins, and refuses signatures from before', async () => {
    const { connect, sockets } = await open({ isOfLogin: (name) => name.startsWith('private-') });
    const channel = 'private-user_1';
    const join = async (client: RawPushClient, login: string) => {
      const auth = signAdmission(app, { socketId: await socketIdOf(client), channel, login });
      return () => client.send({ event: 'pusher:subscribe', data: { channel, auth } });
    };
    const members = Array.from({ length: 5 }, () => connect());
    for (const [index, member] of members.entries()) (await join(member, `session-${index}`))();
    for (const member of members) await hear(member, 'pusher_internal:subscription_succeeded');
    const late = connect();
    const joinLate = await join(late, 'session-9');
    const visitor = connect();
    await socketIdOf(visitor);

    expect(sockets.revokeLogins().sort()).toEqual(members.map((_, index) => `session-${index}`));
    sockets.endLogins(new Set(['session-0', 'session-3']));
    joinLate();
    for (const client of [late, members[0], members[3]]) {
      expect((await client?.closed)?.code).toBe(4101);
    }
    const back = connect();
    (await join(back, 'session-9'))();
    await hear(back, 'pusher_internal:subscription_succeeded');
    await vi.waitFor(() => expect(sockets.size).toBe(5)); // three members, the visitor, and the one that is back
    expect(visitor.socket.readyState).toBe(visitor.socket.OPEN);
  });

  it('tells clients to come back when it stops', async () => {
    const { connect, sockets } = await open();
    const client = connect();
    await socketIdOf(client);
    sockets.close();
    expect((await client.closed).code).toBe(4200);
    await vi.waitFor(() => expect(sockets.size).toBe(0));
    expect((await connect().closed).code).toBe(4200);
  });
});
