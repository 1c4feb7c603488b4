import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('plays on while pages change, Back and Forward included', async ({ page, product, watch }) => {
  await page.goto(product.site);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(2);

  const goesOn = async () => {
    const before = await player.currentTime();
    await player.expectPast(before + 0.2);
    expect(await player.isPaused()).toBe(false);
    expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
  };
  const heading = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await heading('Why rooms sing');
  await goesOn();
  await page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).click();
  await heading('Field Notes on Sound');
  await goesOn();
  await page.goBack();
  await heading('Why rooms sing');
  await goesOn();
  await page.goForward();
  await heading('Field Notes on Sound');
  await goesOn();
  expect(await page.title()).toBe('▶ Field Notes on Sound · Earshot');

  await player.expectHalf(191.87);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect.poll(() => player.isPaused()).toBe(true);
  expect(watch.complaints).toEqual([]);
});

test('a chapter plays from its start', async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  await page.getByRole('button', { name: /^Play from 1:41/ }).click();
  await new PlayerObject(page).expectPast(101.4);
});

test('says in words that a page can not be loaded', async ({ page, product }) => {
  await page.goto(product.site);
  await page.route('**/ajax?*', (route) => route.abort());
  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await expect(page.getByText('Unable to load the requested page')).toBeVisible();
});

test('the keyboard alone plays and pauses', async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  const player = new PlayerObject(page);
  await player.play().focus();
  await page.keyboard.press('Enter');
  await player.expectPast(0.3);
  await page.keyboard.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page is whole, and links are links', async ({ page, product }) => {
    await page.goto(product.site);
    await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why rooms sing');
    await expect(page.locator('audio[controls]')).toBeVisible();
  });
});
