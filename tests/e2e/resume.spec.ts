import type { Locator, Page } from '@playwright/test';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE_S = 191.87; // Why rooms sing
const HALF = /^1:[34]\d$/; // of it and a little more, as the player shows it

const formatTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const secondsOf = (time: string | null) => {
  const [minutes, seconds] = (time ?? '').split(':').map(Number);
  return Number(minutes) * 60 + Number(seconds);
};

/** The requests for sound since the last call. */
function soundRequests(page: Page): () => string[] {
  let asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/audio/')) asked.push(request.url());
  });
  return () => {
    const now = asked;
    asked = [];
    return now;
  };
}

const startOver = (page: Page) => page.getByRole('button', { name: 'Start from the beginning' });
const placeOf = (page: Page, id: number) =>
  page.evaluate((wanted) => {
    const places: number[][] = JSON.parse(localStorage.getItem('earshot.positions') ?? '[]');
    return places.find(([id]) => id === wanted)?.[1] ?? null;
  }, id);

/** Selects one and a half. */
async function chooseSpeed(player: Page | Locator): Promise<void> {
  const speed = player.getByRole('button', { name: /^Speed/ });
  await speed.click();
  await player.getByRole('button', { name: '1.5×' }).click();
  await expect(speed).toHaveAccessibleName(/1\.5/);
  await speed.press('Escape');
  await expect(speed).toHaveAttribute('aria-expanded', 'false');
}

