import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { authorOf } from './author.ts';
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

test('a text field that gets the focus, and the button that saves, stay above the player', async ({
  page,
  product,
}) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const { episode } = await author.post('/episode', { show_id: show.show_id, title: 'Ebb' });
  const dock = page.locator('#dock');
  const topOf = async (part = dock) => (await part.boundingBox())?.y ?? 0;
  const save = page.getByRole('button', { name: 'Save', exact: true }).last();
  const expectSaveAbove = async () => {
    await page.goto(`${product.site}/dashboard/episodes/${episode.episode_id}`);
    for (const width of [390, 700, 900]) {
      await page.setViewportSize({ width, height: 664 });
      await page.getByLabel('Title', { exact: true }).fill(`Ebb ${width}`);
      await expect(page.getByText('Not saved yet.')).toBeInViewport();
      const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
      expect(y + height, `${width} pixels`).toBeLessThanOrEqual(await topOf());
    }
  };
  await expectSaveAbove();

  await page.goto(product.site);
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click();
  await expect(page.getByRole('region', { name: 'Audio player' })).toBeVisible();
  await expectSaveAbove();

  const field = page.getByLabel('About you');
  for (const [width = 0, height = 0] of [
    [320, 256],
    [640, 512],
    [1280, 500],
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.site}/account/settings`);
    await expect(page.getByRole('region', { name: 'Audio player' })).toBeVisible();
    await page.getByRole('region', { name: 'Profile' }).getByLabel('Name').focus();
    while (!(await field.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    // The first line, with the caret.
    await expect.poll(async () => (await topOf()) - (await topOf(field))).toBeGreaterThan(32);
  }
});

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the ways to subscribe and a long name of the host fit into small windows', async ({
  page,
  product,
}) => {
  const expectFit = async (widths: readonly number[], at: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overhang(page), `${at} at ${width} pixels`).toBe(0);
    }
  };
  for (const path of ['/user/mara-lindqvist/why-rooms-sing', '/show/field-notes-on-sound']) {
    await page.goto(product.site + path);
    await page.locator('summary', { hasText: 'Subscribe' }).click();
    await expect(page.getByRole('link', { name: 'AntennaPod' })).toBeVisible();
    await expectFit([320, 390, 600], path);
  }

  const name = 'Österreichischer Hochschulrundfunk-Podcastverbund Niederland';
  await page.route(`${product.site}/show/*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('Earshot', name);
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  await expectFit([320], name);
});
