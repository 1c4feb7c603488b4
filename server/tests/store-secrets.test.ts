import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { openPush } from '../src/platform/push/open-push.ts';
import { author } from './helpers/author.ts';
import { makeMp3 } from './helpers/make-audio.ts';
import { multipart } from './helpers/multipart.ts';
import { readZip } from './helpers/read-zip.ts';
import { freePort } from './helpers/redis-server.ts';
import { openS3Server, type S3Server } from './helpers/s3-server.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

// The stores of a host fail one after the other. Their credentials are in no answer, no log and no archive.

const REDIS_PASSWORD = 'password-of-redis-91';
const NUMBERS_PASSWORD = 'password-of-numbers-90';
const SMTP_PASSWORD = 'password-of-mails-92';
const HOST_KEY = 'key-of-the-host-93-key-of-the-host-93';

let s3: S3Server;
let test: TestApp;
let app: TestApp['app'];
let ann: SignedIn;
let admin: SignedIn;
let secrets: Record<string, string>;
let written = '';
const say = (...texts: string[]) => {
  written += `${texts.join(' ')}\n`;
};

beforeAll(async () => {
  s3 = await openS3Server();
  const nobody = `127.0.0.1:${await freePort()}`;
  test = await openTestApp({
    ...s3.env,
    HOST_KEY,
    REDIS_URL: `redis://:${REDIS_PASSWORD}@${nobody}`,
    NUMBERS_URL: `http://host:${NUMBERS_PASSWORD}@${nobody}/earshot`,
    SMTP_URL: `smtp://host:${SMTP_PASSWORD}@${nobody}`,
  });
  ann = await test.signIn();
  admin = await test.signIn({ admin: true });
  const { key } = await test.database.selectFrom('ad_keys').select('key').executeTakeFirstOrThrow();
  secrets = {
    REDIS_URL: REDIS_PASSWORD,
    NUMBERS_URL: NUMBERS_PASSWORD,
    SMTP_URL: SMTP_PASSWORD,
    HOST_KEY,
    S3_SECRET_ACCESS_KEY: s3.env.S3_SECRET_ACCESS_KEY ?? '',
    'key of ads': key.toString('base64url'),
    'key of ads in hexadecimal': key.toString('hex'),
    'bearer token of another user': ann.token,
    'cookie of another user': ann.cookies.cookie.split('=')[1] ?? '',
  };
  const { password } = new URL(test.databaseUrl);
  if (password) secrets.DATABASE_URL = password;
  const report = (_level: string, message: string) => say(message);
  const config = { ...test.deps.config, logLevel: 'trace', logTo: { write: say } };
  const push = await openPush({ config, database: test.database, report });
  app = await createApp({ ...test.deps, ...push, config });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
  await s3?.close();
});

type Method = 'GET' | 'POST' | 'PUT';

async function load(
  method: Method,
  url: string,
  more: { headers?: object; payload?: object } = {},
) {
  const { headers, ...rest } = more;
  const request = { method, url, headers: { ...headers }, ...rest };
  const answer = await app.inject(request);
  say(url, JSON.stringify(answer.headers), answer.body);
  return answer;
}

const upload = (by: SignedIn) => {
  const bytes = Buffer.from(makeMp3({ rate: 44_100, seconds: 1 }));
  const { headers, payload } = multipart('file', { bytes, filename: 'a.mp3' });
  return load('POST', '/api/media', { headers: { ...by.headers, ...headers }, payload });
};

async function readEverything() {
  const { headers } = admin;
  for (const path of ['jobs', 'storage', 'settings', 'accounts', 'reports', 'ads/campaigns']) {
    expect((await load('GET', `/api/v2/host/${path}`, { headers })).statusCode).toBe(200);
  }
  for (const page of ['/', '/login', '/admin', '/dashboard', '/readyz', '/api/openapi.json']) {
    await load('GET', page, { headers });
  }
  const exported = await app.inject({ url: `/api/user/${admin.userId}/export`, headers });
  for (const [name, bytes] of await readZip(exported.rawPayload)) say(name, bytes.toString());
}

const found = () =>
  Object.entries(secrets)
    .filter(([, secret]) => written.includes(secret))
    .map(([name]) => name);

describe('what opens the stores of a host', () => {
  it('is in no answer, log or archive while they fail', async () => {
    expect((await upload(ann)).statusCode).toBe(201);
    const { episode_id } = await author(test, ann).makeEpisode();
    await author(test, ann).publish(episode_id);
    await load('POST', '/login/reset', { payload: { email: `${ann.permalink}@example.org` } });
    s3.disturb = () => 403;
    expect((await upload(ann)).statusCode).toBeGreaterThanOrEqual(500);
    await load('GET', '/media/downloads/1.mp3');
    await load('PUT', `/api/v2/users/${admin.userId}/followings/${ann.userId}`, admin);
    await test.deps.push.settle();
    say(JSON.stringify(await test.runJobs({ mayFail: true })));
    await readEverything();
    expect(written).toMatch(/"name":"\w+","state":"\w+","attempts":1,[^}]*"error":"/); // a failed job
    expect(found()).toEqual([]);
  });

  it('is in no answer or log while the database is away', async () => {
    await test.dropDatabase();
    await upload(ann);
    for (const page of ['/', '/readyz', '/api/v2/me', '/api/v2/host/jobs', '/api/v2/shows/1'])
      await load('GET', page, admin);
    expect(found()).toEqual([]);
  });
});
