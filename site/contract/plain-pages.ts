import type { SignInProvider } from 'earshot/contract';

/** Why a link in a mail does not work. */
export type DeadLink = 'expired' | 'used' | 'unknown';

/** The errors of the form that was sent. */
type Messages = readonly string[];

/**
 * A page without scripts: the pages behind links in mails, whose addresses hold secrets, and those of a sign-in with
 * another service without a separate window. The server decides which one answers an address, and the site writes it.
 */
export type PlainPage =
  | { page: 'error'; message: string }
  | { page: 'verify'; token: string; messages: Messages }
  | { page: 'verify_done' }
  | { page: 'verify_dead'; why: DeadLink }
  /** Without a link, or with a dead one, the page sends another. */
  | { page: 'forgot'; why: DeadLink | null; email: string; messages: Messages }
  | { page: 'forgot_done' }
  /** `endsAccess`: the form ends every other access by default. */
  | { page: 'reset'; token: string; endsAccess: boolean; messages: Messages }
  /** Programs and services that can still use the account. `accessKey` allows its holder to end that. */
  | { page: 'reset_done'; access: readonly string[]; accessKey: string }
  | { page: 'access_ended' }
  | { page: 'setup'; token: string; email: string; name: string; messages: Messages }
  | { page: 'setup_dead' }
  | { page: 'archive'; token: string }
  | { page: 'archive_dead' }
  | { page: 'unsubscribe'; token: string }
  | { page: 'unsubscribe_done' }
  | { page: 'unsubscribe_dead' }
  | { page: 'sign_in_link'; token: string }
  | { page: 'sign_in_link_dead'; why: DeadLink }
  /** The second step of a sign-in. `action` is the address of the form, `redirect` the one after it. */
  | { page: 'login_code'; action: string; redirect: string; messages: Messages }
  | { page: 'second_factor_off'; hasPassword: boolean; messages: Messages }
  /** The secret as text, and the address in its QR code. */
  | { page: 'second_factor_set_up'; secret: string; address: string; messages: Messages }
  /** The recovery codes, shown once. `isNew`: the second factor has just been turned on. */
  | { page: 'second_factor_codes'; codes: readonly string[]; isNew: boolean }
  | { page: 'second_factor'; codesLeft: number; hasPassword: boolean; messages: Messages }
  /** `redirect` is the address after the sign-in. */
  | { page: 'connect_login'; redirect: string; hasDeclined: boolean }
  | { page: 'connect_failed'; redirect: string; messages: Messages }
  | ConnectSignup
  | ConnectLink
  | { page: 'connect_done'; provider: SignInProvider; isMailed: boolean }
  | { page: 'connect_dead' };

interface ConnectSignup {
  page: 'connect_signup';
  provider: SignInProvider;
  redirect: string;
  /** Stands for the sign-in of this browser. */
  token: string;
  /** Members may connect the profile instead. */
  isMember: boolean;
  name: string;
  /** Null if the form does not ask for it, because the service provides it. */
  email: string | null;
  invite: string;
  messages: Messages;
}

interface ConnectLink {
  page: 'connect_link';
  provider: SignInProvider;
  /** The address of the form. */
  action: string;
  /** Stands for the sign-in of this browser. Null if the link in a mail has led here, which needs no password. */
  token: string | null;
  messages: Messages;
}
