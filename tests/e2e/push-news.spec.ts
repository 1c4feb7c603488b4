import type { APIRequestContext, Page } from '@playwright/test';
import { asAnotherClient, signUp } from './account.ts';
import { addPublished, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import type { Product } from './product.ts';

/** Opens a page, and waits until it has joined the channel. */
async function openHearing(page: Page, url: string, channel: string): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (text.includes('subscription_succeeded') && text.includes(channel)) resolve();
      });
    });
  });
  await page.goto(url);
  await joined;
}

/** A listener that calls the API without a browser. */
async function newListener(request: APIRequestContext, product: Product) {
  const email = `news-${process.pid}-${Date.now()}@mail.test`;
  const signup = await request.post(`${product.site}/api/v2/auth/signup`, {
    headers: asAnotherClient(),
    data: { email, password: 'correct horse battery', name: 'Mira Holt', terms: true },
  });
  const { sso, user } = (await signup.json()).response;
  return { ...authorOf(request, product, sso.token), userId: user.user_id as number };
}

test('an open show offers its new episode, and what goes on air', async ({ page, product }) => {
  const account = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, account.token);
  const first = (
    await author.get(`/v2/episodes/${await addPublished(page.request, product, account.token)}`)
  ).episode;
  const { show } = await author.get(`/v2/shows/${first.show_id}`);
  await openHearing(page, show.site_url, `show_${show.show_id}`);

  const { episode } = await author.post('/episode', {
    show_id: show.show_id,
    title: 'High tide',
    type: 'LIVE',
    live_url: 'https://live.example/stream.m3u8',
  });
  await author.put(`/episode/${episode.episode_id}/publish`, {});
  const main = page.getByRole('main');
  await expect(main.getByText('New episode:')).toBeVisible();
  await author.put(`/episode/${episode.episode_id}`, { is_on_air: true });
  await expect(main.getByText('On air now:')).toBeVisible();
  await expectNoViolation(page);
  await main.getByRole('status').getByRole('link', { name: 'High tide' }).click();
  await expect(page.getByRole('heading', { name: 'High tide' })).toBeVisible();

  await expect(main.getByText('On air', { exact: true })).toBeVisible();
  await author.put(`/episode/${episode.episode_id}`, { is_on_air: false });
  await expect(main.getByText('The broadcast has ended.')).toBeVisible();
  await expect(main.getByText('On air', { exact: true })).toHaveCount(0);
});

test('an open episode offers new comments of others, and its author hears of a like', async ({
  page,
  product,
  playwright,
}) => {
  const account = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, account.token);
  const id = await addPublished(page.request, product, account.token);
  const { episode } = await author.get(`/v2/episodes/${id}`);
  const fan = await newListener(await playwright.request.newContext(), product);
  await openHearing(page, episode.site_url, `episode_${id}`);

  await fan.post(`/v2/episodes/${id}/messages`, { text: 'Hello from far away' });
  const offer = page.getByRole('button', { name: 'Show 1 new comment' });
  await expect(offer).toBeVisible();
  await expect(page.getByText('Hello from far away')).toHaveCount(0);
  await expectNoViolation(page);
  // They have not seen it yet.
  expect(await author.get('/v2/me/inbox/count')).toEqual({ unread: 1 });
  await offer.click();
  await expect(page.getByText('Hello from far away')).toBeVisible();
  expect(await author.get('/v2/me/inbox/count')).toEqual({ unread: 0 });
  await expect(offer).toHaveCount(0);

  await fan.put(`/v2/users/${fan.userId}/likes/${id}`);
  await expect(page.getByText('A listener has just liked this episode.')).toBeVisible();
});
