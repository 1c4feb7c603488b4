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

/** An address that no account has. */
export function newEmail(): string {
  count += 1;
  return `listener-${process.pid}-${count}@mail.test`;
}

/** Names another client each time: the server limits how many accounts one client makes. */
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
