import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

async function wayOf(url: string, user?: SignedIn) {
  const { headers, statusCode } = await test.app.inject({ url, headers: user?.cookies ?? {} });
  expect(statusCode).toBe(302);
  expect(headers['cache-control']).toBe('no-store');
  return headers.location;
}

async function addShow({ headers }: SignedIn, title: string): Promise<number> {
  const payload = { title, description: 'About sound.', language: 'en', category: 'Science' };
  const answer = await test.app.inject({ method: 'POST', url: '/api/show', headers, payload });
  return answer.json().response.show.show_id;
}

describe('/broadcast', () => {
  it('leads a visitor to the login, and from there back', async () => {
    expect(await wayOf('/broadcast')).toBe('/login?redirect=%2Fbroadcast');
  });

  it('leads to a new show, then to a new episode of it, and with several to their list', async () => {
    const author = await test.signIn();
    expect(await wayOf('/broadcast', author)).toBe('/dashboard/shows/new');
    const showId = await addShow(author, 'First');
    expect(await wayOf('/broadcast', author)).toBe(`/dashboard/shows/${showId}/episodes/new`);
    await addShow(author, 'Second');
    expect(await wayOf('/broadcast', author)).toBe('/dashboard');
  });
});

describe('the addresses of sign-in on a host that knows no other services', () => {
  it.each([
    ['/login/sso', '/login'],
    ['/connect', '/login'],
    ['/connect/login', '/login'],
    ['/connect/signup', '/signup'],
    ['/connect/connected', '/login'],
  ])('%s leads a visitor to %s, and a member on', async (from, to) => {
    const asked = `${from}?redirect=/podcasts`;
    expect(await wayOf(asked)).toBe(`${to}?redirect=%2Fpodcasts`);
    expect(await wayOf(asked, await test.signIn())).toBe('/podcasts');
  });

  it('leads to no other host', async () => {
    expect(await wayOf('/connect?redirect=//evil.example')).toBe('/login?redirect=%2Fhome');
    expect(await wayOf('/connect?redirect=//evil.example', await test.signIn())).toBe('/home');
  });
});

describe('/ipad', () => {
  it('leads to the start', async () => {
    expect(await wayOf('/ipad')).toBe('/');
  });
});
