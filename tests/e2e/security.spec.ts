import type { Page } from '@playwright/test';
import { LiveStream } from './engine/live-stream.ts';
import { PlayerObject } from './pages/player.ts';
import { watchViolations } from './pages/violations.ts';
import { expect, test } from './product.ts';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('the site keeps its own policy: pages, audio, popups, previews', { tag: '@smoke' }, async ({
  page,
  context,
  product,
  watch,
}) => {
  const violations = await watchViolations(context);
  const response = await page.goto(product.site);
  expect(response?.headers()['content-security-policy']).toContain("object-src 'none'");
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(1);
  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await heading(page, 'Why rooms sing');
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).click();
  await heading(page, 'Field Notes on Sound');
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  await heading(page, 'Why rooms sing');
  expect(violations).toEqual([]);
  expect(watch.complaints).toEqual([]);
});

test('HLS plays under the policy of the player page', async ({ page, context, product }) => {
  const violations = await watchViolations(context);
  const live = new LiveStream();
  await page.route('**/live/*', (route) => {
    const content = live.contentAt(route.request().url().split('/').at(-1) ?? '');
    return content
      ? route.fulfill({ contentType: content.type, body: content.bytes })
      : route.fulfill({ status: 404 });
  });
  // The library plays HLS in browsers that cannot.
  await context.addInitScript(() => {
    const { canPlayType } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /mpegurl/i.test(type) ? '' : canPlayType.call(this, type);
    };
  });
  await page.route('**/player?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/http:[^"]*?\/media\/audio\/\w+\.mp3/g, `${product.site}/live/list.m3u8`)
      .replaceAll('audio/mpeg', 'application/vnd.apple.mpegurl')
      .replace('"type":"RECORDED"', '"type":"LIVE"');
    await route.fulfill({ response, body });
  });
  await page.goto(`${product.site}/player?episode_id=1`);
  const player = new PlayerObject(page);
  await player.play().click();
  await player.expectPast(0.5);
  expect(violations).toEqual([]);
});

/** Adds markup to the heads of all pages. */
async function inject(page: Page, markup: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('</head>', `${markup}</head>`);
    await route.fulfill({ response, body });
  });
}

test('an injected script does not run and an injected style does nothing, but the colours of a picture do', async ({
  page,
  product,
}) => {
  await inject(page, '<script>window.intruder = 1</script><style>html{--intruder:1}</style>');
  const isIn = () => page.evaluate(() => 'intruder' in window);
  await page.goto(`${product.site}/player?episode_id=1`);
  expect(await isIn()).toBe(false);
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  expect(await isIn()).toBe(false);
  const property = (selector: string, name: string) =>
    page
      .locator(selector)
      .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);
  expect(await property('html', '--intruder')).toBe('');
  expect(await property('article', '--es-accent')).not.toBe(await property('html', '--es-accent'));
});
