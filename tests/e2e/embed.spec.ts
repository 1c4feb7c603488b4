import { PlayerObject } from './pages/player.ts';
import { watchViolations } from './pages/violations.ts';
import { expect, test } from './product.ts';

for (const path of ['/snippet', '/sandbox']) {
  test(`a player on a third-party page plays, shares, and keeps its policy: ${path}`, {
    tag: '@smoke',
  }, async ({ page, context, product, watch }) => {
    const violations = await watchViolations(context);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/audio/')) asked.push(request.url());
    });
    await page.goto(product.demo + path);
    const frame = page.frameLocator('iframe');
    const player = new PlayerObject(frame);
    await expect(player.play()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await player.play().focus();
    await expect.poll(() => asked.length).toBeGreaterThan(0);

    await player.play().click();
    await player.expectPast(0.5);
    await frame.getByRole('button', { name: 'Share' }).first().click();
    await expect(frame.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await player.pause().click();
    await expect.poll(() => player.isPaused()).toBe(true);
    expect(violations).toEqual([]);
    expect(watch.complaints).toEqual([]);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the snippet is a link, and the player page a plain audio element', {
    tag: '@smoke',
  }, async ({ page, product }) => {
    await page.goto(`${product.site}/player?episode_id=1`);
    await expect(page.locator('audio[controls]')).toBeVisible();
    await expect(page.getByText('Why rooms sing')).toBeVisible();
    await page.goto(`${product.demo}/snippet`);
    await page.getByRole('link', { name: /^Listen to/ }).click();
    await expect(page.getByRole('heading', { name: 'Why rooms sing' })).toBeVisible();
  });
});
