import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test.use({ locale: 'ar' });

test('a reader of Arabic gets pages from right to left, and time from left to right', {
  tag: '@smoke',
}, async ({ page, product }) => {
  await page.goto(product.site);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'ar');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expectNoViolation(page);
  const player = new PlayerObject(page);
  await page
    .getByRole('button', { name: /^تشغيل Why rooms sing/ })
    .first()
    .click();
  await player.expectPast(0.5);
  const previous = await page.getByRole('button', { name: 'السابق' }).first().boundingBox();
  const next = await page.getByRole('button', { name: 'التالي' }).first().boundingBox();
  expect(previous?.x).toBeLessThan(next?.x ?? 0);
  await expect(page.locator('.es-progress').first()).toHaveCSS('direction', 'ltr');

  await page.goto(`${product.site}/player?episode_id=1`);
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('button', { name: /^تشغيل/ }).first()).toBeVisible();
  await expectNoViolation(page);
});
