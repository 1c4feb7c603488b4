import Program from 'pusher';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinChannel, nextEvent, openPushClient } from '../../helpers/push-client.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const patient = { timeout: 20_000, interval: 20 };

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test?.close());

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

function openClient(): Pusher {
  const client = openPushClient(address, { key: test.deps.pushApp.key });
  clients.push(client);
  return client;
}

/** The library of Pusher for servers, with the app of this host unless told otherwise. */
function openProgram(changes: Partial<{ appId: string; key: string; secret: string }> = {}) {
  const { hostname: host, port } = new URL(address);
  const { key, secret } = test.deps.pushApp;
  return new Program({ appId: '1', key, secret, host, port, useTLS: false, ...changes });
}

/** Sends an event with the fields of the protocol. */
async function post(event: object): Promise<number> {
  const body = JSON.stringify(event);
  const path = '/apps/1/events';
  const query = openProgram().createSignedQueryString({ method: 'POST', path, body });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${address}${path}?${query}`, { method: 'POST', headers, body })).status;
}

/** The status of the refusal. Undefined if the request passes. */
const refusal = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    ({ status }: { status: number }) => status,
  );

describe('a program with the secret of the app', () => {
  it('sends an event to the members of its channels, as the library of Pusher does', async () => {
    const client = openClient();
    const [show, episode] = [
      await joinChannel(client, 'show_1'),
      await joinChannel(client, 'episode_1'),
    ];
    const heard = Promise.all([nextEvent(show, 'raffle'), nextEvent(episode, 'raffle')]);
    const answer = await openProgram().trigger(['show_1', 'episode_1'], 'raffle', {
      prize: 'Müsli',
    });
    expect(await answer.json()).toEqual({});
    expect(await heard).toEqual([{ prize: 'Müsli' }, { prize: 'Müsli' }]);
  });

  it('sends a text as it is, and a batch in its order', async () => {
    const show = await joinChannel(openClient(), 'show_2');
    const heard: unknown[] = [];
    show.bind('line', (data: unknown) => heard.push(data));
    const batch = ['one', 'two', 'three'].map((data) => ({
      channel: 'show_2',
      name: 'line',
      data,
    }));
    await openProgram().triggerBatch(batch);
    await vi.waitFor(() => expect(heard).toEqual(['one', 'two', 'three']), patient);
  });

  it('leaves out the connection that it names', async () => {
    const [own, other] = [openClient(), openClient()];
    const [mine, theirs] = [await joinChannel(own, 'show_3'), await joinChannel(other, 'show_3')];
    const heard: unknown[] = [];
    mine.bind_global((event: string) => heard.push(event));
    const [first, last] = [nextEvent(theirs, 'draw'), nextEvent(mine, 'last')];
    await openProgram().trigger('show_3', 'draw', {}, { socket_id: own.connection.socket_id });
    await first;
    await openProgram().trigger('show_3', 'last', {});
    await last;
    expect(heard).not.toContain('draw');
  });

  it('names one channel alone, as the protocol allows', async () => {
    const show = await joinChannel(openClient(), 'show_4');
    const heard = nextEvent(show, 'raffle');
    const event = { name: 'raffle', data: '{"prize":"A mug"}' };
    expect(await post({ ...event, channel: 'show_4' })).toBe(200);
    expect(await heard).toEqual({ prize: 'A mug' });
    expect(await post(event)).toBe(400);
  });

  it('hears with an event how many it reaches, if it asks', async () => {
    await joinChannel(openClient(), 'show_5');
    const info = 'subscription_count,user_count';
    const answer = await openProgram().trigger(['show_5', 'show_6'], 'draw', {}, { info });
    expect(await answer.json()).toEqual({
      channels: { show_5: { subscription_count: 1 }, show_6: { subscription_count: 0 } },
    });
    const batch = [
      { channel: 'show_5', name: 'draw', data: '', info: 'subscription_count' },
      { channel: 'show_6', name: 'draw', data: '' },
    ];
    expect(await (await openProgram().triggerBatch(batch)).json()).toEqual({
      batch: [{ subscription_count: 1 }, {}],
    });
  });

  it('asks which channels have members, and how many', async () => {
    await joinChannel(openClient(), 'episode_7');
    await joinChannel(openClient(), 'episode_7');
    const ask = async (path: string, params: Record<string, string>) =>
      (await openProgram().get({ path, params })).json();
    const info = 'subscription_count';
    expect(await ask('/channels', { filter_by_prefix: 'episode_', info })).toEqual({
      channels: { episode_7: { subscription_count: 2 } },
    });
    expect(await ask('/channels/episode_7', { info })).toEqual({
      occupied: true,
      subscription_count: 2,
    });
    expect(await ask('/channels/episode_8', {})).toEqual({ occupied: false });
  });

  it.each([
    ['a channel that cannot be', 'presence-room', 'draw', {}, 400],
    ['a name of the protocol', 'show_1', 'pusher:error', {}, 400],
    ['more than an event may have', 'show_1', 'draw', 'x'.repeat(8_000), 413],
  ])('is refused %s', async (_what, channel, name, data, status) => {
    expect(await refusal(openProgram().trigger(channel, name, data))).toBe(status);
  });

  it('is told to send again while too many events wait', async () => {
    const publish = vi.spyOn(test.deps.push, 'publish').mockReturnValue(false);
    const batch = [{ channel: 'show_1', name: 'draw', data: '' }];
    expect(await refusal(openProgram().trigger('show_1', 'draw', {}))).toBe(503);
    expect(await refusal(openProgram().triggerBatch(batch))).toBe(503);
    publish.mockRestore();
  });

  it('is refused eleven events at once', async () => {
    const batch = Array.from({ length: 11 }, () => ({ channel: 'show_1', name: 'draw', data: '' }));
    expect(await refusal(openProgram().triggerBatch(batch))).toBe(400);
  });
});

describe('a request that the app has not signed', () => {
  it.each([
    ['another secret', { secret: 'guessed' }],
    ['another key', { key: 'guessed' }],
    ['another app', { appId: '2' }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await refusal(openProgram(changes).trigger('show_1', 'draw', {}))).toBe(401);
    expect(await refusal(openProgram(changes).get({ path: '/channels' }))).toBe(401);
  });

  const body = JSON.stringify({ name: 'draw', data: '{}', channels: ['show_1'] });
  const sign = (given = body) =>
    openProgram().createSignedQueryString({ method: 'POST', path: '/apps/1/events', body: given });
  const send = async (query: string, { type = 'application/json', payload = body } = {}) =>
    (
      await test.app.inject({
        method: 'POST',
        url: `/apps/1/events?${query}`,
        headers: { 'content-type': type },
        payload,
      })
    ).statusCode;

  it('is refused with another body, of whatever type, and with another query', async () => {
    expect(await send(sign())).toBe(200);
    expect(await send(sign(), { payload: body.replace('draw', 'deal') })).toBe(401);
    expect(await send(`${sign()}&info=x`)).toBe(401);
    expect(await send(sign().replace(/body_md5=\w+&/, ''))).toBe(401);
    const form = { type: 'application/x-www-form-urlencoded', payload: 'name=x&data=y&channels=z' };
    expect(await send(sign(), form)).toBe(415);
  });

  it('is refused if it is older than ten minutes', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 660_000);
    const old = sign();
    now.mockRestore();
    expect(await send(old)).toBe(401);
  });
});
