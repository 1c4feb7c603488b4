import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { waitForAds } from './ads-host.ts';
import { addAudio, addPublished, authorOf } from './author.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

// A server of its own: while a campaign runs, every page names the ads server.
test.use({ serverEnv: [{ PRODUCT_NAME: 'Tidewater Radio' }, { scope: 'worker' }] });

const commercial = (page: Page) => page.getByText(/^Commercial \d/).filter({ visible: true });
/** Resolves once the episode is audible. */
const hearEpisode = (page: Page) =>
  expect
    .poll(() => page.locator('.es-range').inputValue().then(Number), { timeout: 30_000 })
    .toBeGreaterThan(0.3);

test('an author’s campaign plays before his episode, is counted once, and nobody asks without one', async ({
  page,
  product,
  watch,
}) => {
  test.slow(); // two uploads are examined
  const { token, user_id } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const episode_id = await addPublished(page.request, product, token);
  const media_id = await addAudio(page.request, product, token, 3);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ads/listen')) asked.push(request.url());
  });
  await waitForAds(page);
  const listen = async () => {
    await page.goto(`${product.site}/player?episode_id=${episode_id}`);
    await new PlayerObject(page).play().click();
  };

  await listen();
  await hearEpisode(page);
  expect(asked).toEqual([]);

  const campaigns = `/v2/user/${user_id}/ads/campaigns`;
  const { campaign } = await author.post(campaigns, { title: 'Soap', media_id });
  const numbers = async () => {
    const { impressions, completes } = (await author.get(`${campaigns}/${campaign.campaign_id}`))
      .campaign;
    return { impressions, completes };
  };
  await page.evaluate(() => sessionStorage.clear());
  await listen();
  await expect(commercial(page)).toBeVisible();
  await expect(commercial(page)).toBeHidden({ timeout: 20_000 });
  await hearEpisode(page);
  await expect.poll(numbers).toEqual({ impressions: 1, completes: 1 });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(`${product.site}/api/v3/ads/listen`);

  // The campaign of this author reaches no other show, whose players do not ask.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.site}/player?episode_id=1`);
  await new PlayerObject(page).play().click();
  await hearEpisode(page);
  expect(asked).toHaveLength(1);
  expect(watch.complaints).toEqual([]);
});
