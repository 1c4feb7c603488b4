import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const status = (page: Page) => page.getByRole('status');

/** Changes the data that the server inlines for the script. */
async function withData(page: Page, from: string, to: string): Promise<void> {
  await page.route('**/player?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(from, to) });
  });
}

test('nothing is cut off and axe-core finds no fault, at every height in both themes', async ({
  page,
  product,
}) => {
  // These sizes cover every layout in embed-player.css.
  const heights = [80, 110, 150, 170, 190, 220, 270, 310, 400, 600];
  const frames = heights.flatMap((height, n) =>
    ['light', 'dark'].map((theme, m) => {
      const width = (n + m) % 2 === 0 ? 620 : 320;
      const query = n % 3 === 0 ? 'show_id=1' : 'episode_id=1';
      return `<iframe title="${height} ${theme}" width="${width}" height="${height}"
        src="/player?${query}&theme=${theme}"></iframe>`;
    }),
  );
  await page.goto(`${product.site}/healthz`);
  await page.setContent(
    `<!doctype html><html lang="en"><title>Players</title><main><h1>Players</h1>${frames.join('')}
    <iframe title="gone" width="320" height="80" src="/player?episode_id=9999"></iframe></main>`,
  );
  await page.waitForLoadState('networkidle');
  for (const frame of page.frames().slice(1)) {
    const cutOff = await frame.evaluate(() =>
      [...document.querySelectorAll('main a, main button:not(li *), h1, .es-duration')]
        .filter((part) => part.checkVisibility())
        .filter((part) => {
          const { left, top, right, bottom } = part.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        })
        .map((part) => part.outerHTML),
    );
    const title = await (await frame.frameElement()).getAttribute('title');
    expect([title, ...cutOff]).toEqual([title]);
  }
  await expectNoViolation(page, ['landmark-unique']); // the page shows the same episode many times
});

test('the controls load at the first touch, and keep the clicks and keys before', async ({
  page,
  product,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  await page.route('**/assets/face-*.js', async (route) => {
    isAsked = true;
    await held;
    await route.continue();
  });
  await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'networkidle' });
  expect(isAsked).toBe(false);
  await page.getByRole('button', { name: 'Play Why rooms sing' }).click();
  await expect.poll(() => isAsked).toBe(true);
  await new PlayerObject(page).expectPast(0.5);
  await page.getByRole('slider', { name: 'Seek' }).click();
  await new PlayerObject(page).expectPast(0.5);
  await page.getByRole('button', { name: 'Share' }).click();
  const press = () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'm', bubbles: true, cancelable: true }),
    );
  expect(await page.evaluate(press)).toBe(false); // prevented, so that the page does not scroll
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await new PlayerObject(page).expectPast(90);
});

