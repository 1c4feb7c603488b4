import { expect, test } from './product.ts';

test('a button shows its label to the pointer and to the keyboard, inside the window or frame', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const bar = page.getByRole('region', { name: 'Audio player' });
  await expect(bar.getByRole('button', { name: 'Share' })).toBeVisible(); // after this nothing moves
  const tooltip = page.locator('.es-tooltip');
  for (const name of ['Mute', 'Share']) {
    await bar.getByRole('button', { name }).hover();
    await expect(tooltip).toHaveText(name);
    await expect(tooltip).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await bar.getByRole('slider', { name: 'Volume' }).focus();
  for (const name of ['Episode details', 'Share']) {
    await page.keyboard.press('Tab');
    await expect(tooltip).toHaveText(name);
  }

  await page.setViewportSize({ width: 640, height: 200 });
  await page.goto(`${product.site}/player?episode_id=1`);
  await page.getByRole('button', { name: 'Share' }).hover();
  await expect(tooltip).toHaveText('Share');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
});
