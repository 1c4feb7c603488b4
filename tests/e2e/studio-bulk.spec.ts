import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';

test('an author publishes many episodes by keyboard and reads which one failed', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
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
