import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { APART_FROM_SAMPLES, expect, test } from './product.ts';

test.use(APART_FROM_SAMPLES);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('many episodes are deleted at once and come back', async ({ page, product }) => {
    const { token } = await signUp(page, product);
    const author = authorOf(page.request, product, token);
    const { show } = await author.post('/show', { title: 'Tidewater' });
    const { show_id } = show;
    for (const title of ['Gulls', 'Terns']) await author.post('/episode', { show_id, title });
    await page.goto(`${product.site}/dashboard/shows/${show_id}`);
    await page.getByRole('checkbox', { name: 'Select Gulls' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('1 episode was deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gulls' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('link', { name: 'Gulls' })).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('tern');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Terns' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gulls' })).toHaveCount(0);
  });
});

test('an author publishes many episodes by keyboard and reads which one failed', async ({
  page,
  product,
  watch,
}) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const { show_id } = show;
  const media_id = await addAudio(page.request, product, token);
  await author.post('/episode', { show_id, title: 'Mute' });
  await author.post('/episode', { show_id, title: 'Low tide', media_id });
  await page.goto(`${product.site}/dashboard/shows/${show_id}`);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  const report = page.getByRole('status').filter({ hasText: '1 episode was changed.' });
  await expect(report).toContainText('Mute: is missing; upload the audio first');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Low tide' }) }),
  ).toContainText('Published');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await expectNoViolation(page);
  expect(watch.complaints).toEqual([]);
});
