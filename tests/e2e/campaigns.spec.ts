import type { Locator, Page } from '@playwright/test';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { signUp } from './account.ts';
import { waitForAds } from './ads-host.ts';
import { expectAlive } from './alive.ts';
import { addPublished, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';

const sound = () => ({
  name: 'soap.mp3',
  mimeType: 'audio/mpeg',
  buffer: makeMp3({ rate: 44_100, seconds: 3 }),
});
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const press = async (button: Locator) => {
  await expectAlive(button);
  await button.click();
};

/** Fills in the form of a new campaign, up to its last button. */
async function fill(page: Page, title: string): Promise<Locator> {
  const create = page.getByRole('button', { name: 'Create the campaign' });
  await expect(create).toBeEnabled();
  await page.getByLabel('Name').fill(title);
  await page.getByLabel('Choose an audio file').setInputFiles(sound());
  await expect(page.getByText('soap.mp3')).toBeVisible();
  await expect(create).toBeVisible({ timeout: 60_000 });
  return create;
}

test('an author corrects and makes a campaign that plays, pauses it, changes it and ends it', async ({
  page,
  product,
  watch,
}) => {
  test.slow(); // two uploads are examined
  const { token, user_id } = await signUp(page, product);
  const episode_id = await addPublished(page.request, product, token);
  await page.goto(`${product.site}/dashboard`);
  await page.getByRole('link', { name: 'Ads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ads' })).toBeVisible();
  const create = await fill(page, 'Soap');
  await page.getByLabel('Before the episode').uncheck();
  await page.getByLabel('Weight').fill('0');
  await create.click();
  await expect(page.getByLabel('Weight')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Before the episode')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Before the episode').check();
  await page.getByLabel('Weight').fill('2');
  await create.click(); // the audio is still there
  await expect(page.getByText('The campaign was created.')).toBeVisible();
  const row = rowOf(page, 'Soap');
  await expect(row).toContainText('Running');
  await expect(row).toContainText('Not heard yet');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expectNoViolation(page);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ads/listen')) asked.push(request.url());
  });
  const commercial = page.getByText(/^Commercial \d/).filter({ visible: true });
  const listen = async () => {
    await waitForAds(page);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${product.site}/player?episode_id=${episode_id}`);
    await new PlayerObject(page).play().click();
  };
  await listen();
  await expect(commercial).toBeVisible();
  await expect(commercial).toBeHidden({ timeout: 20_000 });
  const author = authorOf(page.request, product, token);
  const first = async () => (await author.get(`/v2/user/${user_id}/ads/campaigns`)).items[0];
  await expect.poll(async () => (await first()).completes).toBe(1);

  await page.goto(`${product.site}/dashboard/ads`);
  await expect(row).toContainText('Heard once, to the end 1');
  await press(page.getByRole('button', { name: 'Pause Soap' }));
  await expect(row).toContainText('Paused');
  asked.length = 0;
  await listen();
  await expect
    .poll(() => page.locator('.es-range').inputValue().then(Number), { timeout: 30_000 })
    .toBeGreaterThan(0.3);
  expect(asked).toEqual([]);

  await page.goto(`${product.site}/dashboard/ads`);
  await press(page.getByRole('button', { name: 'Resume Soap' }));
  await expect(row).toContainText('Running');
  await row.getByRole('link', { name: 'Soap' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Soap' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeEnabled();
  await page.getByLabel('Name').fill('Soap and water');
  await page.getByLabel('After the episode').check();
  await page.getByLabel('Daily limit').fill('3');
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Soap and water' })).toBeVisible();
  expect(await first()).toMatchObject({
    title: 'Soap and water',
    positions: ['pre', 'post'],
    daily_cap: 3,
    impressions: 1,
  });
  await page.getByLabel('Daily limit').fill('');
  await save.click();
  await expect.poll(async () => (await first()).daily_cap).toBeNull();
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'Ads' }).click();
  await press(page.getByRole('button', { name: 'End Soap and water' }));
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(row).toContainText('Ended');
  await expect(page.getByRole('button', { name: /^(Pause|End) Soap/ })).toHaveCount(0);
  // Chromium writes every refusal of the server into its console.
  expect(watch.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
