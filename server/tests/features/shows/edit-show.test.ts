import type { Show } from 'earshot/contract';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdLock } from '../../helpers/hold-lock.ts';
import { multipart } from '../../helpers/multipart.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: SignedIn;
let bob: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  [ann, bob] = await Promise.all([test.signIn(), test.signIn()]);
});

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  options: InjectOptions = {},
) {
  const answer = await test.app.inject({
    method,
    url: `/api${url}`,
    ...options,
    headers: { ...ann.headers, ...options.headers },
  });
  const body = answer.json();
  return {
    answer,
    status: answer.statusCode,
    show: body.response?.show as Show,
    error: body.error,
  };
}
const create = async (fields: object = {}): Promise<Show> => {
  const { status, show, error } = await call('POST', '/show', {
    payload: { title: 'A show', ...fields },
  });
  expect(error).toBeUndefined();
  expect(status).toBe(201);
  return show;
};
const change = (show: Show, payload: object, headers = {}) =>
  call('PUT', `/show/${show.show_id}`, { payload, headers });

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

describe('a new show', () => {
  it('has no permalink that could be the id of another one', async () => {
    expect((await create({ title: '2026' })).permalink).toBe('show-2026');
    const show = await create();
    const { answer } = await call('GET', `/show/${show.show_id}/permalink?permalink=1984`);
    expect(answer.json().response.permalink.value).toBe('show-1984');
  });

  it('is refused while the account of its author ends', async () => {
    const eve = await test.signIn();
    const end = sql`update users set deleted_at = now() where user_id = ${eve.userId}`;
    const { headers } = eve;
    const start = () => call('POST', '/show', { payload: { title: 'Late' }, headers });
    const { status } = await holdLock(test.database, end, { waiting: 1, start });
    expect(status).toBe(401);
  });
});

describe('an author who is a mail address', () => {
  it('is never shown: the name of the show stands instead', async () => {
    const { show_id, permalink } = await create({ title: 'Quiet', author: 'ann@mail.example' });
    const { show } = await call('GET', `/v2/shows/${show_id}`);
    expect(show.author).toBe('Quiet');
    for (const url of [`/show/${show_id}/episodes/feed`, `/show/${permalink}`]) {
      const { payload } = await test.app.inject({ url });
      expect(payload).not.toContain('ann@mail.example');
    }
    const named = await change(show, { author: 'Ann <ann@mail.example>' });
    expect(named.show.author).toBe('Ann');
  });
});

