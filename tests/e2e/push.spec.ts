import type { APIRequestContext } from '@playwright/test';
import { asAnotherClient, signUp } from './account.ts';
import { addPublished } from './author.ts';
import { expect, test } from './full-host.ts';
import type { Product } from './product.ts';

/** A listener that calls the API with a bearer token. */
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

test('the header counts a new comment at once, in every tab, until it is read', {
  tag: '@smoke',
}, async ({ page, context, product, playwright }) => {
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
