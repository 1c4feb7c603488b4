import { signUp } from './account.ts';
import { addPublished, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';

test('an author submits a show to the radio directory, and withdraws it', async ({
  page,
  product,
  services: { radio },
  watch,
}) => {
  radio.answer = null;
  radio.listings.clear();
  radio.verdict = { state: 'listed', message: 'On air at <b>98.5</b>' };
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { episode } = await author.get(
    `/episode/${await addPublished(page.request, product, token)}`,
  );
  await page.goto(`${product.site}/dashboard/shows/${episode.show_id}/feed`);
  const panel = page.getByRole('region', { name: 'Radio directory' });
  await expect(panel).toContainText('not in the radio directory');
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Submit the show' }).click();
  await expect(async () => {
    await page.reload();
    await expect(panel).toContainText('lists the show', { timeout: 1_000 });
  }).toPass();
  await expect(panel).toContainText('On air at <b>98.5</b>');
  expect([...radio.listings.values()]).toMatchObject([{ title: 'Tidewater' }]);

  await panel.getByRole('button', { name: 'Withdraw the show' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the show' }).click();
  await expect(panel.getByRole('button', { name: 'Submit the show' })).toBeVisible();
  await expect.poll(() => radio.listings.size).toBe(0);
  expect(watch.complaints).toEqual([]);
});
