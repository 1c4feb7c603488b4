import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { listing } from './ads-host.ts';
import { expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { commercial, hearEpisode, recordRequests, test } from './consent-host.ts';
import { PlayerObject } from './pages/player.ts';
import { expect } from './product.ts';

test('a player asks for no ads and leaves no id before consent, and plays ads with the option', async ({
  page,
  product,
  ads,
}) => {
  const asked = recordRequests(page, ads);
  await page.goto(`${product.site}/player?episode_id=1`);
  await new PlayerObject(page).play().click();
  await hearEpisode(page);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('earshot-ads-client'))).toBeNull();
  await page.goto(`${product.site}/player?episode_id=1&consent=true`);
  await new PlayerObject(page).play().click();
  await expect(commercial(page)).toBeVisible();
});

const question = (page: Page) => page.getByRole('region', { name: /^This site may play ads/ });
const agree = (page: Page) => page.getByRole('button', { name: 'I agree' });
const decline = (page: Page) => page.getByRole('button', { name: 'No, thanks' });
const playFirst = (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();

test('a listener who declines is asked no more and hears no ads, who agrees hears them, and may pause them', async ({
  page,
  product,
  ads,
}) => {
  const asked = recordRequests(page, ads);
  ads.answer(listing(ads.ad('soap', 20))); // long enough to be paused
  await page.goto(product.site);
  await expect(question(page)).toBeVisible();
  await expectNoViolation(page);
  await decline(page).click();
  await expect(question(page)).toHaveCount(0);
  await playFirst(page);
  await hearEpisode(page);
  expect(asked).toEqual([]);

  await page.goto(`${product.site}/privacy`);
  await expectStarted(page);
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the answer about ads' }).click();
  await agree(page).click();
  expect(await page.evaluate(() => localStorage.getItem('earshot-consent'))).toBe('yes');
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await expect(commercial(page)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => ads.toldOf('soap')).toContain('start');
  await player.pause().click();
  await expect.poll(() => player.isPaused()).toBe(true);
  const second = () => player.seek().inputValue().then(Number).then(Math.floor);
  const stoodAt = await second();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: page as never }).include('#bar').analyze();
    expect(violations).toEqual([]);
  }
  await player.play(/^Play Why rooms sing/).click();
  await expect.poll(() => ads.toldOf('soap')).toContain('resume');
  await expect(commercial(page)).toBeVisible();
  expect(await second()).toBe(stoodAt); // the clock of the episode stands
});
