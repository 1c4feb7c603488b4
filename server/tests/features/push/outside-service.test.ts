import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { openPusherService, type PusherService } from '../../helpers/pusher-service.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const APP = { appId: '7', key: 'a-key', secret: 'a-very-secret-secret' };

let service: PusherService;
let test: TestApp;
beforeAll(async () => {
  service = await openPusherService(APP);
  test = await openTestApp({
    PUSHER_APP_ID: APP.appId,
    PUSHER_KEY: APP.key,
    PUSHER_SECRET: APP.secret,
    PUSHER_HOST: service.url,
  });
});
afterAll(async () => {
  await test?.close();
  service?.close();
});

describe('push through another service', () => {
  it('gets the events', async () => {
    const [author, fan] = [await test.signIn(), await test.signIn()];
    const { statusCode } = await test.app.inject({
      method: 'PUT',
      url: `/api/v2/users/${fan.userId}/followings/${author.userId}`,
      headers: fan.headers,
    });
    expect(statusCode).toBe(200);
    await test.deps.push.settle();
    const data = JSON.stringify({ user_id: fan.userId });
    expect(service.events).toEqual([
      { channel: `private-user_${author.userId}`, name: 'follow', data },
    ]);
  });

  it('admits users with the signature of its app', async () => {
    const user = await test.signIn();
    const channel_name = `private-user_${user.userId}`;
    const { body } = await test.app.inject({
      method: 'POST',
      url: '/pusher/auth',
      headers: { ...user.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ socket_id: '1.2', channel_name })),
    });
    const signature = createHmac('sha256', APP.secret).update(`1.2:${channel_name}`).digest('hex');
    expect(JSON.parse(body)).toEqual({ auth: `${APP.key}:${signature}` });
  });

  it('admits visitors to the listeners whose number is shown, and tells them of its end', async () => {
    const author = await test.signIn();
    const showId = await addShow(test.database, author.userId);
    const id = await addEpisode(test.database, showId, {
      enclosure_url: 'https://example.org/bells.mp3',
      show_listeners: true,
    });
    const channel = `private-listeners_${id}`;
    const join = () =>
      test.app.inject({
        method: 'POST',
        url: '/pusher/auth',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: String(new URLSearchParams({ socket_id: '1.2', channel_name: channel })),
      });
    const signature = createHmac('sha256', APP.secret).update(`1.2:${channel}`).digest('hex');
    expect((await join()).json()).toEqual({ auth: `${APP.key}:${signature}` });
    await test.app.inject({
      method: 'PUT',
      url: `/api/episode/${id}`,
      headers: author.headers,
      payload: { show_listeners: false },
    });
    await test.deps.push.settle();
    expect(service.events.at(-1)).toEqual({ channel, name: 'closed', data: '{}' });
    expect((await join()).statusCode).toBe(403);
  });

  it.each(['/', '/player?episode_id=1'])('may be reached from the page %s', async (path) => {
    const { headers, body } = await test.app.inject(path);
    expect(headers['content-security-policy']).toContain(service.url.replace('http', 'ws'));
    expect(body).not.toContain(APP.secret);
  });
});
