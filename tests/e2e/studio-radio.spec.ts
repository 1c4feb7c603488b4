import { type RadioServer, startRadio } from '../../server/tests/helpers/radio-server.ts';
import { signUp } from './account.ts';
import { addPublished, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { test as base, expect } from './product.ts';

const test = base.extend<object, { radio: RadioServer }>({
  radio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const radio = await startRadio();
      await use(radio);
      await radio.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    ({ radio }, use) => use({ IHR_URL: radio.url, IHR_PRIVATE: 'true' }),
    { scope: 'worker' },
  ],
});

test.beforeEach(({ radio }) => {
  radio.answer = null;
  radio.listings.clear();
});

test('an author submits a show to the radio directory, and withdraws it', async ({
  page,
  product,
  radio,
  watch,
}) => {
  radio.verdict = { state: 'listed', message: 'On air at <b>98.5</b>' };
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { episode } = await author.get(
    `/episode/${await addPublished(page.request, product, token)}`,
  );
  await page.goto(`${product.site}/dashboard/shows/${episode.show_id}/feed`);
  const panel = page.getByRole('region', { name: 'Radio directory' });
  await expect(panel).toContainText('not in the radio directory');
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Submit the show' }).click();
  await expect(async () => {
    await page.reload();
    await expect(panel).toContainText('lists the show', { timeout: 1_000 });
  }).toPass();
  await expect(panel).toContainText('On air at <b>98.5</b>');
  expect([...radio.listings.values()]).toMatchObject([{ title: 'Tidewater' }]);

  await panel.getByRole('button', { name: 'Withdraw the show' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the show' }).click();
  await expect(panel.getByRole('button', { name: 'Submit the show' })).toBeVisible();
  await expect.poll(() => radio.listings.size).toBe(0);
  expect(watch.complaints).toEqual([]);
});

test('the radio directory is asked without JavaScript too', async ({ browser, product, radio }) => {
  radio.verdict = { state: 'refused', message: 'Too quiet.' };
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Silence' });
  const address = `${product.site}/dashboard/shows/${show.show_id}/feed`;
  await page.goto(address);
  const panel = page.getByRole('region', { name: 'Radio directory' });
  await panel.getByRole('button', { name: 'Submit the show' }).click();
  await expect(panel.getByRole('alert')).toContainText('publish it first');

  const { episode } = await author.get(
    `/episode/${await addPublished(page.request, product, token)}`,
  );
  await page.goto(`${product.site}/dashboard/shows/${episode.show_id}/feed`);
  await panel.getByRole('button', { name: 'Submit the show' }).click();
  await expect(async () => {
    await page.reload();
    await expect(panel).toContainText('Too quiet.', { timeout: 1_000 });
  }).toPass();
  await context.close();
});
