import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';
import { watchSound } from './watch-sound.ts';

/** The tests of other pages expect no cookie except that of a login. */
test.afterEach(({ context }) => context.clearCookies());

test('the sound stays while the language of everything around it changes', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  const expectUnbroken = await watchSound(page);
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Explore');

  const root = page.locator('html');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'العربية' }).click();
  await expect(heading).toHaveText('استكشاف');
  await expect(heading).toBeFocused();
  await expect(root).toHaveAttribute('lang', 'ar');
  await expect(root).toHaveAttribute('dir', 'rtl');
  const bar = page.getByRole('region', { name: 'مشغّل الصوت' });
  await expect(bar.getByRole('button', { name: /^إيقاف مؤقت/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'دخول' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'العربية' })).toHaveAttribute('aria-current');
  await expect(page.locator('.site-places')).toContainText('المكتبة');
  await expectUnbroken();

  await footer.getByRole('link', { name: 'Italiano' }).click();
  await expect(heading).toHaveText('Esplora');
  await expect(root).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('region', { name: 'Lettore audio' })).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText('Field Notes on Sound');
  await expect(
    page
      .locator('main')
      .getByRole('button', { name: /^Metti in pausa/ })
      .first(),
  ).toBeVisible();
  await expect(root).toHaveAttribute('lang', 'it');
  await expectUnbroken();

  await page.reload();
  await expect(root).toHaveAttribute('lang', 'it');
  await expect(page.getByRole('region', { name: 'Lettore audio' })).toBeVisible();
});
