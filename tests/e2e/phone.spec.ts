import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const places = (page: Page) => page.getByRole('navigation', { name: 'Places of this site' });
const place = (page: Page, name: string) => places(page).getByRole('link', { name });

test('the places of a phone stay below the player, and the focus above both', async ({
  page,
  product,
  watch,
}) => {
  await page.goto(product.site);
  await expect(place(page, 'Home')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click();
  const bar = page.getByRole('region', { name: 'Audio player' });
  await expect(bar).toBeVisible();
  const [barBox, placesBox] = [await bar.boundingBox(), await places(page).boundingBox()];
  expect(placesBox?.y).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0) - 1);
  expect((placesBox?.y ?? 0) + (placesBox?.height ?? 0)).toBeCloseTo(740, 0);

  await place(page, 'Library').click();
  await expect(page).toHaveURL(`${product.site}/library`);
  await expect(place(page, 'Library')).toHaveAttribute('aria-current', 'page');
  await expect(place(page, 'Home')).not.toHaveAttribute('aria-current');
  await expect(bar).toBeVisible();

  await place(page, 'Home').click();
  await expect(page.getByRole('heading', { name: 'Latest episodes' })).toBeVisible();
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    const focused = page.locator('main :focus');
    if ((await focused.count()) === 0) continue;
    const box = await focused.boundingBox();
    const top = (await bar.boundingBox())?.y ?? 0;
    expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 100)).toBeLessThanOrEqual(top + 1);
  }
  expect(watch.complaints).toEqual([]);
});
