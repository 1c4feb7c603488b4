import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { textOfMail, tokenOfMail } from '../../helpers/mail-text.ts';
import { openSite } from '../../helpers/open-site.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';
import type { TestApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse';

let test: TestApp;
let mails: MailServer;
let google: OpenIdServer;
beforeAll(async () => {
  mails = await openMailServer();
  google = await startOpenId('web.google');
  test = await openSite({
    SMTP_URL: mails.url,
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_ISSUER: google.issuer,
  });
});
afterAll(async () => {
  await test?.close();
  await Promise.all([mails?.close(), google?.stop()]);
});

const send = (method: 'PUT' | 'POST', url: string, payload: object, headers = {}) =>
  test.app.inject({ method, url: `/api/${url}`, payload, headers });
const enter = (access_token: string) => send('PUT', 'google/connect', { access_token });

/** Delivers all mails, and returns the newest one to an address. */
async function newestMail(email: string): Promise<string> {
  await test.runJobs();
  return mails.mails.findLast(({ to }) => to.includes(email))?.raw ?? '';
}

let people = 0;
const newPerson = () => {
  people += 1;
  return { sub: `person-${people}`, name: 'Ann', email: `ann-${people}@mail.test` };
};

/** A new password by the link in a mail. */
async function resetPassword(email: string): Promise<void> {
  await send('POST', 'v2/auth/password/forgot', { email });
  const token = tokenOfMail(await newestMail(email));
  const reset = { token, password: 'owner horse' };
  expect((await send('POST', 'v2/auth/password/reset', reset)).statusCode).toBe(201);
}

describe('POST /v2/auth/password/reset', () => {
  it('ends the connections of whoever signed up with the address before its owner proved it', async () => {
    const { sub, email } = newPerson();
    const access_token = await google.tokenOf({ sub, name: 'Squatter' });
    const made = await send('POST', 'google/signup', { access_token, email, terms: true });
    expect(made.json().response.user).toMatchObject({ email, email_verified: false });
    await resetPassword(email);
    expect((await enter(access_token)).statusCode).toBe(404);
  });

  it('keeps the connections of an account whose address was confirmed', async () => {
    const claims = { ...newPerson(), email_verified: true };
    const access_token = await google.tokenOf(claims);
    await send('POST', 'google/signup', { access_token, terms: true });
    await resetPassword(claims.email);
    expect((await enter(access_token)).statusCode).toBe(200);
  });
});

/** Asks by mail to connect another profile with an account without a password: the link in the mail. */
async function askToConnect(token: string): Promise<string> {
  const tokens = { access_token: await google.tokenOf({ sub: `intruder-${people}`, name: 'Eve' }) };
  const headers = { authorization: `Bearer ${token}` };
  const asked = await send('PUT', 'v2/me/connections/google', tokens, headers);
  expect(asked.json().response).toEqual({ state: 'mailed' });
  return tokens.access_token;
}

describe('/login/reset', () => {
  it('ends a link that would connect another service, with all other access', async () => {
    const { sub, email } = newPerson();
    const access_token = await google.tokenOf({ sub, email, email_verified: true });
    const made = await send('POST', 'google/signup', { access_token, name: 'Ann', terms: true });
    const theirs = await askToConnect(made.json().response.token);
    const link = /\/connect\/connected\?\S+/.exec(textOfMail(await newestMail(email)))?.[0] ?? '';
    await send('POST', 'v2/auth/password/forgot', { email });
    const token = tokenOfMail(await newestMail(email));
    const reset = { token, password: 'owner horse', end_access: true };
    expect((await send('POST', 'v2/auth/password/reset', reset)).statusCode).toBe(201);
    const late = await test.app.inject({
      method: 'POST',
      url: link,
      payload: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(late.statusCode).not.toBe(200);
    expect((await enter(theirs)).statusCode).toBe(404);
  });

  it('names the services that still sign in, and can end them', async () => {
    const { sub, email } = newPerson();
    const access_token = await google.tokenOf({ sub, email, email_verified: true });
    await send('POST', 'google/signup', { access_token, name: 'Ann', terms: true });
    await send('POST', 'v2/auth/password/forgot', { email });
    const token = tokenOfMail(await newestMail(email));
    const { body } = await test.app.inject({
      method: 'POST',
      url: '/login/reset',
      payload: String(new URLSearchParams({ token, password: 'owner horse' })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(body).toMatch(/can still use your account.*Google.*name="key"/);
  });
});

describe('PUT /v2/me/connections/{provider}', () => {
  it('says by mail that a service can sign in from now on', async () => {
    const { sub, email } = newPerson();
    const account = { email, password: PASSWORD, name: 'Ann', terms: true };
    const { sso } = (await send('POST', 'v2/auth/signup', account)).json().response;
    const tokens = { access_token: await google.tokenOf({ sub, name: 'Ann' }), password: PASSWORD };
    const headers = { authorization: `Bearer ${sso.token}` };
    const linked = await send('PUT', 'v2/me/connections/google', tokens, headers);
    expect(linked.json().response).toEqual({ state: 'connected' });
    const mail = textOfMail(await newestMail(email));
    expect(mail).toContain('Google can now sign in to your account');
    expect(mail).toContain(`${test.deps.config.siteUrl}/login/reset`);
  });
});
