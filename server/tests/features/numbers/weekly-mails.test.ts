import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isMailTime, mailLastWeek } from '../../../src/features/numbers/weekly-mails.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { logRequest } from '../../helpers/log-request.ts';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { textOfMail } from '../../helpers/mail-text.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let mails: MailServer;
let now = new Date();
let author: SignedIn;
let showId = 0;
beforeAll(async () => {
  mails = await openMailServer();
  test = await openTestApp({ SMTP_URL: mails.url }, {}, { numbersClock: () => now });
});
afterAll(async () => {
  await test?.close();
  await mails?.close();
});
beforeEach(async () => {
  await test.database.updateTable('users').set({ weekly_mail_language: null }).execute();
  author = await test.signIn();
  showId = await addShow(test.database, author.userId, { title: 'Tidewater' });
  await choose(true);
});

/** Turns the weekly mail on or off. */
async function choose(weekly_mail: boolean, headers = {}) {
  const url = `/api/user/${author.userId}`;
  const all = { ...author.headers, ...headers };
  const answer = await test.app.inject({
    method: 'PUT',
    url,
    payload: { weekly_mail },
    headers: all,
  });
  expect(answer.json().response.user.weekly_mail).toBe(weekly_mail);
}

/** An episode with downloads at these hours. */
async function addDownloads(hours: Record<string, number>, title = 'Ebb') {
  const episode_id = await addEpisode(test.database, showId, { title });
  const rows = Object.entries(hours).map(([hour, downloads]) => ({
    episode_id,
    counted_by: 'rolling' as const,
    hour: new Date(`2026-03-${hour}:00Z`),
    downloads,
    method: 1,
  }));
  await test.database.insertInto('download_hours').values(rows).execute();
  return episode_id;
}

const MONDAY = '2026-03-09T06:00:00Z';

async function send(at = MONDAY): Promise<void> {
  now = new Date(at);
  await mailLastWeek(test.deps, now, new AbortController().signal);
}

/** All delivered mails to the author. */
async function delivered(): Promise<string[]> {
  await test.runJobs();
  const { email } = await test.database
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', author.userId)
    .executeTakeFirstOrThrow();
  return mails.mails.filter(({ to }) => to.includes(String(email))).map(({ raw }) => raw);
}

