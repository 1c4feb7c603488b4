import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSite } from '../../helpers/open-site.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';
import type { TestApp } from '../../helpers/test-app.ts';

const SITE = 'http://site.test';

type Signup = 'open' | 'invite' | 'closed';

let test: TestApp;
const hosts: TestApp[] = [];
let google: OpenIdServer;
beforeAll(async () => {
  google = await startOpenId('web.google');
  test = await openHost('open');
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  await google?.stop();
});

async function openHost(signup: Signup): Promise<TestApp> {
  const host = await openSite({
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
    SIGNUP: signup,
  });
  hosts.push(host);
  return host;
}

let people = 0;
beforeEach(() => {
  people += 1;
  google.person = { sub: `page-${people}`, name: 'Ann Reed' };
});

/** A browser with cookies of its own. */
function openBrowser({ host = test, given = '' } = {}) {
  const cookies = new Map(given ? [given.split('=') as [string, string]] : []);

  async function load(address: string, method: 'GET' | 'HEAD' = 'GET') {
    const { pathname, search } = new URL(address, SITE);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await host.app.inject({ method, url: pathname + search, headers: { cookie } });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  }

  /** Visits Google: the address that it redirects to. */
  async function visit(query: Record<string, string> = {}) {
    const begun = await load(`/connect?${new URLSearchParams({ provider: 'google', ...query })}`);
    const page = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
    return page.headers.get('location') ?? '';
  }

  /** Returns from Google, and opens the next page. */
  async function signIn(query: Record<string, string> = {}) {
    const { headers } = await load(await visit(query));
    return load(headers.location ?? '');
  }

  return { load, visit, signIn };
}

describe('GET /connect/signup', () => {
  it('says so if the host takes no new accounts', async () => {
    const host = await openHost('closed');
    const { body } = await openBrowser({ host }).signIn();
    expect(body).toContain('This host takes no new accounts.');
    expect(body).not.toContain('<form');
  });

  it('fills in the invite that the signup has come with', async () => {
    const host = await openHost('invite');
    const { body } = await openBrowser({ host }).signIn({ invite: 'friend "of" Ann' });
    expect(body).toMatch(/name="invite"[^>]* value="friend &quot;of&quot; Ann"/);
  });

  it('offers a member to connect the profile with his account', async () => {
    const member = await test.signIn();
    const { body } = await openBrowser({ given: member.cookies.cookie }).signIn();
    expect(body).toContain('You are signed in already');
    expect(body).toContain('href="/connect/connected"');
  });

  it('offers that to nobody else', async () => {
    expect((await openBrowser().signIn()).body).not.toContain('/connect/connected');
  });
});

describe('GET /connect/connected', () => {
  it('leads a visitor to the login, and back with the profile', async () => {
    const browser = openBrowser();
    const { statusCode, headers } = await browser.signIn({ purpose: 'link' });
    expect([statusCode, headers.location]).toEqual([302, '/login?redirect=%2Fconnect%2Fconnected']);
  });

  it('asks a member for his password', async () => {
    const member = await test.signIn();
    const { body } = await openBrowser({ given: member.cookies.cookie }).signIn({
      purpose: 'link',
    });
    expect(body).toContain('name="password"');
  });
});

describe('GET /connect/callback/{provider}', () => {
  it('is not carried out by HEAD', async () => {
    const browser = openBrowser();
    const back = await browser.visit();
    expect((await browser.load(back, 'HEAD')).statusCode).toBe(405);
    expect((await browser.load(back)).statusCode).toBe(303);
  });
});
