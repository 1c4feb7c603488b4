import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Account, newEmail, signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product, test } from './product.ts';

const COVER = 'server/samples/media/field-notes-on-sound.jpg';

/** Ends a session as its owner would from another browser. */
async function endSession({ site }: Product, { email, password, token }: Account): Promise<void> {
  const login = await fetch(`${site}/api/v2/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  const other = (await login.json()).response.sso.token;
  expect(other).not.toBe(token);
  await fetch(`${site}/api/v2/me/sessions`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${other}` },
  });
}

/** Opens the page and waits for its script: controls without a form do not work before. */
async function openSettings(page: Page, { site }: Product): Promise<void> {
  await page.goto(`${site}/account/settings`);
  await expect(page.getByRole('button', { name: 'Save' }).first()).toBeEnabled();
}

test('a member changes their profile, picture and address', { tag: '@smoke' }, async ({
  browser,
  page,
  product,
  watch,
}) => {
  const { name } = await signUp(page, product);
  await page.goto(product.site);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name }).click();
  await header.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expectNoViolation(page);

  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('Name').fill('Noor H.');
  await profile.getByLabel('About you').fill('I listen.');
  await profile.getByLabel('Birthday').fill('1990-01-31');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(header.getByRole('button', { name: 'Noor H.' })).toBeVisible();

  const choosing = page.waitForEvent('filechooser');
  await profile.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles(COVER);
  const face = header.locator('.site-face img');
  await expect(face).toBeVisible();
  await profile.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(face).toHaveCount(0);

  const address = page.getByRole('region', { name: 'Address of your page' });
  const stranger = await browser.newPage();
  const other = await signUp(stranger, product);
  await stranger.close();
  await address.getByLabel('The end of the address').fill(other.permalink);
  await address.getByRole('button', { name: 'Check' }).click();
  await expect(address.getByRole('status')).toContainText('is taken');
  const wanted = `noor-${process.pid}`;
  await address.getByLabel('The end of the address').fill(wanted);
  await address.getByRole('button', { name: 'Check' }).click();
  await expect(address.getByRole('status')).toContainText('is free');
  await address.getByRole('button', { name: 'Save' }).click();
  await header.getByRole('button', { name: 'Noor H.' }).click();
  await expect(header.getByRole('link', { name: 'My page' })).toHaveAttribute(
    'href',
    `${product.site}/user/${wanted}`,
  );
  expect(watch.complaints).toEqual([]);
});

test('a session that has ended opens the login, and the work continues', async ({
  page,
  product,
}) => {
  const account = await signUp(page, product);
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: account.name }).click();
  await header.getByRole('link', { name: 'Settings' }).click();
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('About you').fill('Typed before the end.');
  await endSession(product, account);
  await profile.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('E-mail address')).toBeFocused();
  expect(await player.isPaused()).toBe(false);
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(profile.getByRole('alert')).toBeVisible();
  await expect(profile.getByLabel('About you')).toHaveValue('Typed before the end.');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();

  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong horse battery');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('is wrong');
  await dialog.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(header.getByRole('button', { name: account.name })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  await page.reload();
  await expect(profile.getByLabel('About you')).toHaveValue('Typed before the end.');
});

test('other sessions end, a new password ends them as well, and a new address waits', async ({
  page,
  product,
}) => {
  const { email, password } = await signUp(page, product);
  const logIn = () =>
    fetch(`${product.site}/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Firefox/153.0' },
      body: new URLSearchParams({ email, password }),
    });
  await logIn();
  await logIn();
  await openSettings(page, product);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await sessions
    .getByRole('button', { name: /^End the session of Firefox/ })
    .first()
    .click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  await logIn();
  const form = page.getByRole('region', { name: 'Password', exact: true });
  await form.getByLabel('Current password').fill('wrong horse battery');
  await form.getByLabel('New password').fill('another horse battery');
  await form.getByRole('button').click();
  await expect(form.getByLabel('Current password')).toBeFocused();
  await form.getByLabel('Current password').fill(password);
  await form.getByRole('button').click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(form.getByLabel('New password')).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  const address = page.getByRole('region', { name: 'E-mail address' });
  await expect(address.getByText('You have not confirmed this address yet.')).toBeVisible();
  const wanted = newEmail();
  await address.getByLabel('New e-mail address').fill(wanted);
  await address.getByLabel('Current password').fill('another horse battery');
  await address.getByRole('button', { name: 'Change the address' }).click();
  await expect(address.getByText(`The new address ${wanted} counts once`)).toBeVisible();
  await address.getByRole('button', { name: 'Send the mail again' }).click();
  await expect(page.getByText('The mail has been sent.')).toBeVisible();
});

test('a program gets a token, which is shown once and can be revoked', async ({
  page,
  product,
}) => {
  await signUp(page, product);
  await openSettings(page, product);
  await page.getByRole('link', { name: 'Tokens for programs' }).click();
  await expect(page.getByText('No program has a token yet.')).toBeVisible();
  await page.getByLabel('Name of the program').fill('My <script>');
  await page.keyboard.press('Enter');
  const secret = await page.getByLabel('Token of My <script>', { exact: true }).inputValue();
  const me = () =>
    fetch(`${product.site}/api/v2/me`, { headers: { Authorization: `Bearer ${secret}` } });
  expect((await me()).status).toBe(200);
  await expectNoViolation(page);
  await page.reload();
  await expect(page.getByRole('listitem').getByText('My <script>')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Revoke the token of My <script>' }).click();
  await expect(page.getByText('No program has a token yet.')).toBeVisible();
  expect((await me()).status).toBe(401);
});

test('a member takes their data and deletes the account', async ({ page, product }) => {
  const { email, password } = await signUp(page, product);
  await openSettings(page, product);
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  const archive = await readFile(await (await loading).path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');

  const form = page.getByRole('region', { name: 'Delete your account' });
  await form.getByRole('button').click();
  await expect(form.getByLabel('Your password')).toBeFocused();
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button').click();
  await expect(page).toHaveURL(`${product.site}/account/deleted`);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toContainText('is wrong');
});
