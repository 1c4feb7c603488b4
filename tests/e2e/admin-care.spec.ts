import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { makeAdministrator } from './admin.ts';
import { expectAlive } from './alive.ts';
import { addPublished, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

// What an administrator changes is seen by everybody, so these tests have a server of their own.
test.use({ serverEnv: { SIGNUP: 'open' } });

/** The browser of the page is an administrator's. */
async function openAs(page: Page, product: Product, path: string): Promise<void> {
  await makeAdministrator(page, product);
  await page.goto(product.site + path);
  await expectAlive(page.getByRole('main').locator('form').last());
}

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a message is planned, changed, ended and removed', async ({ page, product, watch }) => {
  await openAs(page, product, '/admin');
  const section = page.getByRole('region', { name: 'Messages to everybody' });
  await section.getByLabel('Text').last().fill('A long night');
  await section.getByLabel('Name, in small letters').fill('night');
  await section.getByLabel('Shown from').last().fill('2031-05-01T08:00');
  await section.getByRole('button', { name: 'Show the message' }).click();
  const message = row(page, 'A long night');
  await expect(message.getByText('Later')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message of this host' })).toHaveCount(0);

  await message.getByText('Edit', { exact: true }).click();
  await message.getByLabel('Shown from').fill('');
  await message.getByLabel('Text').fill('A short night');
  await message.getByRole('button', { name: 'Save' }).click();
  const shown = row(page, 'A short night');
  await expect(shown.getByText('Shown', { exact: true })).toBeVisible();
  await expectNoViolation(page);
  await page.reload();
  const banner = page.getByRole('region', { name: 'Message of this host' });
  await expect(banner).toContainText('A short night');

  await expectAlive(shown.locator('form').first());
  await shown.getByRole('button', { name: 'End night now' }).click();
  await expect(shown.getByText('Over')).toBeVisible();
  await shown.getByRole('button', { name: 'Remove night' }).click();
  await expect(shown).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});

