import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';

/** The actions that a page sends from now on. */
function actionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push(/action\W+(\w+)/.exec(request.postData() ?? '')?.[1] ?? '');
  });
  return sent;
}

test('an author publishes many episodes by keyboard and reads which one failed', {
  tag: '@smoke',
}, async ({ browser, page, product, watch }) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const { show_id } = show;
  const media_id = await addAudio(page.request, product, token);
  await author.post('/episode', { show_id, title: 'Mute' });
  await author.post('/episode', { show_id, title: 'Low tide', media_id });
  await page.goto(`${product.site}/dashboard/shows/${show_id}`);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  const report = page.getByRole('status').filter({ hasText: '1 episode was changed.' });
  await expect(report).toContainText('Mute: The audio is missing; upload it first');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Low tide' }) }),
  ).toContainText('Published');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await expectNoViolation(page);
  expect(watch.complaints).toEqual([]);

  const sent = actionsOf(page);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Low tide' }) });
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(row).toContainText('Draft');
  expect(sent).toEqual(['draft']);

  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto(page.url());
  const sentPlain = actionsOf(plain);
  await plain.getByRole('checkbox', { name: 'Select Mute' }).focus();
  await plain.keyboard.press('Space');
  await plain.keyboard.press('Enter');
  await plain.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(plain.getByText('1 episode was deleted.')).toBeVisible();
  expect(sentPlain).toEqual(['delete']);
  await context.close();
});
