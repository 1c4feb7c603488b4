import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Opens the form of the comments. */
async function openForm(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectAlive(page.getByLabel('Your comment'));
  await page.getByText('Write a comment').click();
  await expect(page.getByLabel('Your comment')).toBeFocused();
}

test('a listener comments on a moment, hears it, and removes the comment', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  await signUp(page, product);
  await openForm(page, product.site + EPISODE);
  await page.getByLabel('Your comment').fill(HOSTILE);
  await page.getByRole('button', { name: 'Play Why rooms sing' }).first().click();
  await page.getByRole('slider', { name: 'Seek' }).fill('12');
  await page.getByRole('button', { name: /^Now: 0:1\d/ }).click();
  await expect(page.getByRole('button', { name: /^at 0:1\d/, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const mine = comment(page, HOSTILE);
  await expect(mine.getByText('few seconds ago')).toBeVisible();
  await expect(page.getByLabel('Your comment')).toHaveValue('');
  await expect(page.getByLabel('Your comment')).toBeFocused();
  await expectNoViolation(page);
  await mine.getByRole('link', { name: /^at 0:1\d/ }).click();
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute(
    'aria-valuetext',
    /^(1[1-9]|[2-5]\d) seconds of|^\d minutes? /,
  );
  await page.reload();
  await expectAlive(page.getByLabel('Your comment'));
  await expect(mine).toBeVisible();
  await mine.getByRole('button', { name: 'Remove the comment by Noor Haddad' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(mine).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(mine).toBeHidden();
  expect(watch.complaints).toEqual([]);
});

test('a visitor is led to the login, and the comment is written after it', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await openForm(page, product.site + EPISODE);
  await page.getByLabel('Your comment').fill('Written before the login');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(product.site + EPISODE);
  await expect(comment(page, 'Written before the login')).toHaveCount(1);
  expect(watch.complaints).toEqual([]);
});
