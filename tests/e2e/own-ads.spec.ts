import type { Page } from '@playwright/test';
import { endAccount, signUp } from './account.ts';
import { waitForAds } from './ads-host.ts';
import { addAudio, addPublished, authorOf } from './author.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const commercial = (page: Page) => page.getByText(/^Commercial \d/).filter({ visible: true });
/** Resolves once the episode is audible. */
const hearEpisode = (page: Page) =>
  expect
    .poll(() => page.locator('.es-range').inputValue().then(Number), { timeout: 30_000 })
    .toBeGreaterThan(0.3);

test('the campaign of an author plays before their episode, is counted once, and no player asks without one', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  test.slow(); // two uploads are examined
  const account = await signUp(page, product);
  const { token, user_id } = account;
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

  // The author's campaign targets no other show, so their players do not request ads.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.site}/player?episode_id=1`);
  await new PlayerObject(page).play().click();
  await hearEpisode(page);
  expect(asked).toHaveLength(1);
  expect(watch.complaints).toEqual([]);
  await endAccount(page, product, account);
});
