import type { Locator, Page } from '@playwright/test';
import { stepAt, totpCode } from '../../server/src/features/second-factor/totp.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

/** A device with a fingerprint that always fits (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/). */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const answer = get(options);
      Reflect.set(window, 'asked', options?.mediation);
      return answer;
    };
  });
  return {
    /** Whether a finger touches the device. If one does, Chromium chooses a suggested passkey without a press. */
    touch: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function addPasskey(page: Page, product: Product, password: string): Promise<Locator> {
  await page.goto(`${product.site}/account/settings`);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByLabel('Name of the passkey').fill('Fingerprint');
  await section.getByLabel('Current password').fill(password);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toContainText('Fingerprint');
  return section;
}

/** Opens the login without a session, and waits until the page has asked the browser to suggest passkeys. */
async function openLogin(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(url);
  await page.waitForFunction(() => Reflect.get(window, 'asked') === 'conditional');
}

test('a passkey is added in the settings, and logs in without a password', async ({
  page,
  product,
  watch,
}) => {
  const device = await addDevice(page);
  const { name, password } = await signUp(page, product);
  await page.goto(`${product.site}/account/settings`);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByLabel('Name of the passkey').fill('Fingerprint');
  await section.getByLabel('Current password').fill('wrong one');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText('is wrong')).toBeVisible();
  await addPasskey(page, product, password);
  await expectNoViolation(page);
  await section.getByLabel('Name of the passkey').fill('The same device');
  await section.getByLabel('Current password').fill(password);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText('This device already has a passkey')).toBeVisible();

  await device.touch(false);
  await openLogin(page, `${product.site}/login?redirect=/explore`);
  const address = page.getByLabel('E-mail address');
  await expect(address).toHaveAttribute('autocomplete', 'username webauthn');
  await expectNoViolation(page);
  await device.touch(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${product.site}/explore`);
  await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible();

  await page.goto(`${product.site}/account/settings`);
  await section.getByRole('button', { name: 'Remove the passkey Fingerprint' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await device.touch(false);
  await openLogin(page, `${product.site}/login`);
  await device.touch(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('does not belong to an account')).toBeVisible();
  // The wrong password, and the passkey that was removed. Chromium may send it twice: with the touch, before the press.
  expect([...new Set(watch.complaints)]).toEqual([
    expect.stringContaining('400'),
    expect.stringContaining('401'),
  ]);
});

test('a passkey is suggested in the field of the address, until the page is left', async ({
  page,
  product,
  watch,
}) => {
  const device = await addDevice(page);
  const { name, password } = await signUp(page, product);
  await addPasskey(page, product, password);
  await device.touch(false);
  await openLogin(page, `${product.site}/login?redirect=/explore`);
  await page.getByRole('link', { name: 'Forgot' }).click();
  await expect(page).toHaveURL(/reset/);

  await page.context().clearCookies();
  await device.touch(true);
  await page.goto(`${product.site}/login?redirect=/explore`);
  await expect(page).toHaveURL(`${product.site}/explore`);
  await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('the login asks for the code of an app in the same form', async ({ page, product, watch }) => {
  const { name, email, password } = await signUp(page, product);
  await page.goto(`${product.site}/account/settings`);
  await page.getByRole('link', { name: 'Second step of the login' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expectNoViolation(page);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const now = stepAt(Date.now());
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill(totpCode(secret, now));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await expectNoViolation(page);

  await page.context().clearCookies();
  await page.goto(`${product.site}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText(/type the code of your authenticator app/)).toBeVisible();
  await expectNoViolation(page);
  // A code works once, and the server also takes the next one.
  await code.fill(totpCode(secret, now + 1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible();
  expect(watch.complaints).toEqual([expect.stringContaining('400')]);
});
