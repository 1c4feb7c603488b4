import sharp from 'sharp';
import { signUp } from './account.ts';
import { authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

test('an author cuts a square cover by keyboard, and learns which address is free', async ({
  page,
  product,
  watch,
}) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  await author.post('/show', { title: 'Taken', permalink: 'taken-harbour' });
  const { show } = await author.post('/show', { title: 'Tidewater' });
  await page.goto(`${product.site}/dashboard/shows/${show.show_id}/edit`);
  const buffer = await sharp({
    create: { width: 2400, height: 1600, channels: 3, background: '#7a2f22' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Cut out a square' });
  await dialog.getByRole('slider', { name: 'Left to right' }).focus();
  await page.keyboard.press('End');
  await expect(dialog.getByText('Only')).toHaveCount(0);
  await dialog.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('End');
  await expect(dialog.getByText('Only 400 pixels wide.')).toBeVisible();
  await page.keyboard.press('Home');
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: 'Use this square' }).click();
  await expect(page.getByText('The new cover is in place.')).toBeVisible();
  const { show: changed } = await author.get(`/show/${show.show_id}`);
  const picture = await (await page.request.get(changed.image_original_url)).body();
  const { width, height } = await sharp(picture).metadata();
  expect([width, height]).toEqual([1600, 1600]);

  const permalink = page.getByLabel('Address of the page');
  await permalink.fill('taken-harbour');
  await expect(page.getByText('taken-harbour belongs to another show.')).toBeVisible();
  await permalink.fill('Free Harbour');
  await expect(page.getByText('Write it like this: free-harbour')).toBeVisible();
  await permalink.fill('free-harbour');
  await expect(page.getByText('free-harbour is free.')).toBeVisible();
  // Chromium warns about a preloaded cover that a busy machine shows late.
  expect(watch.complaints.filter((text) => !/preload/.test(text))).toEqual([]);
});