test.describe('an embed', () => {
  test('continues after a reload where the listener was, with speed and volume', {
    tag: '@smoke',
  }, async ({ page, product }) => {
    await page.goto(`${product.site}/player?episode_id=1`);
    const player = new PlayerObject(page);
    await chooseSpeed(page);
    await page.getByRole('slider', { name: 'Volume' }).fill('35');
    await player.play().click();
    await player.expectPast(0.2);
    await player.seekTo(EPISODE_S / 2);
    await player.expectPast(EPISODE_S / 2 + 1);

    const asked = soundRequests(page);
    await page.reload();
    await expect(page.locator('.es-time').first()).toHaveText(HALF);
    await expect(startOver(page)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('35');
    await expect(page.getByRole('button', { name: /^Speed/ })).toHaveAccessibleName(/1\.5/);
    expect(asked()).toEqual([]);
    await player.play().click();
    await player.expectPast(EPISODE_S / 2 + 1);
    expect(await player.currentTime()).toBeLessThan(EPISODE_S / 2 + 20);
  });

  test('begins at the start for the page around, whose volume is not kept, and continues for the listener', {
    tag: '@firefox',
  }, async ({ page, product }) => {
    const host = await startControlHost();
    host.html = `<iframe src="${product.site}/player?episode_id=1" width="1100" height="200" allow="autoplay"></iframe>
<button>Host</button><script type="module">
  import { createEmbedController } from '/dist/embed.js';
  const controller = createEmbedController(document.querySelector('iframe'));
  await controller.ready();
  document.querySelector('button').onclick = () => Promise.all([controller.play(), controller.mute()]);
</script>`;
    const frame = page.frameLocator('iframe');
    const player = new PlayerObject(frame);
    await page.goto(host.origin);
    await player.play().click();
    await player.expectPast(0.2);
    await player.seekTo(EPISODE_S / 2);
    await player.expectPast(EPISODE_S / 2 + 1);

    await page.reload();
    await expect(frame.locator('.es-time').first()).toHaveText(HALF);
    await page.waitForFunction(() => document.querySelector('button')?.onclick);
    await page.getByRole('button', { name: 'Host' }).click();
    await player.expectPast(0.3);
    expect(await player.currentTime()).toBeLessThan(20);
    const mute = frame.locator('.es-volume button');
    await expect(mute).toHaveAccessibleName('Unmute');

    await page.reload();
    await expect(frame.locator('.es-time').first()).toHaveText(HALF);
    await expect(mute).toHaveAccessibleName('Mute');
    await player.play().click();
    await player.expectPast(EPISODE_S / 2);
    await host.close();
  });
});

test.describe('the site', () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Audio player' });
  const barTime = (page: Page) => bar(page).locator('.es-time').first();

  /** Plays an episode of the home page up to its middle. */
  async function listenToHalf(page: Page) {
    const player = new PlayerObject(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Play Why rooms sing' })
      .last()
      .click();
    await player.expectPast(0.2);
    await player.seekTo(EPISODE_S / 2);
    await player.expectPast(EPISODE_S / 2 + 1);
    return player;
  }

  test('brings the bar back after a reload in the middle of playing, beside another tab', {
    tag: ['@smoke', '@firefox'],
  }, async ({ page, product, context }) => {
    await page.goto(product.site);
    const player = await listenToHalf(page);
    await chooseSpeed(bar(page));

    const other = await context.newPage();
    await other.goto(product.site);
    await expect(bar(other).getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
    await other
      .getByRole('main')
      .getByRole('button', { name: /^Play (?!Why rooms)/ })
      .last()
      .click();
    const second = new PlayerObject(other);
    await second.expectPast(0.2);
    await second.seekTo(11);
    await second.expectPast(12); // a shorter time is not remembered
    await expect.poll(() => player.isPaused()).toBe(true);
    // It continued while the other tab loaded.
    const stoppedAt = Math.floor(await player.currentTime());

    const asked = soundRequests(page);
    await page.reload();
    await expect(bar(page).getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
    await expect(barTime(page)).toHaveText(formatTime(stoppedAt));
    await expect(bar(page).getByRole('button', { name: /^Speed/ })).toHaveAccessibleName(/1\.5/);
    expect(asked()).toEqual([]);
    await other.close();
    expect(await placeOf(page, 1)).toBeGreaterThan(90);
    const places = await page.evaluate(() => localStorage.getItem('earshot.positions'));
    expect(JSON.parse(places ?? '[]')).toHaveLength(2);

    await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await player.expectPast(EPISODE_S / 2 + 1);
    await expect(bar(page).getByRole('button', { name: 'Next' })).toBeEnabled();

    const readAt = Date.now();
    const leftAt = await player.currentTime();
    await page.goto(`${product.site}/show/on-air`);
    const latest = leftAt + (1.5 * (Date.now() - readAt)) / 1000; // it plays on until the page is left
    await expect(bar(page).getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
    const shown = async () => secondsOf(await barTime(page).textContent());
    await expect.poll(shown).toBeGreaterThanOrEqual(Math.floor(leftAt));
    expect(await shown()).toBeLessThanOrEqual(latest);
    expect(await page.title()).not.toContain('▶');
  });

  test('begins with what the listener has begun, and nothing moves', async ({ page, product }) => {
    const shelf = page.getByRole('region', { name: 'Continue listening' });
    await page.goto(product.site);
    await expect(shelf.getByRole('listitem')).toHaveCount(0);
    await page.evaluate(() =>
      // 999999 is not found; 3 has been heard to its end.
      localStorage.setItem(
        'earshot.positions',
        '[[2,40,300,0],[3,0,200,1],[1,83,192,0],[999999,50,300,0]]',
      ),
    );
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    const cards = shelf.getByRole('listitem');
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText('Why rooms sing');
    await expect(cards.first()).toContainText('2 minutes left');
    const moved = await page.evaluate(() => (window as never as { shifts: number[] }).shifts);
    expect(moved.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
    expect(await placeOf(page, 999_999)).toBe(50); // it may be hidden for a while

    await cards
      .last()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(cards).toHaveCount(1);
    await cards.getByRole('button', { name: 'Play Why rooms sing' }).click();
    await new PlayerObject(page).expectPast(83);
    await expect(bar(page).getByRole('button', { name: 'Start from the beginning' })).toBeVisible();
    await page.reload();
    await expect(cards).toHaveCount(1);
  });
});
