import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../../../src/features/oembed/oembed.ts';
import { addQuote } from '../../helpers/add-quote.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const HOSTILE = `"</title><script>alert('1')</script> & <b>\u0001\u{1f514}`;
const SHOW = 'http://site.test/show/field-notes-on-sound';
let test: TestApp;
let episodePage = '';

beforeAll(async () => {
  test = await openTestApp({ PRODUCT_NAME: 'Hearken', WIDGET_URL: 'https://w.test/sub' });
  const { response } = (await test.app.inject({ url: '/api/v2/episodes/1' })).json();
  episodePage = response.episode.site_url;
}, 60_000);
afterAll(() => test?.close());

const ask = (query: Record<string, string>) =>
  test.app.inject({ url: `/oembed?${new URLSearchParams(query)}` });
const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const unescapeXml = (text = '') =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');
const askJson = async (query: Record<string, string>) => (await ask(query)).json();

describe('GET /oembed', () => {
  it('describes the player of an episode', async () => {
    const answer = await ask({ url: episodePage, format: 'json' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    });
    expect(answer.json()).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Why rooms sing',
      author_name: expect.any(String),
      author_url: SHOW,
      provider_name: 'Hearken',
      provider_url: 'http://site.test/',
      cache_age: 86_400,
      thumbnail_url: expect.stringMatching(/^http:\/\/site\.test\/media\/images\/\w+\/480\.jpg$/),
      thumbnail_width: 480,
      thumbnail_height: 480,
      html:
        '<iframe src="https://w.test/sub/player?episode_id=1&amp;playlist=false" width="100%" ' +
        'height="200px" frameborder="0" allow="autoplay" style="color-scheme:light dark;height:200px" title="Why rooms sing"></iframe>',
      width: 600,
      height: 200,
    });
  });

  it('describes the player of a show, with its list', async () => {
    const { title, html, height } = await askJson({ url: SHOW });
    expect([title, height]).toEqual(['Field Notes on Sound', 400]);
    expect(html).toContain('/player?show_id=1&amp;playlist=show"');
  });

  it.each([
    [{ maxwidth: '300' }, { width: 300, height: 200, thumbnail_width: 160, thumbnail_height: 160 }],
    [{ maxheight: '120' }, { width: 600, height: 120, thumbnail_height: 100 }],
    [
      { maxwidth: '5000', maxheight: '5000' },
      { width: 600, height: 200, thumbnail_width: 480 },
    ],
    [
      { maxwidth: '320.9', maxheight: '0' },
      { width: 320, height: 200, thumbnail_width: 320 },
    ],
    [
      { maxwidth: '-1', maxheight: 'wide' },
      { width: 600, height: 200, thumbnail_width: 480 },
    ],
    [
      { maxwidth: 'NaN', maxheight: '-Infinity' },
      { width: 600, height: 200 },
    ],
    [
      { maxwidth: '1e308', maxheight: '99999999999999999999' },
      { width: 600, height: 200 },
    ],
    // A bound below the smallest player is still a bound.
    [
      { maxwidth: '1', maxheight: '1' },
      { width: 1, height: 1 },
    ],
    [
      { maxwidth: '0.5', maxheight: '' },
      { width: 600, height: 200 },
    ],
  ])('keeps within %j', async (bounds, sizes) => {
    const answer = await askJson({ url: episodePage, ...(bounds as object) });
    expect(answer).toMatchObject(sizes);
    expect(answer.html).toContain(` height="${sizes.height}px"`);
    if (answer.width !== 600) expect(answer.html).toContain(` width="${sizes.width}px"`);
  });

  it.each([
    ['499', '', '499px', 499],
    ['500', '', '100%', 500],
    ['750', '', '100%', 600],
    ['750', '?width=80%25', '80%', 600],
    ['750', '?width=900px', '750px', 750],
    ['300', '?width=80%25', '300px', 300],
  ])('fills a column of text, at %s px with "%s"', async (maxwidth, query, inFrame, width) => {
    const answer = await askJson({ url: episodePage + query, maxwidth });
    expect(answer.html).toContain(` width="${inFrame}"`);
    expect(answer.width).toBe(width);
  });

  it('describes the player of a quote, with its words', async () => {
    await addQuote(test.database, { quote_id: 'placedplaced', episode_id: 1 });
    const answer = await askJson({ url: 'http://site.test/quote/placedplaced' });
    expect(answer.title).toBe('“A cellar mutters.” – Why rooms sing');
    expect(answer.html).toContain(
      'src="https://w.test/sub/player?episode_id=1&amp;playlist=false&amp;quote=placedplaced"',
    );
  });

  it('shortens the words of a long quote in the title', async () => {
    const text = 'Every room has a voice of its own. '.repeat(9);
    await addQuote(test.database, { quote_id: 'longlonglong', episode_id: 1, text });
    const { title } = await askJson({ url: 'http://site.test/quote/longlonglong' });
    expect(title).toBe(`“${text.slice(0, 120)}…” – Why rooms sing`);
  });

  it('cuts no pictograph in half in the title', async () => {
    const text = `a${'\u{1f514}'.repeat(200)}`;
    await addQuote(test.database, { quote_id: 'bellbellbell', episode_id: 1, text });
    const { title, html } = await askJson({ url: 'http://site.test/quote/bellbellbell' });
    expect(title + html).not.toMatch(/\p{Surrogate}/u);
  });

  it('shows no words of a lost quote, and its card says so', async () => {
    await addQuote(test.database, { quote_id: 'lostlostlost', episode_id: 1, is_lost: true });
    const { title, html } = await askJson({ url: 'http://site.test/quote/lostlostlost' });
    expect(title).toBe('Why rooms sing');
    expect(html).toContain('quote=lostlostlost');
    expect(html).not.toContain('cellar');
  });

  it('answers 404 for an unknown quote', async () => {
    expect((await ask({ url: 'http://site.test/quote/unknownquote' })).statusCode).toBe(404);
  });

  it('leaves the picture out if no preset is small enough', async () => {
    expect(await askJson({ url: episodePage, maxheight: '79' })).not.toHaveProperty(
      'thumbnail_url',
    );
  });

  it('answers in XML', async () => {
    await test.database
      .updateTable('episodes')
      .set({ title: HOSTILE.replace('\u0001', '') })
      .where('episode_id', '=', 2)
      .execute();
    const { headers, body } = await ask({
      url: 'https://w.test/sub/player?episode_id=2',
      format: 'xml',
    });
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>/);
    expect(body).toContain(
      `<title>&quot;&lt;/title&gt;&lt;script&gt;alert('1')&lt;/script&gt; &amp; &lt;b&gt;\u{1f514}</title>`,
    );
    expect(body).toContain(
      '<html>&lt;iframe src=&quot;https://w.test/sub/player?episode_id=2&amp;amp;',
    );
    expect(body).not.toContain('<script');
  });

  it.each([
    `'"\`&quot;&amp;&#39;&lt;`,
    '\u{1f3d4}\ufe0f\u{1f469}\u200d\u{1f680} e\u0301',
    '\u05e9\u05dc\u05d5\u05dd \u202e(abc)\u202c \u0645\u0631\u062d\u0628\u0627',
    ']]><script>alert(1)</script><!--',
    '</textarea></iframe><img src=x onerror=alert(1)>',
    '%s%n{title}$1$&',
  ])('passes the title %j on unchanged', async (title) => {
    await test.database
      .updateTable('episodes')
      .set({ title })
      .where('episode_id', '=', 3)
      .execute();
    const url = 'https://w.test/sub/player?episode_id=3';
    const json = await askJson({ url });
    expect(json.title).toBe(title);
    const { body } = await ask({ url, format: 'xml' });
    const fields = [...body.matchAll(/^<(\w+)>([^<]*)<\/\1>$/gm)].map(
      ([, name, text]) => [name, unescapeXml(text)] as const,
    );
    const asText = Object.entries(json).map(([name, value]) => [name, String(value)]);
    expect(fields).toEqual(asText);
    const [, inFrame] = /^<iframe [^<>]* title="([^"<>]*)"><\/iframe>$/.exec(json.html) ?? [];
    expect(unescapeXml(inFrame)).toBe(title);
  });

  it('has the same fields in JSON and XML', async () => {
    const json = await askJson({ url: SHOW, maxwidth: '400' });
    const { body } = await ask({ url: SHOW, maxwidth: '400', format: 'xml' });
    expect([...body.matchAll(/^<(\w+)>/gm)].map(([, name]) => name)).toEqual([
      'oembed',
      ...Object.keys(json),
    ]);
  });

  it('escapes the title in the HTML', async () => {
    const { html } = await askJson({ url: 'https://w.test/sub/player?episode_id=2' });
    expect(html.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
  });

  it.each([
    (page: string) => page.replace('http:', 'https:'),
    (page: string) => `${page}/`,
    (page: string) => `${page}?utm_source=x&cursor=3`,
    (page: string) => `${page}#comments`,
    (page: string) => page.replace('site.test', 'SITE.test:80'),
    (page: string) => `${page}?lang=it`,
    (page: string) => page.replace('/user/', '//user//'),
    (page: string) => page.replace('/user/', '/%75ser/').replace('http:', 'HTTP:'),
    (page: string) => ` ${page}\n`,
    () => 'http://w.test/sub/player?episode_id=1',
    () => 'https://w.test/sub/player/?resource=episode_id%3D1#?secret=abc',
  ])('recognises its pages in form %#', async (form) => {
    expect((await askJson({ url: form(episodePage) })).title).toBe('Why rooms sing');
  });

  it('copies the options of the address to the player', async () => {
    const query = 'theme=dark&playlist=show&height=300&width=500&resource=show_id%3D2';
    const { html, width, height } = await askJson({ url: `${episodePage}?${query}` });
    expect(html).toContain('/player?episode_id=1&amp;theme=dark&amp;playlist=show" width="500px"');
    expect([width, height]).toEqual([500, 300]);
  });

  it.each([
    ['#t=60,90', '&amp;t=60&amp;t-end=90"'],
    ['?t=5#t=60', '&amp;t=60"'],
    ['#t=,90', '&amp;t-end=90"'],
    ['#t=never', 'playlist=false"'],
  ])('keeps the part of an episode in %s', async (end, src) => {
    expect((await askJson({ url: episodePage + end })).html).toContain(src);
  });

  it.each([
    ['height=1', 80],
    ['height=79px', 80],
    ['height=700', 700],
    ['height=0', 200],
    ['height=50%25', 200],
    ['height=-5', 200],
    ['cover=https%3A%2F%2Fa.test%2Fb.png', 400],
  ])('makes the player of an address with %s %i px high', async (query, height) => {
    const answer = await askJson({ url: `${episodePage}?${query}` });
    expect(answer.height).toBe(height);
    expect(answer.html).toContain(` height="${height}px"`);
  });

  it.each([
    'http://site.test/',
    'http://site.test/show/unknown',
    'http://site.test/show/field-notes-on-sound/more',
    'http://site.test/user/nobody/nothing',
    'http://site.test/show/%E0%A4%A',
    'http://site.test/show/%00',
    'http://site.test/player',
    'https://w.test/sub/player?episode_id=999999',
    'https://w.test/sub/player?episode_id=2147483648',
    'https://w.test/sub/player',
    'https://w.test/player?episode_id=1',
    'http://evil.example/show/field-notes-on-sound',
    'http://site.test.evil.example/show/field-notes-on-sound',
    'http://site.test@evil.example/show/field-notes-on-sound',
    'http://evil.example\\@site.test/show/field-notes-on-sound',
    'http://user:secret@site.test/show/field-notes-on-sound',
    'http://site.test:8080/show/field-notes-on-sound',
    'ftp://site.test/show/field-notes-on-sound',
    'javascript:alert(1)//site.test/show/field-notes-on-sound',
    '//site.test/show/field-notes-on-sound',
    '/show/field-notes-on-sound',
    'show',
  ])('answers 404 for %s', async (url) => {
    const answer = await ask({ url });
    expect([answer.statusCode, answer.json().error.reason]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['/oembed', 400],
    ['/oembed?url=', 400],
    [`/oembed?url=${encodeURIComponent(SHOW)}&format=yaml`, 501],
    [`/oembed?url=${encodeURIComponent(SHOW)}&format=JSON`, 501],
  ])('%s answers %i', async (url, status) => {
    const answer = await test.app.inject({ url });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, status]);
  });

  it('answers 404 for an episode that was deleted', async () => {
    const url = 'https://w.test/sub/player?episode_id=4';
    const { author_url, title } = await askJson({ url });
    expect([author_url, title]).toEqual([expect.any(String), expect.any(String)]);
    await test.database.deleteFrom('episodes').where('episode_id', '=', 4).execute();
    expect((await ask({ url })).statusCode).toBe(404);
  });

  it('answers 404 for a show without episodes', async () => {
    await test.database.deleteFrom('episodes').where('show_id', '=', 2).execute();
    expect((await ask({ url: 'https://w.test/sub/player?show_id=2' })).statusCode).toBe(404);
  });

  it('never repeats the address in an error', async () => {
    const { body } = await ask({ url: `http://site.test/<script>alert(1)</script>` });
    expect(body).not.toContain('script');
  });
});

describe('readAddress', () => {
  const hosts = { siteUrl: 'http://site.test', widgetUrl: 'https://w.test/sub' };

  it('never throws, and refuses every other host', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (address) => {
        expect(readAddress(address, hosts)).toBeNull();
      }),
    );
  });
});