describe('POST /show', () => {
  it('makes a show with everything that a feed says about it', async () => {
    const funding = [{ url: 'https://example.org/give', text: 'Give' }];
    const show = await create({
      title: '  Rooms &\n sounds ',
      description: '<p>Hi<script>alert(1)</script> <b>there</b></p>',
      language: 'it-it',
      category: 'Arts > Books',
      keywords: ['#Radio', 'radio', ' field  recording '],
      explicit: true,
      author: 'Ann',
      link_url: 'https://example.org',
      copyright: '© Ann',
      owner_name: 'Ann',
      owner_email: 'ann@example.org',
      itunes_type: 'serial',
      funding,
    });
    expect(show).toMatchObject({
      user_id: ann.userId,
      title: 'Rooms & sounds',
      permalink: expect.stringMatching(/^rooms-sounds/),
      description: '<p>Hi <b>there</b></p>',
      language: 'it-IT',
      category: 'Arts',
      categories: ['Arts', 'Books'],
      keywords: ['Radio', 'field recording'],
      explicit: true,
      author: 'Ann',
      link_url: 'https://example.org',
      copyright: '© Ann',
      owner_email: 'ann@example.org',
      itunes_type: 'serial',
      funding,
      guid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      episode_count: 0,
      image_url: null,
    });
  });

  it('needs a title only', async () => {
    expect(await create({ title: 'Bare' })).toMatchObject({
      description: '',
      language: 'en',
      author: expect.stringMatching(/^Tester/),
      categories: [],
      explicit: false,
    });
  });

  it('takes a form, and the plain and the /v2/ path', async () => {
    const { status, show } = await call('POST', '/v2/shows', {
      payload: 'title=Formal&explicit=1&categories[]=News&categories[]=Daily+News&tags=a,b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(201);
    expect(show).toMatchObject({
      explicit: true,
      categories: ['News', 'Daily News'],
      keywords: ['a', 'b'],
    });
  });

  it('stores a title of 300 characters whole, also outside of the basic plane', async () => {
    const title = '🔔'.repeat(300);
    expect((await create({ title })).title).toBe(title);
  });

  it('shows the fields of the feed only to those who may edit the show', async () => {
    const { show_id } = await create({ owner_email: 'ann@example.org' });
    const { show } = await call('GET', `/show/${show_id}`, { headers: bob.headers });
    expect(show).not.toHaveProperty('owner_email');
    expect(show).not.toHaveProperty('guid');
    const own = await call('GET', `/show/${show_id}`);
    expect(own.show.owner_email).toBe('ann@example.org');
  });

  it.each([
    [{}, 'title: is required'],
    [{ title: ' \u200b ' }, 'title: must not be empty'],
    [{ title: '\u3164' }, 'title: must not be empty'], // invisible, though Unicode calls it a letter
    [{ title: '   ' }, 'title: must not be empty'],
    [{ title: 'x'.repeat(301) }, 'title: must be at most 300 characters'],
    [{ title: 'A', colour: 'red' }, 'colour: is not known'],
    [{ title: 'A', category: 'Gardening' }, `category: is not one of Apple's categories`],
    [{ title: 'A', category: 'Music > Books' }, `category: is not one of Apple's categories`],
    [{ title: 'A', categories: ['Music', 'Nope'] }, 'categories/1: is not one of'],
    [{ title: 'A', category: 'Music', categories: ['Music'] }, 'category: cannot be combined'],
    [{ title: 'A', keywords: ['a'], tags: ['a'] }, 'tags: cannot be combined'],
    [{ title: 'A', language: 'klingonese!' }, 'language: must be a language'],
    [{ title: 'A', link_url: 'javascript:alert(1)' }, 'link_url: must be a complete address'],
    [{ title: 'A', owner_email: 'ann' }, 'owner_email: '],
    [{ title: 'A', itunes_type: 'weekly' }, 'itunes_type: must be one of episodic, serial'],
    [{ title: 'A', permalink: 'My Show' }, 'permalink: must be small letters'],
    [{ title: 'A', permalink: '../x' }, 'permalink: must be small letters'],
    [{ title: 'A', permalink: '2026' }, 'permalink: must not consist of digits alone'],
    [{ title: 'A', explicit: 'yes' }, 'explicit: must be true or false'],
    [{ title: 'A', guid: 'mine' }, 'guid: is not known'],
    [{ title: 'A', user_id: 1 }, 'user_id: is not known'],
  ])('refuses %j', async (payload, message) => {
    const { status, error } = await call('POST', '/show', { payload });
    expect(status).toBe(400);
    expect(error.messages.join('. ')).toContain(message);
  });

  it('needs a member', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/show',
      payload: { title: 'A' },
    });
    expect(answer.statusCode).toBe(401);
  });

  it('gives each of many shows that are made at once a permalink of its own', async () => {
    const shows = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'At once' })));
    const permalinks = shows.map(({ permalink }) => permalink).sort();
    expect(new Set(permalinks).size).toBe(20);
    expect(permalinks).toContain('at-once');
    expect(permalinks).toContain('at-once-20');
  });

  it('gives one of two authors the permalink that both want', async () => {
    const wanted = { payload: { title: 'Wanted', permalink: 'wanted' } };
    const answers = await Promise.all([
      call('POST', '/show', wanted),
      call('POST', '/show', { ...wanted, headers: bob.headers }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.error.messages).toEqual(['permalink: is taken by another show']);
  });
});

