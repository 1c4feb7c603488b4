import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { ApiClient, ApiError, Scope } from 'earshot';
import type { Login } from 'earshot/contract';
import { SIGN_IN_PAGES, SIGN_IN_ROUTES } from 'earshot-site/contract';
import { postForm } from '../session/post-form.ts';

// Loaded when a passkey is used or suggested for the first time.

type Registration = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Authentication = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Answer = Awaited<ReturnType<typeof startAuthentication>>;

/**
 * Logs in with a passkey that the person chooses.
 * @throws ApiError, or the error of a browser that has got none
 */
export async function logInWithPasskey(api: ApiClient): Promise<Login> {
  const optionsJSON = await begin(api);
  return send(await startAuthentication({ optionsJSON }));
}

/** The server takes the answer to a challenge for ten minutes. */
const RENEWED_AFTER_MS = 8 * 60_000;

/**
 * Lets the browser suggest passkeys in a field with `autocomplete="username webauthn"`, until the scope ends. Asks for a
 * new challenge before the last one is too old. Returns null if the scope ends before a login.
 * @param onRefused hears why the server has refused a passkey
 */
export async function offerPasskeys(
  api: ApiClient,
  { scope, onRefused }: { scope: Scope; onRefused(error: ApiError): void },
): Promise<Login | null> {
  const refused = (error: ApiError) => {
    onRefused(error);
    return null;
  };
  while (!scope.disposed) {
    const round = scope.child();
    const isOver = untilRenewal(round);
    // An error here is that of a browser or a network: the person has pressed nothing that needs an answer.
    const answer = await Promise.race([suggest(api, round), isOver]).catch(() => null);
    const login = answer && (await send(answer).catch(refused));
    if (!login) await Promise.race([isOver, untilFocus(round)]);
    round.dispose();
    if (login) return login;
  }
  return null;
}

async function suggest(api: ApiClient, round: Scope): Promise<Answer | null> {
  const optionsJSON = await begin(api, round.signal);
  if (round.disposed) return null;
  round.add(() => WebAuthnAbortService.cancelCeremony());
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Resolves if a new challenge is due, or the scope ends. A page in the background waits, because people cannot choose there. */
const untilRenewal = (scope: Scope) =>
  new Promise<null>((resolve) => {
    scope.add(() => resolve(null));
    scope.timeout(() => {
      if (document.visibilityState === 'visible') return resolve(null);
      scope.listen(document, 'visibilitychange', () => resolve(null));
    }, RENEWED_AFTER_MS);
  });

/** Resolves if a person returns to a field. A browser that refuses each request is not asked without them. */
const untilFocus = (scope: Scope) =>
  new Promise<void>((resolve) => {
    scope.listen(document, 'focusin', ({ target }: Event) => {
      if (target instanceof HTMLInputElement) resolve();
    });
  });

async function begin(api: ApiClient, signal?: AbortSignal): Promise<Authentication> {
  const path = SIGN_IN_ROUTES.passkey_login_options;
  const { options } = await api.post<{ options: Authentication }>(path, {}, signal);
  return options;
}

const send = (answer: Answer): Promise<Login> =>
  postForm<Login>(SIGN_IN_PAGES.login_passkey, { credential: JSON.stringify(answer) });

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
