import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import { openTestApp, type SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const get = (query: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/player?${query}`, headers });

describe('playerPageRoutes', () => {
  it.each([
    ['episode_id=1', 200, 'Why rooms sing'],
    ['show_id=1', 200, 'Why rooms sing'],
    ['resource=episode_id%3D1&episode_id=1', 200, 'Why rooms sing'],
    ['episode_id=999999', 404, 'EPISODE_UNAVAILABLE'],
    ['episode_id=2147483648', 404, 'EPISODE_UNAVAILABLE'],
    ['show_id=999999', 404, 'SHOW_UNAVAILABLE'],
    ['show_id=2147483648', 404, 'SHOW_UNAVAILABLE'],
    ['', 400, 'missing'],
    ['episode_id=', 400, 'missing'],
    ['episode_id=x', 400, 'malformed'],
    ['episode_id=-1', 400, 'malformed'],
    ['resource=episode', 400, 'malformed'],
    ['episode_id=1&show_id=1', 400, 'doubled'],
    ['episode_id=1&episode_id=2', 400, 'doubled'],
  ])('answers %s with %i', async (query, status, text) => {
    const answer = await get(query);
    expect([answer.statusCode, answer.body]).toEqual([status, `player:${text}:en`]);
    const caching = status === 200 ? 'public, max-age=60, stale-while-revalidate=300' : 'no-store';
    expect(answer.headers['cache-control']).toBe(caching);
  });

  it.each([
    ['it-IT,it;q=0.9,en;q=0.8', 'it'],
    ['fr;q=0.5, en;q=0.1', 'en'],
    ['x'.repeat(5000), 'en'],
    [undefined, 'en'],
  ])('gives the player a language for the header %s', async (accepted, language) => {
    const headers = accepted ? { 'accept-language': accepted } : {};
    expect((await get('episode_id=1', headers)).body).toBe(`player:Why rooms sing:${language}`);
  });

  it('prefers the culture of the address', async () => {
    const { body } = await get('episode_id=1&culture=it', { 'accept-language': 'en' });
    expect(body).toBe('player:Why rooms sing:it');
  });

  it('allows its inline script by hash, and every host to frame it', async () => {
    const { headers } = await get('episode_id=1');
    const policy = String(headers['content-security-policy']);
    const hash = createHash('sha256').update('early()').digest('base64');
    expect(policy).toContain(`script-src 'sha256-${hash}' http://site.test/assets/;`);
    expect(policy).toContain('frame-src http://site.test;');
    expect(policy).not.toMatch(/'self'|frame-ancestors|script-src [^;]*unsafe/);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('microphone=()'),
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'credentialless',
    });
  });

  it('shows a page in words while the database is unreachable', async () => {
    const other = await openTestApp();
    await other.dropDatabase();
    const { statusCode, body, headers } = await other.app.inject({ url: '/player?episode_id=1' });
    expect([statusCode, body]).toEqual([503, 'player:UNAVAILABLE:en']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sha256-'),
    });
    await other.close();
  });
});
