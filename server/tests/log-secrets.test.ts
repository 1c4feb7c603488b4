import { buildPath, MEDIA_ROUTES } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { makeSetupLink } from '../src/features/accounts/setup.ts';
import { type MailServer, openMailServer } from './helpers/mail-server.ts';
import { tokenOfMail } from './helpers/mail-text.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

// A whole run at the most verbose level: its log must contain nothing that opens an account.

const OWN = { origin: 'http://site.test' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let test: TestApp;
let app: TestApp['app'];
let mails: MailServer;
let log = '';
const secrets = new Map<string, string>();

/** Remembers a secret. Every secret of this test is long, so that no other text contains it by chance. */
function secret(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (text.length < 12) throw new Error(`${name} is no secret: "${text}"`);
  secrets.set(name, text);
  return text;
}

beforeAll(async () => {
  mails = await openMailServer();
  test = await openTestApp({ SMTP_URL: mails.url });
  const logTo = {
    write(line: string) {
      log += line;
    },
  };
  const config = { ...test.deps.config, logLevel: 'trace', logTo };
  app = await createApp({ ...test.deps, config });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
  await mails?.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, url: string, payload?: object | string, headers = {}) {
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const cookie = /^(?:__Host-)?session=([^;]+)/.exec(String(answer.headers['set-cookie'] ?? ''));
  if (cookie) secret(`cookie ${secrets.size}`, cookie[1]);
  return answer;
}

async function mailToken(): Promise<string> {
  log += (await test.runJobs()).join('\n');
  return secret(`link ${secrets.size}`, tokenOfMail(mails.mails.at(-1)?.raw));
}

describe('the log', () => {
  it('has no password, token or cookie of a whole run', async () => {
    const email = 'logged@example.org';
    let password = secret('password', 'first-password-9d2');
    const account = { email, password, name: 'Logged', terms: true };
    const signedUp = await call('POST', '/api/v2/auth/signup', account, OWN);
    const bearer = {
      authorization: `Bearer ${secret('bearer', signedUp.json().response.sso.token)}`,
    };
    const { user_id } = signedUp.json().response.user;

    // Links of mails, in pages and in the API.
    const verify = await mailToken();
    await call('GET', `/login/verify?token=${verify}`);
    await call('GET', `/ajax?url=${encodeURIComponent(`/login/verify?token=${verify}`)}`);
    await call('POST', '/api/v2/auth/email/verify', { token: verify });
    await call('POST', '/login/reset', `email=${email}`, FORM);
    const reset = await mailToken();
    password = secret('new password', 'second-password-4f7');
    await call('GET', `/login/reset?token=${reset}`);
    await call('POST', '/login/reset', `token=${reset}&password=${password}`, FORM);

    // Logins of every form, wrong ones as well.
    const query = new URLSearchParams({ email, password });
    await call('POST', '/api/v2/auth/login', {
      email,
      password: secret('wrong', 'wrong-password-1c'),
    });
    await call('POST', '/api/v2/auth/login', String(query), { ...FORM, ...OWN });
    await call('POST', `/api/v2/auth/login?${query}`);
    await call('POST', '/api/v2/auth/login', `{"password": "${password}"`, {
      'content-type': 'application/json',
    });
    const login = await call('POST', '/api/v2/auth/login', { email, password }, OWN);
    const token = secret('second bearer', login.json().response.sso.token);
    const headers = { authorization: `Bearer ${token}` };
    await call('GET', `/api/v2/me?access_token=${token}`, undefined, headers);
    await call('GET', '/api/v2/me', undefined, bearer);

    // Tokens of programs and of players, invites, setup.
    const made = await call('POST', '/api/v2/me/tokens', { name: 'Program' }, headers);
    const program = secret('program', made.json().response.token.secret);
    await call('GET', '/api/v2/me/tokens', undefined, { authorization: `bearer ${program}` });
    const sso = await call('POST', '/api/v2/auth/sso?grant_type=playback', undefined, headers);
    const playback = secret('playback', sso.json().response.sso.token);
    const key = secret('key', 'private-episode-key');
    const audio = buildPath(MEDIA_ROUTES, 'ondemand', { episode: `1-${key}` });
    await call('GET', `/media${audio}?token=${playback}`);
    await call('GET', `/api/v2/episodes/1?key=${key}`);
    const show = await call('POST', '/api/show', { title: 'Private' }, headers);
    const subscribers = `/api/show/${show.json().response.show.show_id}/feed-tokens`;
    const subscribed = await call('POST', subscribers, { name: 'Subscriber' }, headers);
    const { feed_url } = subscribed.json().response.feed_token;
    const feed = secret('feed token', new URL(feed_url).searchParams.get('token'));
    await call('GET', new URL(feed_url).pathname + new URL(feed_url).search);
    await call('GET', `/media/downloads/1.mp3?token=${feed}`);
    await call('GET', `/ajax?url=${encodeURIComponent(feed_url)}`);
    await call('POST', `/api/v2/auth/signup?invite=${secret('invite', 'invite-of-a-friend')}`);
    const link = new URL((await makeSetupLink(test.deps)) ?? '');
    secret('setup', link.searchParams.get('token'));
    await call('GET', link.pathname + link.search);
    const change = { password: secret('third', 'third-password-8a'), current_password: password };
    await call('PUT', `/api/user/${user_id}`, change, headers);
    await call('PUT', `/api/user/${user_id}?password=${password}`, undefined, headers);
    await call(
      'DELETE',
      `/api/v2/me/tokens/${made.json().response.token.token_id}`,
      undefined,
      headers,
    );

    // Requests that fail inside, while the database is away.
    await test.dropDatabase();
    await call('POST', '/api/v2/auth/login', { email, password });
    await call('POST', '/api/v2/auth/signup', { ...account, email: 'second@example.org' });
    await call('GET', '/api/v2/me', undefined, headers);
    await call('GET', `/login/reset?token=${reset}`);
    await call('GET', new URL(feed_url).pathname + new URL(feed_url).search);

    expect(log.split('\n').length).toBeGreaterThan(25);
    expect(log).toContain('/api/v2/auth/login');
    expect(secrets.size).toBeGreaterThan(15);
    const found = [...secrets].filter(([, value]) => log.includes(value)).map(([name]) => name);
    expect(found).toEqual([]);
  });
});
