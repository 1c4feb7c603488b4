import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Broker, createPush } from '../../../src/platform/push/push.ts';
import { createPusherBroker, signRequest } from '../../../src/platform/push/pusher-broker.ts';
import { openPusherService, type PusherService } from '../../helpers/pusher-service.ts';

const APP = { appId: '7', key: 'a-key', secret: 'a-secret' };

let service: PusherService;
beforeEach(async () => {
  service = await openPusherService(APP);
});
afterEach(() => service.close());

const settings = (changes = {}) => ({
  ...APP,
  apiUrl: service.url,
  socketUrl: service.url,
  ...changes,
});
const event = (n: number) => ({ channel: 'show_1', event: 'published', data: { episode_id: n } });

describe('createPusherBroker', () => {
  it('sends an event as JSON in a string', async () => {
    await createPusherBroker(settings()).send([event(1)]);
    expect(service.events).toEqual([
      { channel: 'show_1', name: 'published', data: '{"episode_id":1}' },
    ]);
  });

  it('sends many events in order, in batches that the service takes', async () => {
    await createPusherBroker(settings()).send(Array.from({ length: 25 }, (_, n) => event(n)));
    const ids = service.events.map(({ data }) => JSON.parse(data).episode_id);
    expect(ids).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  it('sends the other batches if the service refuses one, and rejects in the end', async () => {
    service.tooLarge = 'huge';
    const events = Array.from({ length: 45 }, (_, n) => event(n));
    events.splice(12, 1, { ...event(12), event: 'huge' });
    const sent = createPusherBroker(settings()).send(events);
    await expect(sent).rejects.toThrow(/^the service answers 413$/);
    expect(service.events).toHaveLength(35);
  });

  it('stops at once if nobody answers', async () => {
    service.close();
    const sent = createPusherBroker(settings()).send(
      Array.from({ length: 45 }, (_, n) => event(n)),
    );
    await expect(sent).rejects.toThrow();
    expect(service.requests).toBe(0);
  });

  it('rejects if the service refuses, without a word of the secret', async () => {
    const sent = createPusherBroker(settings({ secret: 'wrong-secret' })).send([event(1)]);
    await expect(sent).rejects.toThrow(/^the service answers 401$/);
    expect(service.events).toEqual([]);
  });
});

describe('createPush', () => {
  it('reports the first loss of each outage, and sends on afterwards', async () => {
    const lost: string[] = [];
    const push = createPush(createPusherBroker(settings()), ({ message }) => lost.push(message));
    const publish = async (n: number) => {
      push.publish([event(n)]);
      await push.settle();
    };
    service.status = 503;
    await publish(1);
    await publish(2);
    service.status = 200;
    await publish(3);
    service.status = 503;
    await publish(4);
    expect(lost).toEqual(['the service answers 503', 'the service answers 503']);
    expect(service.events.map(({ data }) => data)).toEqual(['{"episode_id":3}']);
  });

  it('drops events instead of growing without bound, if the service stands still', async () => {
    let release = () => {};
    const sent: number[] = [];
    const lost: string[] = [];
    const stuck: Broker = {
      async send(events) {
        sent.push(events.length);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      },
    };
    const push = createPush(stuck, ({ message }) => lost.push(message));
    push.publish([event(0)]);
    await Promise.resolve();
    await Promise.resolve();
    const taken = Array.from({ length: 20_000 }, (_, n) => push.publish([event(n)]));
    expect(taken.filter(Boolean)).toHaveLength(10_000);
    expect(lost).toEqual(['10000 events wait already']);
    const settled = push.settle();
    let isOver = false;
    void settled.then(() => {
      isOver = true;
    });
    while (!isOver) {
      release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent.reduce((sum, length) => sum + length, 0)).toBe(10_001);
    expect(push.publish([event(1)])).toBe(true);
  });
});

describe('signRequest', () => {
  it('signs the example of the documentation of Pusher', () => {
    const query = {
      auth_version: '1.0',
      auth_key: '278d425bdf160c739803',
      auth_timestamp: '1353088179',
      body_md5: 'ec365a775a4cd0599faeb73354201b6f',
    };
    const request = { method: 'POST', path: '/apps/3/events', query };
    expect(signRequest('7ad3773142a6692b25b8', request)).toBe(
      'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    );
  });
});
