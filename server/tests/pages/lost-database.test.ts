import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openSite } from '../helpers/open-site.ts';
import type { SignedIn, TestApp } from '../helpers/test-app.ts';

const PAGES = ['/', '/show/field-notes-on-sound', '/podcasts', '/player?episode_id=1'];
const PRIVATE = ['/dashboard', '/account/settings', '/api/v2/me'];

let test: TestApp;
let member: SignedIn;
let audio = '';
/** The pages as visitors saw them. */
const seen = new Map<string, string>();
beforeAll(async () => {
  test = await openSite();
  member = await test.signIn();
  const { episode } = (await test.app.inject('/api/v2/episodes/1')).json().response;
  audio = new URL(episode.http_url).pathname;
  await vi.waitFor(async () => {
    await open('/');
    expect(test.deps.answers.size).toBeGreaterThan(0);
  });
  for (const url of [...PAGES, audio]) seen.set(url, (await open(url)).body);
  await test.dropDatabase();
  await vi.waitFor(() => expect(test.deps.answers.size).toBe(0));
  return () => test.close();
});

const open = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });

describe('while the database is lost', () => {
  it('visitors get the pages and the sound that were there before', async () => {
    for (const url of [...PAGES, audio]) {
      const { statusCode, body } = await open(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toBe(seen.get(url));
    }
  });

  it('so does a member, whose session cannot be read', async () => {
    for (const url of [...PAGES, audio]) {
      const { statusCode, body } = await open(url, member.cookies);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toBe(seen.get(url));
    }
  });

  it('a member is not told that their own pages are closed or missing', async () => {
    for (const url of PRIVATE) {
      expect([url, (await open(url, member.cookies)).statusCode]).toEqual([url, 503]);
    }
  });

  it('nothing is written', async () => {
    const answer = await test.app.inject({
      method: 'PUT',
      url: `/api/v2/users/${member.userId}/likes/1`,
      headers: member.cookies,
    });
    expect(answer.statusCode).toBe(503);
  });
});
