import type { Page } from '@playwright/test';
import { type Account, signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** The comments are alive: their form answers. */
async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectAlive(page.getByLabel('Your comment'));
}

async function addComments(page: Page, { site }: Product, { token }: Account, texts: string[]) {
  const { response } = await (await page.request.get(`${site}/api/v2/search?q=rooms+sing`)).json();
  const id = response.episodes[0].episode_id;
  for (const text of texts) {
    const answer = await page.request.post(`${site}/api/v2/episodes/${id}/messages`, {
      headers: { Authorization: `Bearer ${token}` },
      data: { text },
    });
    expect(answer.status()).toBe(201);
  }
}

test('a listener comments on a moment, hears it, and removes the comment', async ({
  page,
  product,
  watch,
}) => {
  await signUp(page, product);
  await openAlive(page, product.site + EPISODE);
  await page.getByLabel('Your comment').fill(HOSTILE);
  await page.getByLabel('About the moment (optional)').fill('soon');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Please write the moment as')).toBeVisible();
  await page.getByLabel('About the moment (optional)').fill('0:12');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const mine = comment(page, HOSTILE);
  await expect(mine.getByText('few seconds ago')).toBeVisible();
  await expect(page.getByLabel('Your comment')).toHaveValue('');
  await expect(page.getByLabel('Your comment')).toBeFocused();
  await expectNoViolation(page);
  await mine.getByRole('link', { name: 'at 0:12' }).click();
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

test('a comment that the server refuses is taken back, and its words stay', async ({
  page,
  product,
}) => {
  await signUp(page, product);
  await openAlive(page, product.site + EPISODE);
  await page.route('**/messages**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 404,
          json: { error: { code: 404, reason: 'EPISODE_UNAVAILABLE', messages: ['gone'] } },
        })
      : route.continue(),
  );
  await page.getByLabel('Your comment').fill('Not for you');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('you and its author have blocked each other')).toBeVisible();
  await expect(comment(page, 'Not for you')).toBeHidden();
  await expect(page.getByLabel('Your comment')).toHaveValue('Not for you');
});

test('a visitor is led to the login, and the comment is written after it', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await openAlive(page, product.site + EPISODE);
  await page.getByLabel('Your comment').fill('Written before the login');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(product.site + EPISODE);
  await expect(comment(page, 'Written before the login')).toHaveCount(1);
  expect(watch.complaints).toEqual([]);
});

test('older comments are loaded below', async ({ page, product, watch }) => {
  const account = await signUp(page, product);
  const texts = Array.from({ length: 12 }, (_, index) => `Thought ${index}.`);
  await addComments(page, product, account, texts);
  await openAlive(page, product.site + EPISODE);
  await expect(comment(page, 'Thought 11.')).toBeVisible();
  await expect(comment(page, 'Thought 1.')).toBeHidden();
  await page.getByRole('link', { name: 'More comments' }).click();
  await expect(comment(page, 'Thought 1.')).toBeVisible();
  await expect(comment(page, 'Thought 11.')).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('comments are read, written and removed', async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    await expect(page.getByLabel('Your comment')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Log in to comment' })).toBeVisible();
    const account = await signUp(page, product);
    await addComments(
      page,
      product,
      account,
      Array.from({ length: 11 }, (_, index) => `Plain thought ${index}.`),
    );
    await page.goto(product.site + EPISODE);
    await page.getByLabel('Your comment').fill('By hand');
    await page.getByLabel('About the moment (optional)').fill('later');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.getByText('must be a time such as 12:40')).toBeVisible();
    await page.getByLabel('About the moment (optional)').fill('0:05');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page).toHaveURL(`${product.site}${EPISODE}#comments`);
    const mine = comment(page, 'By hand');
    await expect(mine.getByRole('link', { name: 'at 0:05' })).toHaveAttribute('href', /t=5$/);
    await mine.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(mine).toBeHidden();
    await page.getByRole('link', { name: 'More comments' }).click();
    await expect(comment(page, 'Plain thought 0.')).toBeVisible();
    await page.getByRole('link', { name: 'Newest comments' }).click();
    await expect(comment(page, 'Plain thought 10.')).toBeVisible();
  });
});
