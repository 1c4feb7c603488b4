import { signUp } from './account.ts';
import { authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

test('an author fills the feed, reads what it lacks, and moves it away', async ({
  page,
  product,
  watch,
}) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater', language: 'en' });
  const feed = `${product.site}/show/${show.show_id}/episodes/feed`;
  await page.goto(`${product.site}/dashboard/shows/${show.show_id}`);
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  const check = page.getByRole('region', { name: 'What podcast apps will say' });
  await expect(check).toContainText('Refused: There is no cover.');

  await page.getByRole('button', { name: 'Add a link' }).click();
  await expect(page.getByLabel('Web address')).toBeFocused();
  await page.getByLabel('Web address').fill('not an address');
  await page.getByLabel('Text of the button').fill('Buy us a coffee <3');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('group', { name: 'People 1' }).getByLabel('Name').fill('Ada Marsh');
  await page.getByLabel('Licence', { exact: true }).fill('cc-by-4.0');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByText(/^1: must/)).toBeVisible();
  await page.getByLabel('Web address').fill('https://coffee.example/tide');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const text = await (await page.request.get(feed)).text();
  expect(text).toContain('<podcast:funding url="https://coffee.example/tide">Buy us a coffee');
  expect(text).toContain('>Ada Marsh</podcast:person>');
  expect(text).toContain('>cc-by-4.0</podcast:license>');

  await page.getByLabel('Licence', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Remove entry 1 of People' }).click();
  await expect(page.getByRole('button', { name: 'Add a person' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await page.request.get(feed)).text())
    .not.toMatch(/podcast:license|podcast:person/);

  await page.getByLabel('Address of the new feed').fill('https://new.example/feed.xml');
  await page.getByLabel(/The show is complete at the new host/).check();
  await page.getByRole('button', { name: 'Move the feed' }).click();
  await expect(page.getByText(/redirects to https:\/\/new\.example\/feed\.xml/)).toBeVisible();
  const moved = await page.request.get(feed, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, 'https://new.example/feed.xml']);
  await page.getByRole('button', { name: 'Bring it back here' }).click();
  await expect(page.getByLabel('Address of the new feed')).toBeVisible();
  expect(watch.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