describe('PUT /show/{show_id}', () => {
  it('changes only the fields that it names, and has the same result twice', async () => {
    const show = await create({ description: 'Old', category: 'Music', subtitle: 'Sub' });
    const first = await change(show, { title: 'New', subtitle: null, category: null });
    expect(first.show).toEqual({
      ...show,
      title: 'New',
      subtitle: null,
      category: null,
      categories: [],
    });
    const second = await change(show, { title: 'New', subtitle: null, category: null });
    expect(second.show).toEqual(first.show);
    expect((await change(show, {})).show).toEqual(first.show);
    expect((await call('GET', `/v2/shows/${show.show_id}`)).show).toEqual(first.show);
  });

  it('refuses the permalink of another show', async () => {
    const [show, other] = [await create(), await create()];
    const { status, error } = await change(show, { permalink: other.permalink });
    expect([status, error.messages]).toEqual([400, ['permalink: is taken by another show']]);
    const own = await change(show, { permalink: show.permalink });
    expect(own.status).toBe(200);
  });

  it('shows the change to everybody at once', async () => {
    const show = await create();
    const url = `/api/v2/shows/${show.show_id}`;
    await test.app.inject({ url });
    await change(show, { title: 'Seen' });
    expect((await test.app.inject({ url })).json().response.show.title).toBe('Seen');
  });

  it('belongs to the owner and to editors', async () => {
    const show = await create();
    const anonymous = await test.app.inject({
      method: 'PUT',
      url: `/api/show/${show.show_id}`,
      payload: {},
    });
    expect(anonymous.statusCode).toBe(401);
    expect((await change(show, { title: 'Mine' }, bob.headers)).status).toBe(403);
    await test.database
      .insertInto('show_members')
      .values({ show_id: show.show_id, user_id: bob.userId, role: 'editor' })
      .execute();
    expect((await change(show, { title: 'Ours' }, bob.headers)).status).toBe(200);
    const removal = await call('DELETE', `/show/${show.show_id}`, { headers: bob.headers });
    expect(removal.status).toBe(403);
  });

  it('refuses with If-Match what another change has made old', async () => {
    const show = await create();
    const read = await call('GET', `/show/${show.show_id}`);
    const tag = String(read.answer.headers.etag);
    const both = await Promise.all([
      change(show, { title: 'One' }, { 'if-match': tag }),
      change(show, { title: 'Two' }, { 'if-match': tag }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const made = both.find(({ status }) => status === 200);
    const next = String(made?.answer.headers.etag);
    expect((await change(show, { title: 'Three' }, { 'if-match': next })).status).toBe(200);
    expect((await change(show, { title: 'Four' }, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('PUT /show/{show_id}/cover', () => {
  const send = (show: Show, bytes: Buffer, name = 'image') => {
    const { headers, payload } = multipart(name, { bytes });
    return call('PUT', `/show/${show.show_id}/cover`, { headers, payload });
  };

  it.each(['jpeg', 'png'] as const)('keeps a %s as it is, byte by byte', async (format) => {
    const show = await create();
    const bytes = await picture(200).toFormat(format).toBuffer();
    const { status, show: changed } = await send(show, bytes);
    expect(status).toBe(200);
    const url = new URL(changed.image_original_url ?? '').pathname;
    expect((await test.app.inject({ url })).rawPayload).toEqual(bytes);
    const preset = new URL(changed.image_url ?? '').pathname;
    expect((await test.app.inject({ url: preset })).statusCode).toBe(200);
    const removed = await call('DELETE', `/show/${show.show_id}/cover`);
    expect(removed.answer.json()).toEqual({ response: {} });
    expect((await call('GET', `/show/${show.show_id}`)).show.image_url).toBeNull();
  });

  it('shows a JPEG that is complete, but damaged in the middle', async () => {
    const show = await create();
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const source = { width: 200, height: 200, channels: 3, background: '#000', noise } as const;
    const whole = await sharp({ create: source }).jpeg().toBuffer();
    const half = whole.length / 2;
    const marker = Buffer.from([0xff, 0xd3]); // of a restart, where none belongs
    const damaged = Buffer.concat([whole.subarray(0, half), marker, whole.subarray(half)]);
    const { status, show: changed } = await send(show, damaged);
    expect(status).toBe(200);
    const preset = new URL(changed.image_url ?? '').pathname;
    expect((await test.app.inject({ url: preset })).statusCode).toBe(200);
    const { body } = await test.app.inject(`/show/${show.show_id}/episodes/feed`);
    const inFeed = new URL(/<itunes:image href="([^"]+)"/.exec(body)?.[1] ?? '').pathname;
    expect(inFeed).toMatch(/1400\.jpg$/);
    expect((await test.app.inject({ url: inFeed })).statusCode).toBe(200);
  });

  const pngHeader = (width: number, height: number) => {
    const bytes = Buffer.from(
      '89504e470d0a1a0a0000000d4948445200000000000000000802000000000000000000000049454e44ae426082',
      'hex',
    );
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a text', () => Buffer.from('hello'), /must be a JPEG, PNG/],
    ['nothing', () => Buffer.alloc(0), /must be a JPEG, PNG/],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /must be a JPEG, PNG/,
    ],
    [
      'half a WebP',
      async () => (await picture(400).webp().toBuffer()).subarray(0, 300),
      /is damaged/,
    ],
    [
      'half a JPEG',
      async () => (await picture(400).jpeg().toBuffer()).subarray(0, 900),
      /is damaged/,
    ],
    [
      'a noisy PNG without its end',
      async () => {
        const noise = {
          create: {
            width: 300,
            height: 300,
            channels: 3,
            background: '#000',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        } as const;
        const whole = await sharp(noise).png().toBuffer();
        return whole.subarray(0, whole.length - 2_000);
      },
      /is damaged/,
    ],
    [
      'a picture that claims a billion pixels',
      () => pngHeader(60_000, 60_000),
      /60000 x 60000 pixels|damaged/,
    ],
  ])('refuses %s', async (_name, make, message) => {
    const show = await create();
    const { status, error } = await send(show, await make());
    expect(status).toBe(400);
    expect(error.messages[0]).toMatch(message);
    expect((await call('GET', `/show/${show.show_id}`)).show.image_url).toBeNull();
  });

  it('refuses a part of another name, and a body that is no form', async () => {
    const show = await create();
    const bytes = await picture(20).png().toBuffer();
    expect((await send(show, bytes, 'file')).error.messages[0]).toContain('image');
    const plain = await call('PUT', `/show/${show.show_id}/cover`, { payload: { image: 'x' } });
    expect(plain.status).toBe(400);
  });

  it('belongs to those who may edit the show', async () => {
    const show = await create();
    const { headers, payload } = multipart('image', { bytes: await picture(20).png().toBuffer() });
    const url = `/show/${show.show_id}/cover`;
    expect(
      (await call('PUT', url, { payload, headers: { ...headers, ...bob.headers } })).status,
    ).toBe(403);
  });
});

describe('DELETE /show/{show_id}', () => {
  it('hides the show from everybody', async () => {
    const show = await create();
    expect((await call('DELETE', `/show/${show.show_id}`)).answer.json()).toEqual({ response: {} });
    expect((await call('GET', `/show/${show.show_id}`)).status).toBe(404);
    expect((await change(show, { title: 'Back' })).status).toBe(404);
    expect((await call('DELETE', `/show/${show.show_id}`)).status).toBe(404);
  });
});
