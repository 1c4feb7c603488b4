import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { ApiClient } from 'earshot';
import type { Login } from 'earshot/contract';
import { SIGN_IN_PAGES, SIGN_IN_ROUTES } from 'earshot-site/contract';
import { postForm } from '../session/post-form.ts';

// Loaded when a passkey is used for the first time.

type Registration = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Authentication = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/**
 * Logs in with a passkey that the person chooses.
 * @throws ApiError, or the error of a browser that has got none
 */
export async function logInWithPasskey(api: ApiClient): Promise<Login> {
  const { options } = await api.post<{ options: Authentication }>(
    SIGN_IN_ROUTES.passkey_login_options,
    {},
  );
  const answer = await startAuthentication({ optionsJSON: options });
  return postForm<Login>(SIGN_IN_PAGES.login_passkey, { credential: JSON.stringify(answer) });
}

/**
 * Lets the device make a passkey, and adds it to the account of the user.
 * @throws ApiError, or the error of a browser that has made none
 */
export async function addPasskey(
  api: ApiClient,
  { name, password }: { name: string; password: string },
): Promise<void> {
  const { options } = await api.post<{ options: Registration }>(
    SIGN_IN_ROUTES.passkey_options,
    password ? { password } : {},
  );
  const answer = await startRegistration({ optionsJSON: options });
  await api.post(SIGN_IN_ROUTES.passkeys, { name, credential: JSON.stringify(answer) });
}
