import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

export interface Account {
  user_id: number;
  name: string;
  permalink: string;
  email: string;
  password: string;
  /** Bearer token. */
  token: string;
}

let count = 0;
let clients = 0;

/** An address without an account. */
export function newEmail(): string {
  count += 1;
  return `listener-${process.pid}-${count}@mail.test`;
}

/** Uses another client address each time, because the server limits the accounts of one client. */
export function asAnotherClient(): { 'X-Forwarded-For': string } {
  clients += 1;
  return { 'X-Forwarded-For': `198.51.100.${clients % 250}` };
}

/** A new account. The browser of the page is signed in with it. */
export async function signUp(
  page: Page,
  { site }: Product,
  name = 'Noor Haddad',
): Promise<Account> {
  const fields = { email: newEmail(), password: 'correct horse battery' };
  const response = await page.request.post(`${site}/api/v2/auth/signup`, {
    headers: { Origin: site, ...asAnotherClient() },
    data: { ...fields, name, terms: true },
  });
  const { user, sso } = (await response.json()).response;
  return { ...fields, name, user_id: user.user_id, permalink: user.permalink, token: sso.token };
}

/** Removes an account with all its publications, because other tests look for the samples among the latest episodes. */
export async function endAccount(
  page: Page,
  { site }: Pick<Product, 'site'>,
  { user_id, token, password }: Account,
): Promise<void> {
  const response = await page.request.delete(`${site}/api/v2/users/${user_id}`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { password },
  });
  if (!response.ok()) throw new Error(`The account was not deleted: ${await response.text()}`);
}
