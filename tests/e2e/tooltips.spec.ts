import { expect, test } from './product.ts';

test('a button of the bar shows its label to the pointer and to the keyboard, inside the window', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const bar = page.getByRole('region', { name: 'Audio player' });
  await expect(bar.getByRole('button', { name: 'Share' })).toBeVisible(); // then nothing moves any more
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
});

test('a tooltip stays inside the frame of a player', async ({ page, product }) => {
  await page.setViewportSize({ width: 640, height: 200 });
  await page.goto(`${product.site}/player?episode_id=1`);
  await page.getByRole('button', { name: 'Share' }).hover();
  const tooltip = page.locator('.es-tooltip');
  await expect(tooltip).toHaveText('Share');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
});

test('the style guide shows every part in both themes', async ({ page, product }) => {
  await page.goto(`${product.site}/demo/design`);
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible();
  await expect(page.locator('[data-theme="dark"] [data-forced="focus"]').first()).toBeVisible();
});
