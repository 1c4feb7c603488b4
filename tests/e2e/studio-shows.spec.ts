import sharp from 'sharp';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

const HOSTILE = `"><script>alert(1)</script> 'שלום' & co`;

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#7a2f22' } })
    .png()
    .toBuffer();

test('an author makes a show, gives it a cover and changes it', { tag: '@smoke' }, async ({
  page,
  product,
  watch,
}) => {
  await signUp(page, product, 'Ada Marsh');
  await page.goto(product.site);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put your first show on air');
  await page.getByRole('link', { name: /Begin a new show/ }).click();

  await page.getByLabel('Title of the show').fill(HOSTILE);
  await page.getByLabel('Description').fill('Bells, towers and the people who ring them.');
  await page.getByLabel('Category').selectOption('Music');
  await page.getByRole('button', { name: 'Create the show' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(HOSTILE);

  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await picture(1400) });
  await expect(page.getByText('The new cover is in place.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();

  await page.getByLabel('Second category').selectOption('Documentary');
  await page.getByLabel('Address of the page').fill('Not An Address');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Address of the page')).toBeFocused();
  await expect(page.getByText(/must be small letters, digits and hyphens/)).toBeVisible();
  await page.getByLabel('Address of the page').fill('bells-of-the-marsh');
  await page.getByLabel('Locked').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Address of the feed' })).toHaveValue(
    /\/show\/\d+\/episodes\/feed$/,
  );
  await expectNoViolation(page);

  const feed = await (
    await page.request.get(`${product.site}/show/bells-of-the-marsh/episodes/feed`)
  ).text();
  expect(feed).toContain('<podcast:locked>yes</podcast:locked>');
  expect(feed).toContain('<itunes:category text="Documentary"');
  expect(feed).not.toContain('<script>alert');
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  expect(watch.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
