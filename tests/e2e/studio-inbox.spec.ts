import type { APIRequestContext } from '@playwright/test';
import { asAnotherClient, signUp } from './account.ts';
import { addPublished } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import type { Product } from './product.ts';

const HOSTILE = '<img src=x onerror=alert(1)> שלום & "bells"';

/** A listener who writes about an episode. */
async function write(
  request: APIRequestContext,
  { site }: Product,
  { episodeId, text, at }: { episodeId: number; text: string; at?: number },
): Promise<void> {
  const email = `writer-${process.pid}-${episodeId}-${at ?? 0}@mail.test`;
  const signup = await request.post(`${site}/api/v2/auth/signup`, {
    headers: asAnotherClient(),
    data: { email, password: 'correct horse battery', name: 'Mira Holt', terms: true },
  });
  const { sso } = (await signup.json()).response;
  await request.post(`${site}/api/v2/episodes/${episodeId}/messages`, {
    headers: { Authorization: `Bearer ${sso.token}` },
    data: { text, at },
  });
}

test('an author reads, answers and removes comments', async ({
  page,
  product,
  playwright,
  watch,
}) => {
  const account = await signUp(page, product, 'Ada Marsh');
  const episodeId = await addPublished(page.request, product, account.token);
  const others = await playwright.request.newContext();
  await write(others, product, { episodeId, text: HOSTILE, at: 1 });

  await page.goto(`${product.site}/dashboard`);
  const badge = page.getByRole('banner').getByRole('link', { name: '1 unread comment' });
  await expect(badge).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await badge.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comments');
  await expect(page.getByRole('main')).toContainText('1 new');
  await expectNoViolation(page);
  await page.getByRole('main').getByRole('link', { name: 'Low tide' }).click();

  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(page).toHaveTitle(/^Comments · Low tide/);
  await page.getByText('Answer', { exact: true }).click();
  const answer = page.getByLabel('Your answer');
  await expect(answer).toHaveValue('@Mira Holt ');
  await answer.fill('@Mira Holt Thank you.');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your answer is on the page of the episode.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Thank you.' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove the comment of Mira Holt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The comment was removed.')).toBeVisible();
  await expect(page.getByText(HOSTILE)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Comments' }).click();
  await expect(page.getByText('Nothing new')).toBeVisible();
  expect(watch.complaints).toEqual([]);
  await others.dispose();
});
