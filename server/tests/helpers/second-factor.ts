import { stepAt, totpCode } from '../../src/features/second-factor/totp.ts';
import type { SharedApp } from './test-app.ts';
import type { SeenPage, Visitor } from './visitor.ts';

/** An authenticator app. Each code is that of a step which was not used yet, as if time had passed. */
export interface App {
  secret: string;
  /** The code that the app shows now. */
  code(): string;
  /** Lets the codes that were used work again, instead of waiting for half a minute. */
  wait(): Promise<void>;
}

export const PASSWORD = 'correct horse battery';

/** A new account with a password. */
export async function newAccount(test: SharedApp, fields: Record<string, unknown> = {}) {
  const user = await test.signIn();
  const email = `${user.permalink}@example.org`;
  const password_hash = await test.deps.passwords.hash(PASSWORD);
  await test.database
    .updateTable('users')
    .set({ password_hash, ...fields })
    .where('user_id', '=', user.userId)
    .execute();
  return { ...user, email };
}

/** Sets up an app on the page of the settings. Returns it with the page of the recovery codes. */
export async function setUpApp(
  test: SharedApp,
  visitor: Visitor,
  userId: number,
): Promise<{ app: App; page: SeenPage; codes: string[] }> {
  const off = await visitor.open('/account/second-factor');
  const setUp = await off.fill({ Password: PASSWORD }).press('Set up an app');
  const secret = /Key: ((?:[A-Z2-7]{4} ?)+)/.exec(setUp.text)?.[1]?.replaceAll(' ', '') ?? '';
  const app: App = {
    secret,
    code: () => totpCode(secret, stepAt(Date.now())),
    async wait() {
      await test.database
        .updateTable('second_factors')
        .set({ last_step: 0 })
        .where('user_id', '=', userId)
        .execute();
    },
  };
  const page = await setUp.fill({ Code: app.code() }).press('Turn on');
  const codes = recoveryCodesOn(page);
  await app.wait();
  return { app, page, codes };
}

export const recoveryCodesOn = (page: SeenPage): string[] =>
  [...page.element.querySelectorAll('li code')].map(({ textContent }) => textContent ?? '');