describe('the weekly mail', () => {
  it('names the downloads of the week from Monday to Sunday, and of the week before', async () => {
    await addDownloads({ '01T23': 1, '02T00': 2, '08T23': 3, '09T00': 50 }, 'Ebb');
    await addDownloads({ '03T10': 9 }, 'Flood');
    for (const title of ['Neap', 'Spring']) await addDownloads({ '04T10': 1 }, title);
    await send();
    const [raw = '', ...others] = await delivered();
    expect(others).toEqual([]);
    const text = textOfMail(raw).replace(/[\u2068\u2069]/g, '');
    expect(text).toContain('from 2 Mar 2026 to 8 Mar 2026:\r\n\r\nTidewater\r\n');
    expect(text).toContain('Downloads: 16 (the week before: 1)');
    expect(text).toContain('Most downloaded:\r\n- Flood: 9\r\n- Ebb: 5\r\n- Spring: 1\r\n');
    expect(text).not.toContain('Neap: 1');
    expect(text).toContain(`/dashboard/shows/${showId}/numbers`);
  });

  it('follows the count of the log on Monday', async () => {
    const media_id = await storeMedia(test, Buffer.from(`tide ${showId}`), { duration: 20 });
    const episodeId = await addEpisode(test.database, showId, { media_id });
    await logRequest(test, { at: '2026-03-08T23:59:00Z', episodeId });
    for (const at of ['2026-03-09T05:00:00Z', MONDAY, '2026-03-09T07:00:00Z']) {
      now = new Date(at);
      await test.deps.jobs.add(test.database, 'count_downloads', {});
      expect(await delivered()).toHaveLength(at < MONDAY ? 0 : 1);
    }
  });

  it('is sent once by several processes', async () => {
    await addDownloads({ '03T10': 1 });
    await Promise.all([send(), send(), send()]);
    await send('2026-03-10T23:00:00Z');
    expect(await delivered()).toHaveLength(1);
  });

  it('is sent once if a process ends between the mail and the mark', async () => {
    await addDownloads({ '03T10': 1 });
    const dying = {
      ...test.deps,
      mail: {
        async send(...mail: Parameters<typeof test.deps.mail.send>) {
          await test.deps.mail.send(...mail);
          throw new Error('killed');
        },
      },
    };
    const run = mailLastWeek(dying, new Date(MONDAY), new AbortController().signal);
    await expect(run).rejects.toThrow('killed');
    expect(await delivered()).toEqual([]);
    await send();
    expect(await delivered()).toHaveLength(1);
  });

  it('is left out for a week in which the host stood still, and sent for the next one', async () => {
    await addDownloads({ '03T10': 1, '10T10': 2, '17T10': 3 });
    await send();
    await send('2026-03-18T06:00:00Z');
    await send('2026-03-23T06:00:00Z');
    const texts = (await delivered()).map(textOfMail);
    expect(texts.map((text) => /Downloads: \d+/.exec(text)?.[0])).toEqual([
      'Downloads: 1',
      'Downloads: 3',
    ]);
  });

  it.each([
    ['a week without downloads', '01T23', () => undefined],
    ['a choice against it', '03T10', () => choose(false)],
    ['an unconfirmed address', '03T10', () => change({ email_verified_at: null })],
    ['a deleted account', '03T10', () => change({ deleted_at: new Date() })],
  ])('is not sent after %s', async (_, hour, prepare) => {
    await addDownloads({ [hour]: 1 });
    await prepare();
    await send();
    expect(await delivered()).toEqual([]);
  });

  const change = (values: { email_verified_at?: null; deleted_at?: Date }) =>
    test.database.updateTable('users').set(values).where('user_id', '=', author.userId).execute();

  it('is written in the language of the choice', async () => {
    await choose(true, { 'accept-language': 'it' });
    await addDownloads({ '03T10': 1 });
    await send();
    const [raw = ''] = await delivered();
    expect(textOfMail(raw)).toContain('la settimana prima: 0');
  });

  it('comes to the editors of a show as well', async () => {
    await addDownloads({ '03T10': 4 });
    const owner = author;
    author = await test.signIn();
    await choose(true);
    await send();
    expect(await delivered()).toEqual([]);
    const values = { show_id: showId, user_id: author.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(values).execute();
    await send();
    expect(await delivered()).toEqual([]); // the week was reported, with nothing in it
    await addDownloads({ '10T10': 4 });
    await send('2026-03-16T06:00:00Z');
    expect(await delivered()).toHaveLength(1);
    author = owner;
    expect(await delivered()).toHaveLength(2);
  });

  it('cannot be ordered for others, not even by an administrator', async () => {
    const { headers } = await test.signIn({ admin: true });
    const url = `/api/user/${author.userId}`;
    const payload = { weekly_mail: true };
    const answer = await test.app.inject({ method: 'PUT', url, payload, headers });
    expect(answer.statusCode).toBe(403);
  });

  it.each([
    ['2026-03-08T23:59:59Z', false],
    ['2026-03-09T05:59:59Z', false],
    ['2026-03-09T06:00:00Z', true],
    ['2026-03-10T23:59:59Z', true],
    ['2026-03-11T00:00:00Z', false],
    ['2026-03-14T12:00:00Z', false],
  ])('is due at %s: %s', (at, isDue) => expect(isMailTime(new Date(at))).toBe(isDue));
});

describe('the address that ends the weekly mail', () => {
  const ONE_CLICK = 'List-Unsubscribe=One-Click';
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  async function addressInMail(): Promise<string> {
    await addDownloads({ '03T10': 1 });
    await send();
    const [raw = ''] = await delivered();
    const head = raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(head).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, url = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(head) ?? [];
    expect(textOfMail(raw)).toContain(url);
    return url.replace('http://site.test', '');
  }

  async function isOn(): Promise<boolean> {
    const { headers } = author;
    const me = await test.app.inject({ url: '/api/v2/me', headers });
    return me.json().response.user.weekly_mail;
  }

  it('ends it with one request of a mail program, which needs no sign-in', async () => {
    const url = await addressInMail();
    const types = [
      [FORM, ONE_CLICK],
      [
        { 'content-type': 'multipart/form-data; boundary=x' },
        `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
      ],
    ] as const;
    for (const [headers, payload] of types) {
      await choose(true);
      const answer = await test.app.inject({ method: 'POST', url, payload, headers });
      expect([answer.statusCode, await isOn()]).toEqual([200, false]);
    }
  });

  it('shows a page, whose button ends it', async () => {
    const url = await addressInMail();
    const page = await test.app.inject({ url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('&quot;unsubscribe&quot;');
    expect(await isOn()).toBe(true);
    const token = new URL(url, 'http://site.test').searchParams.get('token') ?? '';
    const [path = ''] = url.split('?');
    const payload = String(new URLSearchParams({ token }));
    const done = await test.app.inject({ method: 'POST', url: path, payload, headers: FORM });
    expect(done.body).toContain('&quot;unsubscribe_done&quot;');
    expect(await isOn()).toBe(false);
  });

  it('does nothing if it was changed', async () => {
    const url = await addressInMail();
    const [path = '', token = ''] = url.split('?token=');
    const [id = '', signature = ''] = token.split('.');
    const other = (await test.signIn()).userId;
    for (const wrong of [
      '',
      id,
      `${id}.`,
      `${id}.${signature.slice(0, -2)}`,
      `${id}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${other}.${signature}`,
      `0${id}.${signature}`,
      `x.${signature}`,
    ]) {
      const tried = `${path}?token=${wrong}`;
      expect((await test.app.inject({ url: tried })).statusCode).toBe(404);
      const post = { method: 'POST', url: tried, payload: ONE_CLICK, headers: FORM } as const;
      expect((await test.app.inject(post)).statusCode).toBe(404);
    }
    expect(await isOn()).toBe(true);
  });
});
