import type { Page } from '@playwright/test';
import { PlayerObject } from './pages/player.ts';
import { watchViolations } from './pages/violations.ts';
import { expect, test } from './product.ts';

test('at every height in both themes, nothing is cut off, and no other height is asked for', async ({
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
    `<!doctype html><html lang="en"><title>Players</title><script>
      window.told = [];
      addEventListener('message', ({ data }) => told.push(String(data)));
    </script><main><h1>Players</h1>${frames.join('')}
    <iframe title="gone" width="320" height="80" src="/player?episode_id=9999"></iframe></main>`,
  );
  const told = (event: string) =>
    page.evaluate(
      (name) =>
        (window as unknown as { told: string[] }).told.filter((text) => text.includes(name)),
      `"event":"${event}"`,
    );
  const started = async () => (await told('ready')).length;
  await expect.poll(started, { timeout: 90_000 }).toBe(frames.length + 1);
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
  expect(await told('resize')).toEqual([]);
});

test('a low player keeps cover, show and title, and nothing lies on the cover', async ({
  page,
  product,
}) => {
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not shown.`);
    return box;
  };
  await page.setViewportSize({ width: 280, height: 152 });
  await page.goto(`${product.site}/player?episode_id=1`);
  const cover = await boxOf('.es-embed-cover');
  expect(cover.width).toBe(cover.height);
  for (const part of ['.es-show', '.es-title', '.es-embed-logo']) {
    expect((await boxOf(part)).x, part).toBeGreaterThanOrEqual(cover.x + cover.width);
  }
  await page.setViewportSize({ width: 280, height: 600 });
  const tall = await boxOf('.es-embed-cover');
  expect((await boxOf('.es-embed-logo')).x).toBeGreaterThanOrEqual(tall.x + tall.width);
  const starts = await page
    .locator('.es-row-title')
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().left));
  expect(new Set(starts).size).toBe(1);
});

test('a long name of the host is cut, and leaves room for show and cover', async ({
  page,
  product,
}) => {
  const name = 'Österreichischer Hochschulrundfunk-Podcastverbund Niederland';
  await page.route(/[/]player[?]/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('Earshot', name);
    await route.fulfill({ response, body });
  });
  for (const [width, height] of [
    [280, 160],
    [320, 200],
    [620, 200],
    [320, 330],
    [320, 600],
    [620, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.site}/player?episode_id=1`);
    const logo = await page.getByRole('link', { name: `Listen on ${name}` }).boundingBox();
    const show = await page.getByText('Field Notes on Sound').first().boundingBox();
    const cover = await page.locator('.es-embed-cover').boundingBox();
    const at = `${width} x ${height}`;
    if (!logo || !show || !cover) throw new Error(`a part is missing at ${at}`);
    expect(logo.x + logo.width, at).toBeLessThanOrEqual(width - 12);
    expect(show.width, at).toBeGreaterThan(60);
    const isBelow = cover.y >= logo.y + logo.height;
    const isBeside = cover.x + cover.width <= logo.x;
    expect(isBelow || isBeside, `the name lies on the cover at ${at}`).toBe(true);
  }
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
  await page.route('**/assets/bring-to-life-*.js', async (route) => {
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

test.describe('before the page has nothing to paint', () => {
  test.beforeEach(async ({ page, product }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (start) => {
        const run = () => start({ didTimeout: false, timeRemaining: () => 50 });
        addEventListener('let-it-start', run);
        return 0;
      };
    });
    await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'networkidle' });
  });
  const letItStart = (page: Page) => page.evaluate(() => dispatchEvent(new Event('let-it-start')));

  test('the player waits, and keeps a press', async ({ page }) => {
    await page.getByRole('button', { name: 'Play Why rooms sing' }).click();
    await expect(page.locator('.es-play')).toHaveAttribute('data-face', 'loading');
    await expect(page.locator('audio')).toHaveCount(0);
    await letItStart(page);
    await new PlayerObject(page).expectPast(0.2);
  });

  test('a pointer that reaches the button is not missed, and brings it to life once beside a kept place', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Play Why rooms sing' }).hover();
    const fetched = page.waitForRequest(/media\/audio/);
    await letItStart(page);
    await fetched;
    const player = new PlayerObject(page);
    await player.play().click();
    await player.expectPast(0.2);
    await player.seekTo(60);
    await player.expectPast(61);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Play Why rooms sing' }).hover();
    await letItStart(page);
    await expect(page.getByRole('button', { name: 'Start from the beginning' })).toBeVisible();
  });
});

test('plays, seeks, changes the volume, shares and copies with the keyboard only', {
  tag: '@smoke',
}, async ({ page, product }) => {
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

test('shows the plain audio element and plays it if a script does not arrive', async ({
  page,
  context,
  product,
}) => {
  const violations = await watchViolations(context);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  for (const file of ['player', 'bring-to-life']) {
    asked.length = 0;
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(`**/assets/${file}-*.js`, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(`${product.site}/player?episode_id=1`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Play Why rooms sing' }).click();
    // Besides the document, the page requests only the script, which fails, and the cover.
    if (file === 'player')
      expect(asked.filter((type) => !['script', 'image'].includes(type))).toEqual(['document']);
    fail();
    const audio = page.locator('audio[controls]');
    await expect(audio).toBeVisible();
    await expect
      .poll(() => audio.evaluate((a: HTMLAudioElement) => a.currentTime))
      .toBeGreaterThan(0);
    await page.unroute(`**/assets/${file}-*.js`);
  }
  expect(violations).toEqual([]);
});
