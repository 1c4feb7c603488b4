import { buildPath, SITE_ROUTES } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { createUser } from '../users/users.ts';
import { isLinkAlive, issueLink, useLink } from './email-links.ts';
import type { OnUser } from './prove-email.ts';
import { hasAdministrator, lockAdministrators } from './repository.ts';
import { type AccountFields, prepareAccount } from './sign-up.ts';

const SETUP_LASTS_MS = 7 * 86_400_000;

type SetupDeps = Pick<FeatureDeps, 'database' | 'passwords'>;

/** A link that creates the first administrator. Null if there is one. Each call makes a new link. */
export async function makeSetupLink({
  database,
  config,
}: Pick<FeatureDeps, 'database' | 'config'>): Promise<string | null> {
  if (await hasAdministrator(database)) return null;
  const link = { purpose: 'setup', userId: null, email: null, lastsMs: SETUP_LASTS_MS } as const;
  const secret = await issueLink(database, link);
  return `${config.siteUrl}${buildPath(SITE_ROUTES, 'setup')}?token=${secret}`;
}

export async function isSetupOpen({ database }: SetupDeps, secret: string): Promise<boolean> {
  return (
    (await isLinkAlive(database, { purpose: 'setup', secret })) &&
    !(await hasAdministrator(database))
  );
}

const closed = () => invalid('token', 'setup_dead');

/**
 * Creates the first administrator and invalidates all setup links. Returns the id of the user.
 * @throws AppError INVALID_REQUEST for a bad field, after which the link still works, or a dead link
 */
export async function createAdministrator(
  deps: SetupDeps,
  { secret, fields, onUser }: { secret: string; fields: AccountFields; onUser?: OnUser },
): Promise<number> {
  if (!(await isSetupOpen(deps, secret))) throw closed();
  const account = await prepareAccount(deps.passwords, fields);
  return deps.database.transaction().execute(async (transaction) => {
    await lockAdministrators(transaction);
    const link = await useLink(transaction, { purpose: 'setup', secret });
    if (!link || (await hasAdministrator(transaction))) throw closed();
    await endSetup(transaction);
    // The reader of the program's output runs this host, so this address needs no proof.
    const administrator = { ...account, is_admin: true, email_verified_at: new Date() };
    const userId = await createUser(transaction, administrator);
    onUser?.(userId);
    return userId;
  });
}

/** Invalidates all setup links. */
export async function endSetup(database: Database): Promise<void> {
  await database.deleteFrom('email_tokens').where('purpose', '=', 'setup').execute();
}
