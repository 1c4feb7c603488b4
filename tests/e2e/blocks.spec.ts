import { signUp } from './account.ts';
import { expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

const AUTHOR = '/user/mara-lindqvist';

test('a listener blocks an author, and unblocks them in the settings', async ({
  page,
  product,
  watch,
}) => {
  await signUp(page, product);
  await page.goto(product.site + AUTHOR);
  await expectStarted(page); // an earlier answer would load the page again
  await page.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Block Mara Lindqvist?' });
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked Mara Lindqvist.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expectNoViolation(page);
  await page.goto(`${product.site}/account/settings`);
  const unblock = page.getByRole('button', { name: 'Unblock Mara Lindqvist' });
  await expect(unblock).toBeVisible();
  await unblock.click();
  await expect(page.getByText('You have not blocked anybody.')).toBeVisible();
  await page.goto(product.site + AUTHOR);
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});
