import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let host: Server;
let feedUrl = '';
let test: TestApp;
let member: SignedIn;
const tone = makeMp3({ rate: 44_100, seconds: 2 });

/** The answers of the podcast's host. */
const podcast = {
  email: 'owner@example.org',
  note: '',
  items: ['one', 'two'],
  isBroken: false,
  beforeAudio: async (_path: string): Promise<unknown> => null,
};

const feed = () => `<?xml version="1.0"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>Moving house</title><link>https://moving.example/${new URL(feedUrl).port}</link>
<description>About us. ${podcast.note}</description><itunes:author>Anna</itunes:author>
<itunes:owner><itunes:email>${podcast.email}</itunes:email></itunes:owner>
${podcast.items
  .map(
    (name) => `<item><title>${name}</title><guid>guid-${name}</guid>
<enclosure url="${new URL(`/${name}.mp3`, feedUrl)}" type="audio/mpeg" length="1"/></item>`,
  )
  .join('')}
<item><title>words only</title><guid>w</guid></item>
</channel></rss>`;

beforeAll(async () => {
  host = createServer((request, response) => {
    if (podcast.isBroken) response.writeHead(500).end();
    else if (request.url === '/feed.xml')
      response.setHeader('Content-Type', 'text/xml').end(feed());
    else if (request.url?.endsWith('.mp3'))
      void podcast.beforeAudio(request.url).then(() => response.end(tone));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  feedUrl = `http://127.0.0.1:${port}/feed.xml`;
  test = await openTestApp({ IMPORT_PRIVATE_HOSTS: `127.0.0.1:${port}` });
});
afterAll(async () => {
  await test?.close();
  host?.close();
});
beforeEach(async () => {
  await test.runJobs(); // jobs of the previous test
  const beforeAudio = async () => null;
  Object.assign(podcast, { note: '', items: ['one', 'two'], isBroken: false, beforeAudio });
  await test.database.deleteFrom('shows').where('title', '=', 'Moving house').execute();
  member = await test.signIn();
});

async function call(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, who = member) {
  const answer = await test.app.inject({
    method,
    url: `/api${url}`,
    headers: who.headers,
    ...(body ? { payload: body } : {}),
  });
  const { response, error } = answer.json();
  return { status: answer.statusCode, import: response?.import, messages: error?.messages };
}

async function preview() {
  const { import: made } = await call('POST', '/imports', { url: feedUrl });
  return made;
}

const outcomes = (items: { title: string; state: string }[]) =>
  items.map(({ title, state }) => `${title}: ${state}`);

describe('the quota of a member', () => {
  const setQuota = (quota_bytes: number | null) =>
    test.database
      .updateTable('users')
      .set({ quota_bytes })
      .where('user_id', '=', member.userId)
      .execute();

  async function run(who = member) {
    podcast.note = podcast.email; // the proof is not the subject here
    const { import: made } = await call('POST', '/imports', { url: feedUrl }, who);
    podcast.note = made.proof.code;
    await call('PUT', `/imports/${made.import_id}`, {}, who);
    await test.runJobs();
    return (await call('GET', `/imports/${made.import_id}`, undefined, who)).import;
  }

  const hostedGuids = async (showId: number) =>
    (
      await test.database
        .selectFrom('episodes')
        .select('guid')
        .where('show_id', '=', showId)
        .where('media_id', 'is not', null)
        .orderBy('guid')
        .execute()
    ).map(({ guid }) => guid);

  const upload = async (bytes: number, who = member) =>
    (
      await test.app.inject({
        method: 'POST',
        url: '/api/media/uploads',
        headers: { ...who.headers, 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
      })
    ).statusCode;

  it('counts imported audio, and links the episodes for which there is no room', async () => {
    podcast.items = ['one', 'two', 'three'];
    await setQuota(Math.floor(tone.length * 1.5));
    const first = await run();
    expect(first.state).toBe('done');
    expect(outcomes(first.items).slice(1)).toEqual([
      'one: imported',
      'two: linked',
      'three: linked',
    ]);
    expect(first.items[2].reason).toBe(
      'its audio stays where it is: the storage of the account is full',
    );
    expect(first.notes).toContainEqual(
      expect.stringMatching(/^The storage of the account is full/),
    );
    expect(await hostedGuids(first.show_id)).toEqual(['guid-one']);
    expect(await upload(tone.length)).toBe(413);
    expect(await upload(Math.floor(tone.length / 4))).toBe(201);

    await setQuota(tone.length * 5);
    const second = await run();
    expect(outcomes(second.items).slice(1)).toEqual([
      'one: updated',
      'two: updated',
      'three: updated',
    ]);
    expect(second.notes).toEqual([]);
    expect(await hostedGuids(second.show_id)).toEqual(['guid-one', 'guid-three', 'guid-two']);
  });

  it('keeps the published audio of a member whose quota is full', async () => {
    const { show_id } = await run();
    await setQuota(1);
    await test.database
      .updateTable('episodes')
      .set({ claimed_size: 9, enclosure_url: 'http://old.example/one.mp3' })
      .where('show_id', '=', show_id)
      .where('guid', '=', 'guid-one')
      .execute();
    const again = await run();
    expect(again.state).toBe('done');
    expect(await hostedGuids(show_id)).toEqual(['guid-one', 'guid-two']);
  });

  it('does not limit administrators', async () => {
    const admin = await test.signIn({ admin: true });
    const done = await run(admin);
    expect(outcomes(done.items).slice(1)).toEqual(['one: imported', 'two: imported']);
  });
});

describe('POST /imports', () => {
  it('says what will come and what is refused, and writes nothing of it', async () => {
    const { status, import: made } = await call('POST', '/imports', { url: feedUrl });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      state: 'preview',
      title: 'Moving house',
      show_id: null,
      total: 3,
    });
    expect(outcomes(made.items)).toEqual(['words only: refused', 'one: new', 'two: new']);
    expect(made.items[0].reason).not.toBe('');
    expect(made.proof.mail_to).toBe('o***@example.org');
    const found = await test.database
      .selectFrom('shows')
      .select('show_id')
      .where('title', '=', 'Moving house')
      .execute();
    expect(found).toEqual([]);
  });

  it.each([
    ['no address', /^url: must be the http or https address/],
    ['ftp://example.org/feed', /^url: /],
    ['http://127.0.0.1:1/feed.xml', /^url: .*private network/],
    ['http://169.254.169.254/latest/meta-data', /^url: .*private network/],
    ['http://[::1]/feed', /^url: .*private network/],
  ])('refuses %s in words', async (url, words) => {
    const { status, messages } = await call('POST', '/imports', { url });
    expect(status).toBe(400);
    expect(messages[0]).toMatch(words);
  });

  it('refuses in the language of the reader', async () => {
    const said = async (url: string) =>
      (await call('POST', '/imports', { url, culture: 'it' })).messages[0];
    expect(await said('no address')).toBe('url: deve essere l’indirizzo http o https di un feed');
    const lost = new URL('/nothing', feedUrl).href;
    expect(await said(lost)).toMatch(/^url: Il feed http.* non si può scaricare: .*404/);
  });

  it('keeps the password of a feed to itself', async () => {
    const url = feedUrl.replace('://', '://ann:s3cret@');
    const { status, import: made } = await call('POST', '/imports', { url });
    expect([status, made.url]).toEqual([201, feedUrl]);
    const lost = await call('POST', '/imports', { url: url.replace('feed.xml', 'nothing') });
    expect(lost.messages[0]).toContain('404');
    expect(JSON.stringify([made, lost])).not.toContain('s3cret');
  });

  it('says why a feed cannot be read', async () => {
    podcast.isBroken = true;
    expect((await call('POST', '/imports', { url: feedUrl })).messages[0]).toContain('500');
    const noFeed = new URL('/nothing', feedUrl).href;
    podcast.isBroken = false;
    expect((await call('POST', '/imports', { url: noFeed })).status).toBe(400);
  });
});

describe('PUT /imports/{import_id}', () => {
  // The feed has one address in all tests, and a proof counts for the next import of it.
  beforeEach(async () => {
    await test.database.updateTable('imports').set({ proven_at: null }).execute();
  });

  it('asks for a proof, and says how to give it', async () => {
    const { import_id, proof } = await preview();
    const { status, messages } = await call('PUT', `/imports/${import_id}`, {});
    expect(status).toBe(400);
    expect(messages[0]).toContain(proof.code);
  });

  it('counts a proof for the next import of that address by the same user alone', async () => {
    const { import_id, proof } = await preview();
    const proven_at = new Date();
    await test.database
      .updateTable('imports')
      .set({ proven_at })
      .where('import_id', '=', import_id)
      .execute();
    expect([proof.is_proven, (await preview()).proof.is_proven]).toEqual([false, true]);
    const stranger = await test.signIn();
    const { import: theirs } = await call('POST', '/imports', { url: feedUrl }, stranger);
    expect(theirs.proof.is_proven).toBe(false);
  });

  it('imports once the code is in the feed, and keeps the guids', async () => {
    const { import_id, proof } = await preview();
    podcast.note = proof.code;
    const started = await call('PUT', `/imports/${import_id}`, {});
    expect(started).toMatchObject({ status: 200, import: { state: 'waiting' } });
    await test.runJobs();
    const { import: done } = await call('GET', `/imports/${import_id}`);
    expect(done).toMatchObject({ state: 'done', done: 3, total: 3, error: null });
    expect(outcomes(done.items)).toEqual(['words only: refused', 'one: imported', 'two: imported']);
    const rows = await test.database
      .selectFrom('episodes')
      .select(['guid', 'user_id'])
      .where('show_id', '=', done.show_id)
      .orderBy('guid')
      .execute();
    expect(rows).toEqual([
      { guid: 'guid-one', user_id: member.userId },
      { guid: 'guid-two', user_id: member.userId },
    ]);
    podcast.note = '';
    const again = await preview();
    expect(outcomes(again.items)).toContain('one: known');
    expect([proof.is_proven, again.proof.is_proven]).toEqual([false, true]); // one proof is enough
  });

  it('ends if the show is deleted meanwhile, and can begin again', async () => {
    const { import_id, proof } = await preview();
    podcast.note = proof.code;
    await call('PUT', `/imports/${import_id}`, {});
    podcast.beforeAudio = async (path) => {
      if (path !== '/two.mp3') return;
      const shows = test.database.updateTable('shows').set({ deleted_at: new Date() });
      await shows.where('title', '=', 'Moving house').execute();
    };
    await test.runJobs();
    const { import: ended } = await call('GET', `/imports/${import_id}`);
    expect([ended.state, ended.error]).toEqual([
      'failed',
      'The show was deleted during the import.',
    ]);
    expect(outcomes(ended.items)).toContain('two: new');
    podcast.beforeAudio = async () => null;
    await call('PUT', `/imports/${import_id}`, {});
    await test.runJobs();
    expect((await call('GET', `/imports/${import_id}`)).import.state).toBe('done');
  });

  it('imports for the owner of the address in the feed', async () => {
    await test.database
      .updateTable('users')
      .set({ email: null })
      .where('email', '=', podcast.email)
      .execute();
    await test.database
      .updateTable('users')
      .set({ email: podcast.email.toUpperCase() })
      .where('user_id', '=', member.userId)
      .execute();
    const { import_id, proof } = await preview();
    expect(proof.is_proven).toBe(true);
    expect((await call('PUT', `/imports/${import_id}`, {})).import.state).toBe('waiting');
  });

  it('imports with the code of a mail to the address in the feed', async () => {
    const { import_id } = await preview();
    const asked = await call('PUT', `/imports/${import_id}`, { prove_by: 'mail' });
    expect(asked).toMatchObject({ status: 200, import: { state: 'preview' } });
    await test.runJobs();
    const code = await codeInOutbox();
    const wrong = await call('PUT', `/imports/${import_id}`, { mail_code: '00000000x' });
    expect(wrong.messages[0]).toMatch(/^mail_code: /);
    expect((await call('PUT', `/imports/${import_id}`, { mail_code: code })).import.state).toBe(
      'waiting',
    );
  });

  it('takes no code after five wrong ones', async () => {
    const { import_id } = await preview();
    await call('PUT', `/imports/${import_id}`, { prove_by: 'mail' });
    for (let tries = 0; tries < 5; tries++) {
      await call('PUT', `/imports/${import_id}`, { mail_code: 'wrong' });
    }
    await test.runJobs();
    const mail_code = await codeInOutbox();
    expect((await call('PUT', `/imports/${import_id}`, { mail_code })).status).toBe(400);
  });

  it('counts each of many wrong codes at once', async () => {
    const { import_id } = await preview();
    await call('PUT', `/imports/${import_id}`, { prove_by: 'mail' });
    await test.runJobs();
    const mail_code = await codeInOutbox();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        call('PUT', `/imports/${import_id}`, { mail_code: 'wrong' }),
      ),
    );
    expect((await call('PUT', `/imports/${import_id}`, { mail_code })).status).toBe(400);
  });

  it('sends no text of the feed to the address in it', async () => {
    const { import_id } = await preview();
    await call('PUT', `/imports/${import_id}`, { prove_by: 'mail' });
    await test.runJobs();
    const mails = await mailsInOutbox();
    expect(mails.at(-1)).toContain('enter this code');
    expect(mails.join()).not.toContain('Moving house');
  });

  it('needs no proof from an administrator, and starts once however often it is asked', async () => {
    const admin = await test.signIn({ admin: true });
    const { import: made } = await call('POST', '/imports', { url: feedUrl }, admin);
    expect(made.proof.is_proven).toBe(true);
    const path = `/imports/${made.import_id}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('PUT', path, {}, admin)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await test.runJobs();
    const { import: done } = await call('GET', path, undefined, admin);
    expect(done).toMatchObject({ state: 'done', done: 3 });
    expect((await call('PUT', path, {}, admin)).import.state).toBe('done');
  });

  it('says in words why it failed, and can be started again', async () => {
    const admin = await test.signIn({ admin: true });
    const { import: made } = await call('POST', '/imports', { url: feedUrl }, admin);
    const path = `/imports/${made.import_id}`;
    await call('PUT', path, {}, admin);
    podcast.isBroken = true;
    await test.runJobs();
    expect((await call('GET', path, undefined, admin)).import).toMatchObject({ state: 'failed' });
    podcast.isBroken = false;
    await call('PUT', path, {}, admin);
    await test.runJobs();
    const { import: done } = await call('GET', path, undefined, admin);
    expect(done).toMatchObject({ state: 'done', error: null });
  });

  it('refuses a podcast that belongs to another user here', async () => {
    const admin = await test.signIn({ admin: true });
    const { import: made } = await call('POST', '/imports', { url: feedUrl }, admin);
    await call('PUT', `/imports/${made.import_id}`, {}, admin);
    await test.runJobs();
    const { status, messages } = await call('POST', '/imports', { url: feedUrl });
    expect([status, messages[0]]).toEqual([400, expect.stringContaining(admin.permalink)]);
  });

  it('is closed to everybody else', async () => {
    const { import_id } = await preview();
    const stranger = await test.signIn();
    expect((await call('GET', `/imports/${import_id}`, undefined, stranger)).status).toBe(404);
    expect((await call('PUT', `/imports/${import_id}`, {}, stranger)).status).toBe(404);
  });
});

describe('the limits of imports', () => {
  let limited: TestApp;
  beforeAll(async () => {
    const { port } = new URL(feedUrl);
    limited = await openTestApp({ IMPORT_PRIVATE_HOSTS: `127.0.0.1:${port}`, RATE_LIMITS: 'on' });
  });
  afterAll(() => limited?.close());

  const ask = async (method: 'POST' | 'PUT', url: string, payload: object, who: SignedIn) => {
    const { headers } = who;
    return limited.app.inject({ method, url: `/api${url}`, payload, headers });
  };
  const begin = async (who: SignedIn): Promise<number> =>
    (await ask('POST', '/imports', { url: feedUrl }, who)).json().response.import.import_id;

  it('stop mails to one address, also from several accounts', async () => {
    const found: number[] = [];
    for (let account = 0; account < 2; account++) {
      const who = await limited.signIn();
      const id = await begin(who);
      for (let n = 0; n < 4; n++) {
        const { statusCode } = await ask('PUT', `/imports/${id}`, { prove_by: 'mail' }, who);
        found.push(statusCode);
      }
    }
    expect(found).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('stop feeds that the host fetches for a member', async () => {
    const who = await limited.signIn();
    const id = await begin(who);
    const { points } = LIMITS.import.account;
    for (let n = 1; n < points; n++) {
      expect((await ask('PUT', `/imports/${id}`, {}, who)).statusCode).toBe(400);
    }
    expect((await ask('PUT', `/imports/${id}`, {}, who)).statusCode).toBe(429);
    expect((await ask('POST', '/imports', { url: feedUrl }, who)).statusCode).toBe(429);
  });
});

async function mailsInOutbox(): Promise<string[]> {
  const folder = join(test.deps.config.dataDir, 'outbox');
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

async function codeInOutbox(): Promise<string> {
  const mails = await mailsInOutbox();
  const codes = mails.flatMap((mail) => /code there: (\d{8})/.exec(mail)?.[1] ?? []);
  return codes.at(-1) ?? '';
}
