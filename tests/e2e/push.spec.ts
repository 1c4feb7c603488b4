import type { APIRequestContext } from '@playwright/test';
import { asAnotherClient, signUp } from './account.ts';
import { addPublished } from './author.ts';
import { APART_FROM_SAMPLES, expect, type Product, test } from './product.ts';

test.use(APART_FROM_SAMPLES);

/** A listener, as a program, with his bearer token. */
async function newListener(request: APIRequestContext, { site }: Product) {
  const email = `push-${process.pid}-${Date.now()}@mail.test`;
  const signup = await request.post(`${site}/api/v2/auth/signup`, {
    headers: asAnotherClient(),
    data: { email, password: 'correct horse battery', name: 'Mira Holt', terms: true },
  });
  const { sso } = (await signup.json()).response;
  return (episodeId: number, text: string) =>
    request.post(`${site}/api/v2/episodes/${episodeId}/messages`, {
      headers: { Authorization: `Bearer ${sso.token}` },
      data: { text },
    });
}

test('the header counts a new comment at once, in every tab, until it is read', async ({
  page,
  context,
  product,
  playwright,
}) => {
  const account = await signUp(page, product, 'Ada Marsh');
  const episodeId = await addPublished(page.request, product, account.token);
  const others = await playwright.request.newContext();
  const write = await newListener(others, product);

  const joined = page
    .waitForEvent('websocket', (each) => each.url().includes('/app/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('subscription_succeeded'),
      ),
    );
  await page.goto(`${product.site}/`);
  await joined;
  const badge = page.getByRole('banner').getByRole('link', { name: '1 unread comment' });
  await expect(badge).toHaveCount(0);

  await write(episodeId, 'Hello from far away');
  await expect(badge).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);

  const tab = await context.newPage();
  await tab.goto(`${product.site}/dashboard/messages`);
  await tab.getByRole('main').getByRole('link', { name: 'Low tide' }).click();
  await expect(tab.getByText('Hello from far away')).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^\(1\) /);
});

test('a visitor who is not signed in loads nothing of push', async ({ page, product }) => {
  const addresses: string[] = [];
  page.on('websocket', (socket) => addresses.push(socket.url()));
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`${product.site}/`, { waitUntil: 'networkidle' });
  expect(addresses.filter((address) => /open-push|\/app\//.test(address))).toEqual([]);
});
