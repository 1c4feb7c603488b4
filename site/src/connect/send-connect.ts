import { buildPath, type Login, type SignInProvider } from 'earshot/contract';
import { type ConnectTokens, SIGN_IN_PAGES } from 'earshot-site/contract';
import { sendBody } from '../session/send-body.ts';

const pathOf = (provider: SignInProvider) =>
  buildPath(SIGN_IN_PAGES, 'connect_window', { provider });

/**
 * Logs in with a profile of a service.
 * @throws ApiError with status 404 if no account is connected with it
 */
export const connectWith = (
  provider: SignInProvider,
  tokens: ConnectTokens & { code?: string },
): Promise<Login> =>
  sendBody<Login>(pathOf(provider), { method: 'PUT', body: new URLSearchParams(tokens) });

/**
 * Creates an account that a profile of a service logs in to.
 * @throws ApiError
 */
export const signUpWith = (
  provider: SignInProvider,
  fields: ConnectTokens & Readonly<Record<string, string>>,
): Promise<Login> =>
  sendBody<Login>(pathOf(provider), { method: 'POST', body: new URLSearchParams(fields) });