test('loads the notes for the panel, over the player in a low frame', async ({ page, product }) => {
  await page.setViewportSize({ width: 400, height: 200 });
  await page.goto(`${product.site}/player?episode_id=1`);
  await page.getByRole('button', { name: 'Chapters' }).click();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page.getByText(/standing waves/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Chapters' })).toBeFocused();
  await page.setViewportSize({ width: 400, height: 400 });
  await expect(page.getByRole('tab', { name: 'Notes' })).toBeVisible();
});

test('shows the plain audio element if the controls do not arrive', async ({ page, product }) => {
  await page.route('**/assets/face-*.js', (route) => route.abort());
  await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Play Why rooms sing' }).click();
  const audio = page.locator('audio[controls]');
  await expect
    .poll(() => audio.evaluate((a: HTMLAudioElement) => a.currentTime))
    .toBeGreaterThan(0);
});

test('plays, seeks, changes the volume, shares and copies with the keyboard only', async ({
  page,
  product,
}) => {
  await page.goto(`${product.demo}/sandbox`);
  const frame = page.frameLocator('iframe');
  const player = new PlayerObject(frame);
  const volume = () => player.audio.evaluate((audio: HTMLAudioElement) => audio.volume);
  await expect(player.play()).toBeVisible();
  while (!(await page.evaluate(() => document.activeElement?.matches('iframe')))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('k');
  await player.expectPast(0.5);
  await page.keyboard.press('5');
  await player.expectPast(90);
  await page.keyboard.press('ArrowRight');
  await player.expectPast(115);
  await page.keyboard.press('ArrowDown');
  await expect.poll(volume).toBeCloseTo(0.95);
  await page.keyboard.press('m');
  await expect.poll(volume).toBe(0);
  await page.keyboard.press('k');
  await expect.poll(() => player.isPaused()).toBe(true);
  await expect(frame.getByRole('status')).toHaveText('Paused');

  await page.keyboard.press('?');
  await expect(frame.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(frame.getByRole('dialog')).toHaveCount(0);

  const share = frame.getByRole('button', { name: 'Share' });
  const focused = () => share.evaluate((button) => document.activeElement === button);
  while (!(await focused())) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('tab', { name: 'Share' })).toBeFocused();
  await page.keyboard.press('Tab'); // the link
  await page.keyboard.press('Tab'); // its button
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('button', { name: 'Copied' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(share).toBeFocused();
});

test('plays the episodes of a show in order and highlights the current one', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/player?show_id=1&playlist-loop=true`);
  const player = new PlayerObject(page);
  const current = page.locator('[aria-current="true"]');
  const row = (name: RegExp) => page.locator('.es-row').filter({ hasText: name });
  await row(/The weight of a bell/).click();
  await player.expectPast(0.5);
  await expect(current).toHaveText(/The weight of a bell/);
  await page.getByRole('button', { name: 'Next' }).click();
  await player.expectPast(0.5);
  await expect(current).toHaveText(/What snow takes away/);
  await player.seek().press('End');
  await expect(current).toHaveText(/Why rooms sing/, { timeout: 20_000 });
  await expect(status(page)).toHaveText('Playing Why rooms sing');
});

test('lays out only the visible episodes of a list of thousands', async ({ page, product }) => {
  const items = Array.from({ length: 3000 }, (_, n) => ({
    api_url: `${product.site}/api/v2/episodes/${n + 100}`,
    episode_id: n + 100,
    title: `Episode ${n}`,
    duration: 60,
  }));
  await page.route('**/thousands?*', (route) =>
    route.fulfill({ json: { response: { playlist: { items, next_url: null } } } }),
  );
  const next_url = `${product.site}/api/thousands`;
  await withData(page, '"next_url":null', `"next_url":"${next_url}"`);
  await page.goto(`${product.site}/player?show_id=1`);
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(3003);
  const seen = await rows.evaluateAll(
    (all) =>
      all.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
        .length,
  );
  expect(seen).toBeLessThan(100);
});

test.describe('if the script fails', () => {
  test('the button needs one request, and a click plays the plain audio element', async ({
    page,
    product,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.resourceType()));
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/assets/player-*.js', async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Play Why rooms sing' }).click();
    // Besides the document, the page requests only the script, which fails, and the cover.
    expect(asked.filter((type) => !['script', 'image'].includes(type))).toEqual(['document']);
    fail();
    const audio = page.locator('audio[controls]');
    await expect(audio).toBeVisible();
    await expect
      .poll(() => audio.evaluate((a: HTMLAudioElement) => a.currentTime))
      .toBeGreaterThan(0);
  });
});

test('shows an error once and retries on request', async ({ page, product }) => {
  let isBroken = true;
  await page.route('**/media/audio/**', (route) =>
    isBroken ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.setViewportSize({ width: 320, height: 80 });
  await page.goto(`${product.site}/player?episode_id=1`);
  const player = new PlayerObject(page);
  await player.play().click();
  await expect(status(page)).toContainText('This episode is not available');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.es-play')).toBeFocused();
  await player.expectPast(0.5);
  await expect(status(page)).toHaveText('Playing Why rooms sing');
});

test('shows a countdown during an ad', async ({ page, product }) => {
  const ad = { http_url: `${product.site}/ad.mp3`, duration: 20, events: {} };
  await page.route('**/listen?*', (route) =>
    route.fulfill({ json: { ads: [{ audio: ad, events: {} }] } }),
  );
  await withData(page, '"ads_url":null', `"ads_url":"${product.site}/ads"`);
  await page.goto(`${product.site}/player?episode_id=1`);
  const { episode } = (await (await page.request.get(`${product.site}/api/v2/episodes/1`)).json())
    .response as { episode: { http_url: string } };
  await page.route('**/ad.mp3', async (route) =>
    route.fulfill({ response: await route.fetch({ url: episode.http_url }) }),
  );
  await new PlayerObject(page).play().click();
  const commercial = page.getByText(/^Commercial \d+:\d\d$/);
  await expect(commercial).toBeVisible();
  const shown = await commercial.textContent();
  await expect(commercial).not.toHaveText(shown ?? '');
  await expect(status(page)).toHaveText('Commercial');
});
