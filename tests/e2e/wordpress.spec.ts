import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FrameLocator, Page } from '@playwright/test';
import fc from 'fast-check';
// @ts-expect-error: this script has no types
import { missingForWordpress } from '../../scripts/find-wordpress.mjs';
import { OPTION_NAMES } from '../../src/embed/option-table.ts';
import { readOptions } from '../../src/embed/options.ts';
import { iframeSnippet, scriptSnippet, shortcodeSnippet } from '../../src/embed/snippets.ts';
import { textSnippet } from '../../src/embed/text-snippet.ts';
import { delayScripts } from './delay-scripts.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';
import {
  type Author,
  type Post,
  type SetUp,
  startWordpress,
  type WordpressSite,
} from './wordpress/wordpress-site.ts';

/** A real WordPress next to the product, started once for all tests. */
const test = base.extend<object, { wordpress: WordpressSite }>({
  // WordPress itself sets cookies for signed-in authors.
  watch: async ({ context }, use) => {
    await use({ complaints: [] });
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => !/^(wordpress|wp)[-_]/.test(name))).toEqual([]);
  },
  wordpress: [
    async ({ product }, use) => {
      const wordpress = await startWordpress(product.site);
      await use(wordpress);
      await wordpress.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
const missing: string[] = missingForWordpress();
// CI fails if WordPress is missing.
test.skip(
  missing.length > 0 && process.env.WORDPRESS !== 'required',
  `needs Debian's packages ${missing.join(', ')}`,
);

/** By default one set-up is tested, that with the plugin and a classic theme. */
const areAllSetUps = process.env.WORDPRESS_SETUPS === 'all';
/** Number of random shortcodes that the plugin and the loader parse. */
const SHORTCODES = Number(process.env.WORDPRESS_SHORTCODES ?? 300);
const PLUGIN_FOLDER = 'integrations/wordpress';

const BARE: SetUp = {
  plugin: false,
  footScript: false,
  theme: 'twentytwentythree',
  classicEditor: false,
  locale: '',
};
const FOOT: SetUp = { ...BARE, footScript: true };
const PLUGIN_BLOCKS: SetUp = { ...BARE, plugin: true };
const PLUGIN: SetUp = { ...PLUGIN_BLOCKS, theme: 'twentytwentyone' };

const SET_UPS = areAllSetUps ? [PLUGIN, PLUGIN_BLOCKS] : [PLUGIN];
const EDITING: SetUp = areAllSetUps ? PLUGIN_BLOCKS : PLUGIN;
const AUTHORS: Author[] = ['admin', 'author'];
/** WordPress removes HTML from the posts of authors only, so their code is the harder case. */
const EDITORS: Author[] = areAllSetUps ? AUTHORS : ['author'];
const KINDS = ['script', 'shortcode', 'iframe', 'text', 'link'] as const;
type Kind = (typeof KINDS)[number];

/** The snippets from the site's dialog, and the address of the episode's page. */
async function snippetsOf(site: string): Promise<Record<Kind, string>> {
  const answer = await fetch(`${site}/api/v2/episodes/1`);
  const { response } = (await answer.json()) as { response: { episode: { site_url: string } } };
  const link = response.episode.site_url;
  const source = {
    options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' } as const,
    title: 'Why "rooms" sing',
    link_url: link,
    widgetUrl: site,
    productName: 'Earshot',
    holdsPlace: true,
  };
  return {
    script: scriptSnippet(source),
    shortcode: shortcodeSnippet(source),
    iframe: iframeSnippet(source),
    text: textSnippet({
      ...source,
      text: {
        show: 'Field notes',
        language: 'en',
        duration: 0,
        notes: '',
        chapters: [],
        cues: [{ starts_at: 1, ends_at: 2, speaker: 'Ada', text: 'Every room has a note.' }],
        labels: { chapters: 'Chapters', transcript: 'Transcript' },
      },
    }),
    link,
  };
}

/** The code of earlier versions, which did not keep the place of the player. */
const withoutPlace = (script: string) => script.replace(/^<div[^>]*>|<\/div>$/g, '');

const inText = (code: string) => `I heard this:\n\n${code}\n\nAnd you?`;

type Shown = Post & { author: Author; kind: Kind };

/** Publishes a post with each kind of embed by each author. The keys are `{author} {kind}`. */
async function publishAll(
  { wordpress, site }: { wordpress: WordpressSite; site: string },
  setUp: SetUp,
): Promise<Record<`${Author} ${Kind}`, Shown>> {
  wordpress.setUp(setUp);
  const snippets = await snippetsOf(site);
  const drafts = AUTHORS.flatMap((author) =>
    KINDS.map((kind) => ({ author, kind, content: inText(snippets[kind]) })),
  );
  const posts = wordpress.publish(drafts);
  return Object.fromEntries(
    drafts.map(({ author, kind }, index) => [
      `${author} ${kind}`,
      { author, kind, ...(posts[index] as Post) },
    ]),
  ) as Record<`${Author} ${Kind}`, Shown>;
}

/** Opens a page of the blog. PHP must not report errors of the plugin on it. */
async function open(page: Page, url: string): Promise<string> {
  const html = (await (await page.goto(url))?.text()) ?? '';
  // WordPress itself may cause PHP warnings, because PHP is newer than this version of WordPress.
  expect(html.match(/<b>\w[\w ]+<\/b>:.*plugins\/earshot\/.*/g)).toBeNull();
  return html;
}

const framesOf = (page: Page | FrameLocator, site: string) =>
  page.locator(`iframe[src^="${site}/player?"]`);

async function expectPlayers(page: Page, site: string, count: number): Promise<void> {
  await expect(framesOf(page, site)).toHaveCount(count);
  for (const frame of await framesOf(page, site).all()) {
    await expect(new PlayerObject(frame.contentFrame()).play()).toBeVisible();
  }
}

async function expectOnePlaying(page: Page, site: string): Promise<void> {
  await expect(framesOf(page, site)).toHaveCount(1);
  const player = new PlayerObject(framesOf(page, site).contentFrame());
  await player.play().click();
  await player.expectPast(0);
}

test('every file of the plugin is valid PHP', () => {
  const files = readdirSync(PLUGIN_FOLDER, { recursive: true }).map(
    (name) => `${PLUGIN_FOLDER}/${name}`,
  );
  const scripts = files.filter((name) => name.endsWith('.php'));
  expect(scripts.length).toBeGreaterThan(8);
  for (const script of scripts) {
    const { status, stdout } = spawnSync('php', ['-d', 'display_errors=1', '-l', script]);
    expect(status, stdout?.toString()).toBe(0);
  }
});

test('the plugin parses options as the loader does', () => {
  // Quotes and entities are not compared: WordPress leaves some of them in the values, and the plugin removes them.
  const piece = fc.constantFrom(
    ...['episode_id=', 'show_id=', 'show', '1', '0', '007', '99999', 'px', '%', 'true', 'false'],
    ...['light', 'left', 'https://', 'http://', 'a.test/', '?b=c', '#', 'fff', 'en', 'it_IT', '-'],
    ...['.', ' ', '[', ']', '<', '>', '%5B', ':80', 'javascript:', '\u0663', '\u00e9'],
  );
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const options = fc.dictionary(fc.constantFrom(...OPTION_NAMES), value);
  const all = fc.sample(options, { numRuns: SHORTCODES, seed: 1 });
  const { stdout } = spawnSync('php', ['tests/e2e/wordpress/read-options.php', PLUGIN_FOLDER], {
    input: JSON.stringify(all),
    encoding: 'utf8',
  });
  const understood: Record<string, string>[] = JSON.parse(stdout);
  const read = (values?: Record<string, string>) =>
    JSON.stringify(readOptions((name) => values?.[name]));
  expect(all.filter((values, index) => read(values) !== read(understood[index]))).toEqual([]);
});

test('the plugin knows the addresses of all pages with a player', () => {
  const site = 'https://pod.example/sub';
  const pages = ['/show/a', '/user/a/b?t=9', '/quote/k3fq7a2mzd4x'].map((path) => site + path);
  const embeddable = [...pages, 'https://player.example/player?episode_id=1'];
  const others = [
    'https://pod.example/show/a',
    `${site}/user/a`,
    `${site}/quotes`,
    `${site}/tag/a`,
  ];
  const { stdout } = spawnSync('php', ['tests/e2e/wordpress/embeddable.php', PLUGIN_FOLDER], {
    input: JSON.stringify([...embeddable, ...others]),
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual(embeddable);
});

/** Plays the post on a wide page and on the page of a phone. */
async function expectAsWideAsTheText(page: Page, site: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const text = await page.getByText('And you?').boundingBox();
    const frame = await framesOf(page, site).boundingBox();
    expect(Math.round(frame?.width ?? 0)).toBe(Math.round(text?.width ?? 1));
  }
}

for (const setUp of SET_UPS) {
  test(`with the plugin and the theme ${setUp.theme}, each kind of each author plays`, async ({
    page,
    product: { site },
    wordpress,
  }) => {
    for (const { author, kind, url } of Object.values(
      await publishAll({ wordpress, site }, setUp),
    )) {
      await test.step(`${kind} of an ${author}`, async () => {
        await open(page, url);
        await expectOnePlaying(page, site);
        await expectAsWideAsTheText(page, site);
        await expect(page.locator('iframe[sandbox]')).toHaveCount(0);
      });
    }
  });
}

test.describe('without the plugin', () => {
  test.skip(!areAllSetUps, 'runs with WORDPRESS_SETUPS=all');

  test('WordPress keeps the code of administrators and all links', async ({
    page,
    product: { site },
    wordpress,
  }) => {
    const posts = await publishAll({ wordpress, site }, BARE);
    const snippets = await snippetsOf(site);
    for (const kind of KINDS) expect(posts[`admin ${kind}`].saved).toBe(inText(snippets[kind]));
    for (const name of ['admin script', 'admin iframe', 'admin link', 'author link'] as const) {
      await test.step(`${name} plays`, async () => {
        await open(page, posts[name].url);
        await expectOnePlaying(page, site);
        // WordPress sandboxes frames of unknown oEmbed providers, so they have an opaque origin.
        const sandboxed = page.locator('iframe[sandbox="allow-scripts"]');
        await expect(sandboxed).toHaveCount(posts[name].kind === 'link' ? 1 : 0);
        await expectAsWideAsTheText(page, site);
      });
    }
    await test.step('an unknown shortcode stays text, with curly quotes', async () => {
      const html = await open(page, posts['author shortcode'].url);
      expect(html).toContain(
        '[earshot type=player resource=&#8221;episode_id=1&#8243; theme=&#8221;',
      );
      await expect(framesOf(page, site)).toHaveCount(0);
    });
    await test.step("an author's script is removed, and its link leads to the page", async () => {
      const { saved, url } = posts['author script'];
      expect(saved).toBe(inText(snippets.script.replace(/<script.*<\/script>/, '')));
      await open(page, url);
      await page.getByRole('link', { name: 'Listen to “Why “rooms” sing” on Earshot.' }).click();
      await expect(page).toHaveURL(snippets.link);
    });
    await test.step("an author's frame is removed", () => {
      expect(posts['author iframe'].saved).toBe(inText(''));
    });
  });

  test('a loader on every page turns links and shortcodes into players', async ({
    page,
    product: { site },
    wordpress,
  }) => {
    const posts = await publishAll({ wordpress, site }, FOOT);
    for (const name of ['admin shortcode', 'author shortcode', 'author script'] as const) {
      await test.step(name, async () => {
        await open(page, posts[name].url);
        await expectOnePlaying(page, site);
      });
    }
  });
});

test('a late script moves nothing, in new and in old code of an author', async ({
  page,
  product: { site },
  wordpress,
}) => {
  wordpress.setUp(PLUGIN);
  const { script } = await snippetsOf(site);
  const old = withoutPlace(script).replaceAll('200px', '320px');
  for (const code of [script, old, '[earshot resource="episode_id=1" height="400"]']) {
    const [post] = wordpress.publish([{ author: 'author', content: inText(code) }]);
    const arrive = await delayScripts(page);
    const opened = page.goto(post?.url ?? '');
    const after = page.getByText('And you?');
    await expect(after).toBeVisible();
    const place = await after.boundingBox();
    arrive();
    await opened;
    await expectPlayers(page, site, 1);
    expect(await after.boundingBox()).toEqual(place);
  }
});

test('the plugin writes only valid values of shortcode attributes', async ({
  page,
  product: { site },
  wordpress,
}) => {
  wordpress.setUp({ ...PLUGIN, locale: 'it_IT' });
  const hostile = [
    '[earshot resource="episode_id=1" theme="x\' onmouseover=alert(1)" href="https://evil.example/" color="red;background:url(//evil.example)"]',
    '[earshot resource=\'show_id=2\' height="1e9" cover="javascript:alert(1)" onclick="alert(1)" cover_image_url="https://a.example/"]',
    '[earshot resource=”show_id=3″ height=300 culture=it t=1.5 hide_logo=true]',
    '[earshot resource="episode_id=1&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"]',
    '[earshot]',
  ];
  const [post] = wordpress.publish([{ author: 'author', content: hostile.join('\n\n') }]);
  await page.route('**/widgets.js', (route) => route.abort());
  await open(page, post?.url ?? '');
  const links = await page.locator('a.earshot-player').evaluateAll((all) =>
    all.map((link) => ({
      text: link.textContent,
      attributes: [...link.attributes].map(({ name, value }) => `${name}=${value}`),
    })),
  );
  expect(links).toEqual([
    {
      text: 'Ascolta questo episodio',
      attributes: [
        'class=earshot-player',
        `href=${site}/player?episode_id=1`,
        'data-resource=episode_id=1',
      ],
    },
    {
      text: 'Ascolta questo programma',
      attributes: [
        'class=earshot-player',
        `href=${site}/player?show_id=2`,
        'data-resource=show_id=2',
      ],
    },
    {
      text: 'Ascolta questo programma',
      attributes: [
        'class=earshot-player',
        `href=${site}/player?show_id=3`,
        'data-resource=show_id=3',
        'data-height=300',
        'data-hide-logo=true',
        'data-culture=it',
        'data-t=1.5',
      ],
    },
  ]);
  await expect(page.locator('[onclick],[onerror],[onload],[onmouseover]')).toHaveCount(0);
  // Only authors see problems.
  await expect(page.locator('.earshot-problem')).toHaveCount(0);
});

test('with the plugin, a facade requests only the loader before a click', async ({
  page,
  product: { site },
  wordpress,
}) => {
  wordpress.setUp(PLUGIN);
  const content = '[earshot resource="episode_id=1" load="click"]';
  const [post] = wordpress.publish([{ author: 'author', content }]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(site)) asked.push(request.url());
  });
  await open(page, post?.url ?? '');
  await page.waitForLoadState('networkidle');
  const ofTheLoader = /\/(widgets\.js|assets\/on-demand(-facade)?-[\w-]+\.js)$/;
  expect(asked.filter((url) => !ofTheLoader.test(url))).toEqual([]);
  await page.getByRole('link', { name: 'Listen to this episode' }).click();
  await new PlayerObject(framesOf(page, site).contentFrame()).expectPast(0);
});

test("the plugin keeps only an author's frames of the podcast site", async ({
  product: { site },
  wordpress,
}) => {
  wordpress.setUp(PLUGIN);
  const frames = [
    `<iframe src="${site}/player?show_id=1&amp;theme=dark&amp;cover_image_url=https%3A%2F%2Fa.test%2F%5Bb%5D.png%3Fc%26d" width="100%" height="300"></iframe>`,
    `<iframe src="${site}.evil.example/player?episode_id=1"></iframe>`,
    `<iframe src="${site}/player?episode_id[]=1"></iframe>`,
    '<iframe src="https://other.example/"></iframe>',
    `<iframe src='${site}/player?episode_id=1"]<script>alert(1)</script>'></iframe>`,
  ].join('\n');
  const [byAuthor, byAdmin] = wordpress.publish([
    { author: 'author', content: frames },
    { author: 'admin', content: frames },
  ]);
  // The last one becomes text.
  expect(byAuthor?.saved.trim().split(/\n+/)).toEqual([
    '[earshot type=player resource="show_id=1" theme="dark" cover="https://a.test/%5Bb%5D.png?c&amp;d" width="100%" height="300"]',
    expect.stringMatching(/^&lt;iframe[^<>]*&gt;$/),
  ]);
  expect(byAdmin?.saved).toBe(frames);
});

async function signIn(page: Page, wordpress: WordpressSite, author: Author): Promise<void> {
  await page.goto(`${wordpress.url}/wp-login.php`);
  const name = page.getByLabel('Username or Email Address');
  await expect(name).toBeFocused(); // WordPress sets the focus after a while. Text that is typed earlier would go into the wrong field.
  await name.fill(author);
  await page.locator('#user_pass').fill(wordpress.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/wp-admin/**');
}

/** The functions of the block editor, which have no types here. */
// biome-ignore lint/suspicious/noExplicitAny: WordPress's global
type Editor = any;

test('the block accepts an address or code, shows a preview, and plays in the published post', async ({
  page,
  product: { site },
  wordpress,
}) => {
  wordpress.setUp(EDITING);
  const snippets = await snippetsOf(site);
  await signIn(page, wordpress, 'author');
  await open(page, `${wordpress.url}/wp-admin/post-new.php`);
  await page.getByRole('button', { name: 'Close dialog' }).click(); // the editor's welcome

  await test.step('code that is pasted into the editor becomes the block', async () => {
    const named = { resource: 'episode_id=1', theme: 'light', playlist: 'false' };
    const made = await page.evaluate(
      ({ script, shortcode, iframe, old, other }) => {
        const { blocks } = (window as Editor).wp;
        const brief = (found: Editor[]) =>
          found.map(({ name, attributes }) => ({ name, ...attributes }));
        return {
          text: brief(blocks.pasteHandler({ HTML: '', plainText: `a\n\n${shortcode}\n\nb` })),
          olderPost: brief(
            blocks.rawHandler({
              HTML: `<p>a</p>\n<p>${old}</p>\n${script}\n<p>${shortcode}</p>\n<p>${iframe}</p>`,
            }),
          ),
          html: brief(
            blocks.switchToBlockType(
              blocks.createBlock('core/html', { content: iframe }),
              'earshot/player',
            ),
          ),
          notOurs: brief(blocks.rawHandler({ HTML: `<p>${other}</p><p>b ${old}</p>` })),
        };
      },
      {
        ...snippets,
        old: withoutPlace(snippets.script),
        other: withoutPlace(snippets.script).replaceAll(site, 'https://other.example'),
      },
    );
    const block = { name: 'earshot/player', ...named, width: '100%', height: '200px' };
    expect(made.text.slice(1, -1)).toEqual([block]);
    expect(made.olderPost.slice(1)).toEqual([block, block, block, block]);
    expect(made.html).toEqual([block]);
    expect(made.notOurs.map(({ name }: Editor) => name)).not.toContain('earshot/player');
  });

  await page.evaluate(() => {
    const { wp } = window as Editor;
    wp.data.dispatch('core/editor').editPost({ title: 'With a block', status: 'publish' });
    wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('earshot/player'));
  });
  const field = page.getByRole('textbox', { name: 'Address of an episode or a show' });
  const use = page.getByRole('button', { name: 'Show the player' });
  const notFound = page.getByText('There is no episode and no show at this address.');
  for (const wrong of ['https://elsewhere.example/', `${snippets.link}-unknown`]) {
    await field.fill(wrong);
    await use.click();
    await expect(notFound).toBeVisible();
    await field.fill('');
    await use.click();
    await expect(use).not.toHaveClass(/is-busy/);
  }
  await field.fill(snippets.link);
  await use.click();
  const preview = page.locator('iframe[title="Preview of the player"]');
  await expect(new PlayerObject(preview.contentFrame()).play()).toBeVisible();

  await test.step('the editor shows a link as a player', async () => {
    await page.evaluate((url) => {
      const { wp } = window as Editor;
      const link = wp.blocks.createBlock('core/embed', { url });
      wp.data.dispatch('core/block-editor').insertBlocks(link);
    }, snippets.link);
    const shown = page.locator('.wp-block-embed iframe').contentFrame();
    await expect(framesOf(shown, site)).toHaveCount(1);
  });

  const url = await page.evaluate(async () => {
    const { data } = (window as Editor).wp;
    await data.dispatch('core/editor').savePost();
    return data.select('core/editor').getPermalink() as string;
  });
  await open(page, url);
  await expectPlayers(page, site, 2);
});

/** A podcast site that knows two old players: only the requests of the plugin are tested here. */
async function startKnowingSite(): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const known: Readonly<Record<string, string>> = {
    '<iframe src="https://widget.spreaker.com/player?episode_id=4711"></iframe>':
      '<iframe src="https://pod.example/player?episode_id=7&amp;height=200px" title="Fog &amp; \\ horns"></iframe>',
    '[earshot type=player resource="episode_id=5"]':
      '[earshot type=player resource="episode_id=8" width="100%" height="200px"]',
  };
  const server = createServer(async (request, answer) => {
    const { codes = [] } = JSON.parse((await text(request)) || '{}') as { codes?: string[] };
    asked.push(...codes);
    const players = codes.map((code) => ({
      code: known[code] ?? null,
      resource: known[code]?.match(/episode_id=\d/)?.[0] ?? null,
      title: 'Fog',
      url: null,
    }));
    answer.end(JSON.stringify({ response: { players } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

test('the tool shows old players, replaces them and undoes it, without JavaScript', async ({
  browser,
  wordpress,
}) => {
  const site = await startKnowingSite();
  wordpress.setUp({ ...PLUGIN, url: site.url });
  const old = '<iframe src="https://widget.spreaker.com/player?episode_id=4711"></iframe>';
  const contents = [
    `Before \\ "it"\n\n${old}\n\nand <b>after</b>`,
    `[earshot type=player resource="episode_id=5"] <!-- wp:earshot/player {"resource":"episode_id=5","theme":"dark"} /-->`,
    '<iframe src="https://other.example/"></iframe> not a player',
  ];
  const posts = wordpress.publish(contents.map((content) => ({ author: 'admin', content })));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${wordpress.url}/wp-login.php`);
  await page.getByLabel('Username or Email Address').fill('admin');
  await page.locator('#user_pass').fill(wordpress.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await open(page, `${wordpress.url}/wp-admin/tools.php?page=earshot-players`);

  await test.step('shortcodes and blocks are old only if their former site is named', async () => {
    await expect(page.getByText('widget.spreaker.com')).toHaveCount(1);
    expect(site.asked.filter((code) => /\[earshot|wp:earshot/.test(code))).toEqual([]);
    await page.getByLabel('Former Earshot site').fill('https://old.example');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.locator('tbody tr')).toHaveCount(3);
    expect(site.asked.join()).not.toContain('Before');
  });
  await test.step('the chosen posts change, and nothing else in them', async () => {
    await page.getByRole('button', { name: 'Replace in all posts' }).click();
    await expect(page.getByText('Posts with new players: 2')).toBeVisible();
    const [first, second, third] = wordpress.read(posts);
    expect(first).toContain('episode_id=7&amp;height=200px" title="Fog &amp; \\ horns"></iframe>');
    expect(first).toMatch(/^Before \\ "it"\n\n<iframe[^>]*><\/iframe>\n\nand <b>after<\/b>$/);
    expect(second).toContain('[earshot type=player resource="episode_id=8"');
    expect(second).toContain('{"resource":"episode_id=8","theme":"dark"} /-->');
    expect(third).toBe(contents[2]);
  });
  await test.step('new players are not replaced again', async () => {
    const url = `${wordpress.url}/wp-admin/tools.php?page=earshot-players&former=https://old.example`;
    await open(page, url);
    await expect(page.getByText('No old players with an episode')).toBeVisible();
  });
  await test.step('the undo restores every post', async () => {
    await page.getByRole('button', { name: 'Undo in all posts' }).click();
    await expect(page.getByText('Posts with their old players again: 2')).toBeVisible();
    expect(wordpress.read(posts)).toEqual(contents);
  });
  await context.close();
  site.close();
});

for (const author of EDITORS) {
  test(`the block editor turns each code that an ${author} pastes into a player`, async ({
    page,
    product: { site },
    wordpress,
  }) => {
    wordpress.setUp(EDITING);
    const { script, shortcode, iframe } = await snippetsOf(site);
    await signIn(page, wordpress, author);
    await open(page, `${wordpress.url}/wp-admin/post-new.php`);
    for (const code of [script, shortcode, iframe]) {
      await page.evaluate(() => {
        const { blocks, data } = (window as Editor).wp;
        data.dispatch('core/block-editor').insertBlock(blocks.createBlock('core/paragraph'));
      });
      const paragraph = page.locator('[data-type="core/paragraph"]').last();
      await paragraph.evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const init = { bubbles: true, cancelable: true, clipboardData };
        element.dispatchEvent(new ClipboardEvent('paste', init));
      }, code);
      await expect(paragraph).toHaveCount(0);
    }
    const names = await page.evaluate(() =>
      (window as Editor).wp.data
        .select('core/block-editor')
        .getBlocks()
        .map(({ name }: Editor) => name),
    );
    expect(names).toEqual(['earshot/player', 'earshot/player', 'earshot/player']);
  });

  test(`the classic editor keeps each kind that an ${author} pastes`, async ({
    page,
    product: { site },
    wordpress,
  }) => {
    wordpress.setUp({ ...PLUGIN, classicEditor: true });
    await signIn(page, wordpress, author);
    await open(page, `${wordpress.url}/wp-admin/post-new.php`);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const text = page.locator('#content');
    await text.fill(Object.values(await snippetsOf(site)).join('\n\n'));
    // The author switches to the visual editor and back.
    await page.getByRole('button', { name: 'Visual', exact: true }).click();
    await expect(page.locator('#content_ifr')).toBeVisible();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('link', { name: 'View post' }).first().click();
    await expectPlayers(page, site, KINDS.length);
  });
}

test('the settings accept a valid address, reject others, and are removed with the plugin', async ({
  page,
  product: { site },
  wordpress,
}) => {
  wordpress.setUp(PLUGIN);
  await signIn(page, wordpress, 'admin');
  await open(page, `${wordpress.url}/wp-admin/plugins.php`);
  await page.locator('[data-slug=earshot]').getByRole('link', { name: 'Settings' }).click();
  const field = page.getByLabel('Address of the podcast site');
  await expect(field).toHaveValue(site);
  const save = async (value: string) => {
    await field.evaluate((input: HTMLInputElement) => {
      input.type = 'text'; // without the browser's validation, WordPress must reject the value
    });
    await field.fill(value);
    // The next page has the same address.
    const answered = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await answered;
  };
  for (const wrong of ['javascript:alert(1)', 'podcasts.example.org', 'https://']) {
    await save(wrong);
    await expect(page.getByText('must begin with https:// or http://')).toHaveCount(1);
    await expect(field).toHaveValue(site);
  }
  await save('https://user:secret@Podcasts.Example.org/Pod/?x=1#y');
  await expect(field).toHaveValue('https://podcasts.example.org/Pod');
  await expect(page.getByText('no podcast site answers there now')).toHaveCount(1);
  await save(`${site}/`);
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(field).toHaveValue(site);
  await save('');
  await open(page, `${wordpress.url}/wp-admin/plugins.php`);
  await page.getByRole('link', { name: 'Earshot: name the address of your podcast' }).click();
  await expect(field).toHaveValue('');
  await save(site);
  expect(wordpress.uninstall()).toBeNull();
});
