import { delayScripts } from './delay-scripts.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('a press before the script of the page arrives is answered', { tag: '@smoke' }, async ({
  page,
  product,
}) => {
  const arrive = await delayScripts(page);
  await page.goto(product.site, { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: /^Play Why rooms sing/ })
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-loading');
  arrive();
  await new PlayerObject(page).expectPast(0.2);
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');

  const arriveAgain = await delayScripts(page);
  await page.goto(product.site, { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: /^More options for/ }).first();
  await more.click();
  await more.click(); // only the last press counts
  arriveAgain();
  await expect(page.getByRole('menu')).toBeVisible();
});
