import { createApiClient } from 'earshot';
import type { SiteConfig } from 'earshot-site/contract';
import { expect, it } from 'vitest';
import { playerLogin } from '../../src/session/player-login.ts';
import { createSession } from '../../src/session/session.ts';

it('lets the player read as a visitor once the login has ended elsewhere, and keeps it for the forms', async () => {
  const session = createSession({ USER: null, OAUTH_TOKEN: 'ended' } as SiteConfig);
  const sent: unknown[] = [];
  const api = createApiClient({
    apiUrl: 'https://site.test/api',
    culture: 'en',
    ...playerLogin(session),
    async fetch(_address, init) {
      const sender = Reflect.get(init?.headers ?? {}, 'Authorization');
      sent.push(sender);
      return sender === 'Bearer ended'
        ? Response.json({ error: { code: 401, messages: [] } }, { status: 401 })
        : Response.json({ response: {} });
    },
  });
  await api.get('/v2/episodes/1');
  await api.get('/v2/episodes/2');
  expect(sent).toEqual(['Bearer ended', undefined, undefined]);
  expect(session.token).toBe('ended');
  session.begin({ user: {}, sso: { token: 'next' } } as Parameters<typeof session.begin>[0]);
  await api.get('/v2/episodes/3');
  expect(sent.at(-1)).toBe('Bearer next');
});
