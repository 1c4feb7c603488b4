import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const AUTHOR = '/user/mara-lindqvist';

test('a listener finds his favourites, whom he follows, and the followers of an author', async ({
  page,
  product,
  watch,
}) => {
  const { token, user_id, permalink } = await signUp(page, product);
  const api = `${product.site}/api/v2`;
  const headers = { Authorization: `Bearer ${token}` };
  const found = await (await page.request.get(`${api}/search?q=rooms+sing`)).json();
  const { episode_id, user_id: authorId } = found.response.episodes[0];
  for (const path of [`likes/${episode_id}`, `followings/${authorId}`]) {
    const put = await page.request.put(`${api}/users/${user_id}/${path}`, { headers, data: {} });
    expect(put.status()).toBe(200);
  }
  await page.goto(product.site);
  await page.getByRole('button', { name: 'Noor Haddad' }).click();
  await page.getByRole('link', { name: 'Favourites' }).click();
  const lists = page.getByRole('navigation', { name: 'Lists' });
  await expect(lists).toBeVisible();
  await expect(page.getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await expectNoViolation(page);
  await lists.getByRole('link', { name: 'Follows', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Mara Lindqvist' })).toBeVisible();
  await lists.getByRole('link', { name: 'Followed shows' }).click();
  await expect(page.getByText('No followed shows yet.')).toBeVisible();

  await page.goto(`${product.site}${AUTHOR}?tab=fans`);
  const fan = page.getByRole('main').getByRole('link', { name: 'Noor Haddad' });
  await expect(fan.first()).toBeVisible();
  await fan.first().click();
  await expect(page).toHaveURL(`${product.site}/user/${permalink}`);

  await page.goto(product.site + EPISODE);
  // Before the script has come, the button sends a form, which only likes.
  await expectAlive(page.getByRole('button', { name: 'Liked' }));
  await page.getByRole('button', { name: 'Liked' }).click();
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the lists of a user are links, and an unknown list is no page', async ({
    page,
    product,
  }) => {
    await page.goto(product.site + AUTHOR);
    await page.getByRole('link', { name: 'Favourites', exact: true }).click();
    await expect(page.getByText('No favourite episodes yet.')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Lists' })
      .getByRole('link', { name: 'Shows' })
      .first()
      .click();
    await expect(page.getByRole('link', { name: 'Field Notes on Sound' })).toBeVisible();
    const answer = await page.goto(`${product.site}${AUTHOR}?tab=nothing`);
    expect(answer?.status()).toBe(404);
  });
});
