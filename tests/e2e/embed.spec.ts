import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const SAMPLE_S = 191.87; // "Why rooms sing"

for (const path of ['/snippet', '/iframe', '/sandbox']) {
  test(`a player on a third-party page plays: ${path}`, async ({ page, product, watch }) => {
    await page.goto(product.demo + path);
    const player = new PlayerObject(page.frameLocator('iframe'));
    await player.play().click();
    await player.expectPast(2);
    await player.pause().click();
    await expect.poll(() => player.isPaused()).toBe(true);
    await player.expectHalf(SAMPLE_S);
    expect(watch.complaints).toEqual([]);
  });
}

test('a player requests no audio before the button gets the focus', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/audio/')) asked.push(request.url());
  });
  await page.goto(`${product.demo}/snippet`);
  const player = new PlayerObject(page.frameLocator('iframe'));
  await expect(player.play()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await player.play().focus();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('a click before the script arrives takes effect afterwards', async ({ page, product }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/player-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'commit' });
  const player = new PlayerObject(page);
  await page.locator('.es-play').click();
  release();
  await player.expectPast(1);
});

test('a player pauses the other players of the page', async ({ page, product }) => {
  await page.goto(`${product.demo}/many`);
  const [first, second] = [0, 1].map(
    (n) => new PlayerObject(page.frameLocator(`iframe >> nth=${n}`)),
  );
  await first?.play().click();
  await first?.expectPast(0.5);
  await second?.play().click();
  await second?.expectPast(0.5);
  await expect.poll(() => first?.isPaused()).toBe(true);
});

test('a loader that is loaded twice acts once', async ({ page, product }) => {
  await page.goto(`${product.demo}/snippet`);
  await page.addScriptTag({ url: `${product.site}/widgets.js?again` });
  await page.evaluate((src) => import(src), `${product.site}/widgets.js?module`);
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('a snippet that is added later becomes a player', async ({ page, product }) => {
  await page.goto(`${product.demo}/snippet`);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<a class="earshot-player" href="/x" data-resource="episode_id=2">Listen</a>',
    );
  });
  await expect(page.locator('iframe')).toHaveCount(2);
});

test('a snippet with an invalid resource stays a link', async ({ page, product, watch }) => {
  await page.goto(`${product.demo}/snippet`);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<a class="earshot-player" href="/x" data-resource="episode_id=javascript:1">Listen</a>',
    );
  });
  await expect.poll(() => watch.complaints.length).toBe(1);
  await expect(page.getByRole('link', { name: 'Listen' })).toBeVisible();
});

test('an unknown episode has a message and the status 404', async ({ page, product }) => {
  const answer = await page.goto(`${product.site}/player?episode_id=999999`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('There is no such episode')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the player page has a plain audio element', async ({ page, product }) => {
    await page.goto(`${product.site}/player?episode_id=1`);
    await expect(page.locator('audio[controls]')).toBeVisible();
    await expect(page.getByText('Why rooms sing')).toBeVisible();
  });

  test('the snippet stays a working link', async ({ page, product }) => {
    await page.goto(`${product.demo}/snippet`);
    await page.getByRole('link', { name: /^Listen to/ }).click();
    await expect(page.getByRole('heading', { name: 'Why rooms sing' })).toBeVisible();
  });
});
