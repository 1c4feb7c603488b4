import type { Page } from '@playwright/test';
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

test('the site plays ads to those who agree, also after a reload', async ({ page, product }) => {
  await page.goto(product.site);
  await expect(question(page)).toBeVisible();
  await expectNoViolation(page);
  await agree(page).click();
  await expect(question(page)).toHaveCount(0);
  await playFirst(page);
  await expect(commercial(page)).toBeVisible();

  await page.goto(`${product.site}/show/field-notes-on-sound`);
  await playFirst(page);
  await expect(commercial(page)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('a listener who declines is asked no more, hears no ads, and may change the answer', async ({
  page,
  product,
  ads,
}) => {
  const asked = recordRequests(page, ads);
  await page.goto(product.site);
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
  await page.getByRole('button', { name: 'Change the answer about ads' }).click();
  await decline(page).click();
  await page.goto(product.site);
  await playFirst(page);
  await hearEpisode(page);
  expect(asked).toEqual([]);
});
