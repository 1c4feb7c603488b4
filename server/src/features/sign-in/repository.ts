import type { SignInProvider } from 'earshot/contract';
import { SIGN_IN_PROVIDERS } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { isTaken } from '../../platform/database/unique-violation.ts';
import type { Connection, Identity } from './identity.ts';

/** The columns of users with the id at each provider. */
const COLUMNS = {
  facebook: 'fb_user_id',
  twitter: 'tw_user_id',
  google: 'go_user_id',
  apple: 'ap_user_id',
  oidc: 'oidc_user_id',
} as const satisfies Record<SignInProvider, string>;

export async function findConnected(
  database: Database,
  { provider, subject }: { provider: SignInProvider; subject: string },
): Promise<number | null> {
  const row = await database
    .selectFrom('users')
    .select('user_id')
    .where(COLUMNS[provider], '=', subject)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** The profile at the own provider of this host that signs in to an account. */
export async function findOwnProfile(database: Database, userId: number): Promise<string | null> {
  const row = await database
    .selectFrom('users')
    .select('oidc_user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.oidc_user_id ?? null;
}

/** The columns that a connection stores with its user. */
export const connectionColumns = ({ provider, identity }: Connection) => ({
  [COLUMNS[provider]]: identity.subject,
  ...facebookColumns(identity),
});

/** Facts of Facebook that can change with each sign-in. */
export const facebookColumns = ({ facebook }: Identity) =>
  facebook
    ? { fb_permissions: facebook.permissions, fb_auth_token_expires_at: facebook.expiresAt }
    : {};

/** True if a statement failed because the profile already signs in to another account. */
export const isProfileTaken = (error: unknown, provider: SignInProvider): boolean =>
  isTaken(error, `users_${COLUMNS[provider]}`);

/** The services that sign in to an account. */
export async function findConnections(database: Database, userId: number) {
  const row = await database
    .selectFrom('users')
    .select(Object.values(COLUMNS))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return SIGN_IN_PROVIDERS.filter((provider) => row?.[COLUMNS[provider]]);
}

/** The columns of a user after a connection has ended. */
export const withoutConnection = (provider: SignInProvider) => ({
  [COLUMNS[provider]]: null,
  ...(provider === 'facebook' && { fb_permissions: null, fb_auth_token_expires_at: null }),
});