test('a list is made, filled, put in order and published', async ({ page, product }) => {
  await openAs(page, product, '/admin/lists');
  await page.getByLabel('Title').fill('For the harbour');
  await page.getByRole('button', { name: 'Make the list' }).click();
  await expect(row(page, 'For the harbour').getByText('Draft')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'For the harbour' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For the harbour');

  const address = page.getByLabel('Address of a show');
  await address.fill('https://elsewhere.test/');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert').getByText('must be the address of the page')).toBeVisible();
  await address.fill(`${product.site}/show/field-notes-on-sound`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const view = page.getByRole('link', { name: 'View the list' });
  await expect(view).toBeVisible();
  await expectNoViolation(page);
  await view.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For the harbour');
  await expect(page.getByRole('main').getByText('Field Notes on Sound')).toBeVisible();
});

test('a listener reports a comment, and an administrator acts', async ({
  browser,
  page,
  product,
}) => {
  const author = await signUp(page, product, 'Ada Marsh');
  const episode = await addPublished(page.request, product, author.token);
  const api = authorOf(page.request, product, author.token);
  await api.post(`/v2/episodes/${episode}/messages`, { text: 'Buy my boats!' });
  const { site_url } = (await api.get(`/v2/episodes/${episode}`)).episode;
  const guest = await browser.newContext();
  const listener = await guest.newPage();
  await signUp(listener, product, 'Mira Holt');
  await listener.goto(site_url);
  await row(listener, 'Buy my boats!').getByRole('link', { name: 'Report' }).click();
  await expect(listener.getByRole('heading', { level: 1 })).toHaveText(
    'Report to the administrators',
  );
  await expectNoViolation(listener);
  await expectAlive(listener.getByRole('main').locator('form'));
  await listener.getByLabel('Advertising or spam').check();
  await listener.getByLabel('What should the administrators know?').fill('The third time.');
  await listener.getByRole('button', { name: 'Send the report' }).click();
  await expect(listener.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await guest.close();

  await page.context().clearCookies();
  await openAs(page, product, '/admin/reports');
  const report = row(page, 'Buy my boats!');
  await expect(report).toContainText('Advertising or spam');
  await expect(report).toContainText('The third time.');
  await expectNoViolation(page);
  await report.getByRole('button', { name: 'Delete Buy my boats!' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(report).toHaveCount(0);
  const left = await page.request.get(`${product.site}/api/v2/episodes/${episode}/messages`);
  expect((await left.json()).response.pager?.results ?? (await left.json()).response.items).toEqual(
    [],
  );
});

test('settings of the host change by keyboard alone', async ({ browser, page, product }) => {
  await openAs(page, product, '/admin/settings');
  await page.getByLabel('Name of this host').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Harbour Radio');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Voices of the harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
  await expectNoViolation(page);
  const guest = await browser.newContext();
  const visitor = await guest.newPage();
  await visitor.goto(product.site);
  await expect(visitor).toHaveTitle(/Harbour Radio/);
  await expect(visitor.getByText('Voices of the harbour')).toBeVisible();
  await guest.close();

  await page.goto(`${product.site}/admin/settings`);
  const terms = page.getByLabel('Terms of Service', { exact: true });
  await expectAlive(page.getByRole('main').locator('form').last());
  await terms.fill('## Be kind\n\n<img src=x onerror=alert(1)> Always.');
  await page.getByRole('button', { name: 'Save Terms of Service' }).click();
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
  await page.goto(`${product.site}/terms`);
  await expect(page.getByRole('heading', { name: 'Be kind' })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await page.goto(`${product.site}/admin/settings`);
  await expectAlive(page.getByRole('main').locator('form').last());
  for (const [label, text] of [
    ['Name of this host', 'Earshot'],
    ['In one line, what this host is for', ''],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
  await page.goto(product.site);
  await expect(page).not.toHaveTitle(/Harbour/);
});

test('an administrator finds an account and makes it one of his own', async ({
  browser,
  page,
  product,
}) => {
  const other = await browser.newPage();
  const { name, email } = await signUp(other, product, 'Tove Lind');
  await other.close();
  await openAs(page, product, '/admin');
  const search = page.getByRole('searchbox', { name: 'Search name, e-mail or permalink' });
  await search.fill(email);
  await search.press('Enter');
  await expect(page).toHaveURL(/q=/);
  const account = row(page, email);
  await account.getByRole('button', { name: `Make ${name} an administrator` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click();
  await expect(account.getByText('Administrator', { exact: true })).toBeVisible();
});

test('people of a show and fans', async ({ browser, page, product }) => {
  const owner = await signUp(page, product, 'Ada Marsh');
  const api = authorOf(page.request, product, owner.token);
  const { show } = await api.post('/show', { title: 'Tidewater' });
  const guest = await browser.newPage();
  const editor = await signUp(guest, product, 'Mira Holt');
  await authorOf(guest.request, product, editor.token).put(
    `/v2/users/${editor.user_id}/followings/${owner.user_id}`,
    {},
  );
  await guest.close();
  await page.goto(`${product.site}/dashboard/shows/${show.show_id}/people`);
  await expect(page.getByText('Nobody but the owner works on this show.')).toBeVisible();
  await expectAlive(page.getByRole('main').locator('form').last());
  await page
    .getByLabel('Address of their page here')
    .fill(`${product.site}/user/${editor.permalink}`);
  await page.keyboard.press('Enter');
  const member = row(page, 'Mira Holt');
  await expect(member).toBeVisible();
  await expectNoViolation(page);
  await member.getByRole('button', { name: 'Remove Mira Holt' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await member.getByRole('button', { name: 'Remove Mira Holt' }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(member).toHaveCount(0);
  await page.goto(`${product.site}/dashboard/fans`);
  await expect(row(page, 'Mira Holt')).toBeVisible();
  await expectNoViolation(page);
});

test('a member is told nothing of the pages of administrators', async ({ page, product }) => {
  await signUp(page, product);
  for (const path of ['/admin', '/admin/lists', '/admin/reports', '/admin/settings']) {
    expect((await page.goto(product.site + path))?.status()).toBe(404);
  }
});
