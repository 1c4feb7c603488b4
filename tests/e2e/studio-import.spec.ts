import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';

test('an author sees what a feed brings, proves that it is theirs, and imports it', async ({
  page,
  product,
  feedHost,
  watch,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/dashboard`);
  await page.getByRole('link', { name: /Import a show from another host/ }).click();
  await page.getByLabel('Address of the feed').fill('nonsense');
  await page.getByRole('button', { name: 'Look at the feed' }).click();
  await expect(page.getByLabel('Address of the feed')).toBeFocused();
  await page.getByLabel('Address of the feed').fill(feedHost.url);
  await page.getByRole('button', { name: 'Look at the feed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Bells <script>alert(1)</script> "tower"',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Tower 2' })).toContainText('new');
  await expectNoViolation(page);

  const goOn = page.getByRole('button', { name: 'It is in the feed: import' });
  await goOn.click();
  await expect(page.getByRole('alert').first()).not.toBeEmpty();
  feedHost.proof = await page.getByRole('textbox', { name: 'Text for the feed' }).inputValue();
  await goOn.click();
  await page.getByRole('link', { name: 'Open the show' }).click();
  await expect(page.getByRole('link', { name: 'Tower 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tower 2' })).toBeVisible();
  expect(watch.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
