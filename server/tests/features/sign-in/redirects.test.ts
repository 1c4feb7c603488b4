import type { Connected } from 'earshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSite } from '../../helpers/open-site.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';
import type { SignedIn, TestApp } from '../../helpers/test-app.ts';

const SITE = 'http://site.test';
const BLOG = 'https://blog.example';

let test: TestApp;
let google: OpenIdServer;
beforeAll(async () => {
  google = await startOpenId('web.google');
  test = await openSite({
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
  });
});
afterAll(async () => {
  await test?.close();
  await google?.stop();
});

let people = 0;
beforeEach(() => {
  people += 1;
  const email = `way-${people}@mail.test`;
  google.person = { sub: `way-${people}`, name: 'Ann Reed', email, email_verified: true };
});

/** Addresses of other hosts, of scripts, and texts that a browser may take for one. */
const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/home',
  'https:evil.example',
  `${SITE}.evil.example/`,
  `${SITE}@evil.example/`,
  `${SITE}//evil.example/`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,hi',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0002//evil.example',
  '\u0001javascript:alert(1)',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/home\r\nSet-Cookie: session=evil',
  '%2F%2Fevil.example',
  '%5C%5Cevil.example',
];
/** These are odd, but stay on this host. */
const OWN = [
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/@evil.example',
  '/home?next=//evil.example',
];

const withRedirect = (path: string, redirect: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ redirect })}`;

/** The target of a browser: always this host, by an address that also redirects to this host. */
function expectOwn(location: unknown): URL {
  expect(location).toEqual(expect.stringMatching(/^(\/|http:\/\/site\.test\/)[\x21-\x7e]*$/));
  const url = new URL(String(location), SITE);
  expect([url.origin, url.pathname.startsWith('//')]).toEqual([SITE, false]);
  const next = url.searchParams.get('redirect');
  if (next !== null) expectOwn(next);
  return url;
}

/** The addresses of links and forms on a page. */
const addressesIn = (html: string) =>
  [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  );

const post = (url: string, fields: Record<string, string>, cookie = '') =>
  test.app.inject({
    method: 'POST',
    url,
    payload: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, cookie },
  });

describe.each([...HOSTILE, ...OWN])('%j as the address after a login', (redirect) => {
  it.each(['/login/sso', '/connect', '/connect/login', '/connect/signup', '/connect/connected'])(
    'leads nobody from %s to another host',
    async (path) => {
      const url = withRedirect(path, redirect);
      for (const headers of [{}, (await test.signIn()).cookies]) {
        const { statusCode, headers: sent, body } = await test.app.inject({ url, headers });
        if (statusCode === 302) expectOwn(sent.location);
        else {
          expect(statusCode).toBe(200);
          const leading = addressesIn(body).filter((address) => address.includes('redirect='));
          expect(leading).not.toEqual([]);
          for (const address of leading) expectOwn(address);
        }
        expect(sent['set-cookie']).toBeUndefined();
      }
    },
  );
});

// Logins are slow, and services even slower. The addresses above pass the same check.
describe.each([
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '%2F%2Fevil.example',
  '/home\r\nSet-Cookie: session=evil',
])('after a login, %j', (redirect) => {
  it('is not where a form leads', async () => {
    const email = `form-${people}@mail.test`;
    const login = { email, password: 'correct horse battery' };
    const signup = { ...login, name: 'Ann', terms: 'true' };
    for (const [path, fields] of Object.entries({ '/signup': signup, '/login': login })) {
      const { statusCode, headers } = await post(withRedirect(path, redirect), fields);
      expect([path, statusCode]).toEqual([path, 303]);
      expectOwn(headers.location);
    }
  });

  it('is not where another service leads', async () => {
    for (const ending of ['/connect/signup', null]) {
      const begun = await test.app.inject({
        url: withRedirect('/connect?provider=google', redirect),
      });
      const page = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
      const back = new URL(page.headers.get('location') ?? '');
      const cookieOf = ({ cookies }: typeof begun) =>
        cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const came = await test.app.inject({
        url: back.pathname + back.search,
        headers: { cookie: cookieOf(begun) },
      });
      expect(came.statusCode).toBe(303);
      const next = expectOwn(came.headers.location);
      if (ending === null) continue;
      expect(next.pathname).toBe(ending);
      const signed = await post(
        withRedirect(ending, redirect),
        { name: 'Ann', terms: 'true' },
        cookieOf(came),
      );
      expect(signed.statusCode).toBe(303);
      expectOwn(signed.headers.location);
    }
  });
});

it('is refused with a null character', async () => {
  for (const path of ['/login/sso', '/connect', '/connect/login', '/connect/signup']) {
    const { statusCode, headers } = await test.app.inject({
      url: withRedirect(path, '\u0000//evil.example'),
    });
    expect([path, statusCode, headers.location]).toEqual([path, 400, undefined]);
  }
});

it('takes no second address after a login', async () => {
  for (const path of ['/login/sso', '/connect', '/connect/login', '/connect/signup']) {
    const url = `${path}?redirect=/home&redirect=//evil.example`;
    const { headers } = await test.app.inject({ url });
    if (headers.location !== undefined) expectOwn(headers.location);
  }
});

describe('/login/sso', () => {
  it('leads a visitor to the login, and a member on, without a token in the address', async () => {
    const url = withRedirect('/login/sso', '/podcasts?page=2');
    const visitor = await test.app.inject({ url });
    expect(visitor.headers.location).toBe('/login?redirect=%2Fpodcasts%3Fpage%3D2');
    const member: SignedIn = await test.signIn();
    const answer = await test.app.inject({ url, headers: member.cookies });
    expect(answer.headers.location).toBe('/podcasts?page=2');
    expect(JSON.stringify(answer.headers)).not.toContain(member.token);
  });
});

describe('a player on a page of another host', () => {
  const fromBlog = { origin: BLOG };

  async function connect(): Promise<Connected> {
    const claims = { ...google.person };
    const access_token = await google.tokenOf(claims);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/google/signup',
      headers: fromBlog,
      payload: { access_token, terms: true },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    return answer.json().response;
  }

  const askForPlayback = (headers: Record<string, string>) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v2/auth/sso?grant_type=playback',
      headers: { ...fromBlog, ...headers },
    });

  it('changes the token of a connection for a playback token', async () => {
    const { token, sso } = await connect();
    expect(sso.token).toBe(token);
    const preflight = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/v2/auth/sso?grant_type=playback',
      headers: {
        ...fromBlog,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers['access-control-allow-headers']).toMatch(/authorization/i);
    const answer = await askForPlayback({ authorization: `Bearer ${sso.token}` });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['access-control-allow-origin']).toMatch(/^(\*|https:\/\/blog\.example)$/);
    const { sso: playback } = answer.json().response;
    expect(Date.parse(playback.expires_at) - Date.now()).toBeGreaterThan(2 * 3_600_000);
    // A playback token cannot create another one.
    const again = await askForPlayback({ authorization: `Bearer ${playback.token}` });
    expect(again.statusCode).toBe(401);
  });

  it('gets no playback token by the cookie of this host', async () => {
    const { cookies } = await test.signIn();
    const answer = await askForPlayback({ cookie: cookies.cookie });
    expect(answer.statusCode).toBeGreaterThanOrEqual(401);
    expect(answer.body).not.toContain('"sso"');
  });
});
