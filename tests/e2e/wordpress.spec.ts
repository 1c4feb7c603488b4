import type { Page } from '@playwright/test';
import { iframeSnippet, scriptSnippet, shortcodeSnippet } from '../../src/embed/snippets.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';
import {
  missingForWordpress,
  type SetUp,
  startWordpress,
  type WordpressSite,
} from './wordpress/wordpress-site.ts';

const missing = missingForWordpress();

/** A real WordPress beside the product, once for all tests. */
const test = base.extend<object, { wordpress: WordpressSite }>({
  // The blog's own cookies of its signed-in authors are its business.
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
test.skip(missing.length > 0, `needs WordPress, PHP and MariaDB: ${missing.join(', ')}`);

type Kind = 'script' | 'shortcode' | 'iframe' | 'link';
type Author = 'admin' | 'author';

const BARE: SetUp = { plugin: false, footScript: false, theme: 'twentytwentyone' };
const FOOT: SetUp = { ...BARE, footScript: true };
const PLUGIN: SetUp = { ...BARE, plugin: true };
const PLUGIN_BLOCKS: SetUp = { ...PLUGIN, theme: 'twentytwentythree' };

function contentOf(kind: Kind, site: string, page: string): string {
  const source = {
    options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' } as const,
    title: 'Why "rooms" sing',
    link_url: page,
    widgetUrl: site,
    productName: 'Earshot',
  };
  const snippets: Record<Kind, string> = {
    script: scriptSnippet(source),
    shortcode: shortcodeSnippet(source),
    iframe: iframeSnippet(source),
    link: page,
  };
  return `I heard this:\n\n${snippets[kind]}\n\nAnd you?`;
}

async function episodePage(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/v2/episodes/1`);
  return ((await answer.json()) as { response: { episode: { site_url: string } } }).response.episode
    .site_url;
}

async function publish(
  { page, wordpress, site }: { page: Page; wordpress: WordpressSite; site: string },
  { author, kind, setUp }: { author: Author; kind: Kind; setUp: SetUp },
) {
  await wordpress.setUp(setUp);
  const link = await episodePage(site);
  const { url, saved } = await wordpress.post(author, contentOf(kind, site, link));
  await page.goto(url);
  return { saved, link };
}

async function expectOnePlaying(page: Page, site: string): Promise<void> {
  const frames = page.locator(`iframe[src^="${site}/player?"]`);
  await expect(frames).toHaveCount(1);
  const player = new PlayerObject(frames.contentFrame());
  await player.play().click();
  await player.expectPast(0.5);
}

const AUTHORS: Author[] = ['admin', 'author'];
const KINDS: Kind[] = ['script', 'shortcode', 'iframe', 'link'];

for (const setUp of [PLUGIN, PLUGIN_BLOCKS]) {
  for (const author of AUTHORS) {
    for (const kind of KINDS) {
      test(`with the plugin and ${setUp.theme}, the ${kind} of an ${author} plays`, async ({
        page,
        product,
        wordpress,
      }) => {
        await publish({ page, wordpress, site: product.site }, { author, kind, setUp });
        await expectOnePlaying(page, product.site);
      });
    }
  }
}

for (const [author, kind] of [
  ['admin', 'script'],
  ['admin', 'iframe'],
  ['admin', 'link'],
  ['author', 'link'],
] as const) {
  test(`without the plugin, the ${kind} of an ${author} plays`, async ({
    page,
    product,
    wordpress,
  }) => {
    await publish({ page, wordpress, site: product.site }, { author, kind, setUp: BARE });
    await expectOnePlaying(page, product.site);
    // WordPress gives a frame of a provider that it does not know an opaque origin.
    if (kind === 'link') {
      await expect(page.locator('iframe[sandbox="allow-scripts"]')).toHaveCount(1);
    }
  });
}

for (const [author, kind] of [
  ['admin', 'shortcode'],
  ['author', 'shortcode'],
  ['author', 'script'],
] as const) {
  test(`with the loader on every page alone, the ${kind} of an ${author} plays`, async ({
    page,
    product,
    wordpress,
  }) => {
    await publish({ page, wordpress, site: product.site }, { author, kind, setUp: FOOT });
    await expectOnePlaying(page, product.site);
  });
}

test("without the plugin, an author's script is taken out and its link still leads to the page", async ({
  page,
  product,
  wordpress,
}) => {
  const { saved, link } = await publish(
    { page, wordpress, site: product.site },
    { author: 'author', kind: 'script', setUp: BARE },
  );
  expect(saved).not.toContain('<script');
  expect(saved).toContain('data-resource="episode_id=1"');
  await page.getByRole('link', { name: /^Listen to .* on Earshot\.$/ }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();
});

test("without the plugin, nothing is left of an author's iframe", async ({
  page,
  product,
  wordpress,
}) => {
  const { saved } = await publish(
    { page, wordpress, site: product.site },
    { author: 'author', kind: 'iframe', setUp: BARE },
  );
  expect(saved).toBe('I heard this:\n\n\n\nAnd you?');
});

test('the plugin writes nothing that a shortcode does not say in its own form', async ({
  page,
  wordpress,
}) => {
  await wordpress.setUp(PLUGIN);
  const hostile = [
    '[earshot resource="episode_id=1" cover="javascript:alert(1)" color="red;x:expression(1)"]',
    `[earshot resource='episode_id=1"onclick="alert(1)' theme="light"]`,
    '[earshot resource="episode_id=1" theme="&quot; onmouseover=&quot;alert(1)" onload="alert(1)"]',
    '[earshot resource="//evil.example/player?episode_id=1"]',
    '[earshot]',
  ].join('\n\n');
  const { url } = await wordpress.post('author', hostile);
  await page.route('**/widgets.js', (route) => route.abort());
  await page.goto(url);
  const links = await page
    .locator('a.earshot-player')
    .evaluateAll((all) => all.map(({ attributes }) => [...attributes].map(({ name }) => name)));
  expect(links).toEqual([
    ['class', 'href', 'data-resource'],
    ['class', 'href', 'data-resource'],
  ]);
  await expect(page.locator('[onclick],[onload],[onmouseover]')).toHaveCount(0);
});

test("the plugin keeps an author's frames of the podcast site only", async ({
  product,
  wordpress,
}) => {
  await wordpress.setUp(PLUGIN);
  const frames = [
    `<iframe src="${product.site}/player?show_id=1&amp;theme=dark&amp;cover_image_url=https%3A%2F%2Fa.test%2F%5Bb%5D.png" width="100%" height="300"></iframe>`,
    `<iframe src="${product.site}.evil.example/player?episode_id=1"></iframe>`,
    `<iframe src='${product.site}/player?episode_id=1"]<script>alert(1)</script>'></iframe>`,
    '<iframe src="https://other.example/"></iframe>',
  ].join('\n');
  const { saved } = await wordpress.post('author', frames);
  expect(saved).toMatch(
    /^\[earshot type=player resource="show_id=1" theme="dark" width="100%" height="300"\]\s/,
  );
  expect(saved).not.toMatch(/<iframe|<script|evil|other\.example/);
});

async function signIn(page: Page, wordpress: WordpressSite): Promise<void> {
  await page.goto(`${wordpress.url}/wp-login.php`);
  await page.getByLabel('Username or Email Address').fill('admin');
  await page.locator('#user_pass').fill(wordpress.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/wp-admin/**');
}

test('the block takes the address of a page, shows a preview, and plays when published', async ({
  page,
  product,
  wordpress,
}) => {
  await wordpress.setUp(PLUGIN_BLOCKS);
  await signIn(page, wordpress);
  await page.goto(`${wordpress.url}/wp-admin/post-new.php`);
  await page.getByRole('button', { name: 'Close dialog' }).click(); // the editor's welcome
  await page.evaluate(() => {
    // @ts-expect-error: the editor's global
    const { wp } = window;
    wp.data.dispatch('core/editor').editPost({ title: 'With a block', status: 'publish' });
    wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('earshot/player'));
  });
  const field = page.getByRole('textbox', { name: 'Address of an episode or a show' });
  await field.fill('https://elsewhere.example/');
  await page.getByRole('button', { name: 'Show the player' }).click();
  await expect(page.getByText('There is no episode and no show at this address.')).toBeVisible();
  await field.fill(await episodePage(product.site));
  await page.getByRole('button', { name: 'Show the player' }).click();
  const preview = page.locator('iframe[title="Preview of the player"]');
  await expect(new PlayerObject(preview.contentFrame()).play()).toBeVisible();

  const url = await page.evaluate(async () => {
    // @ts-expect-error: the editor's global
    const { data } = window.wp;
    await data.dispatch('core/editor').savePost();
    return data.select('core/editor').getPermalink() as string;
  });
  await page.goto(url);
  await expectOnePlaying(page, product.site);
});

test('the settings take an address, and refuse what is none', async ({
  page,
  product,
  wordpress,
}) => {
  await wordpress.setUp(PLUGIN);
  await signIn(page, wordpress);
  const field = page.getByLabel('Address of the podcast site');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await page.goto(`${wordpress.url}/wp-admin/options-media.php`);
  await expect(field).toHaveValue(product.site);
  await field.evaluate((input: HTMLInputElement) => {
    input.type = 'text';
  });
  await field.fill('javascript:alert(1)');
  await save.click();
  await expect(page.getByText('must begin with https:// or http://')).toBeVisible();
  await expect(field).toHaveValue(product.site);
  await field.fill('https://podcasts.example.org/pod/?x=1#y');
  await save.click();
  await expect(field).toHaveValue('https://podcasts.example.org/pod');
  await field.fill('');
  await save.click();
  await expect(page.getByText('Earshot: name the address of your podcast site')).toBeVisible();
});
