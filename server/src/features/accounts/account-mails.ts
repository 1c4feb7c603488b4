import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { type Language, resolveLanguage } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import type { Database } from '../../platform/database/database.ts';
import { countRecentLinks, issueLink } from './email-links.ts';
import { findAccount } from './repository.ts';

export type MailDeps = Pick<FeatureDeps, 'config' | 'mail'>;

const HOUR_MS = 3_600_000;
const VERIFY_LASTS_MS = 7 * 24 * HOUR_MS;
const RESET_LASTS_MS = HOUR_MS;
/** The archive itself is kept for the same time. */
export const ARCHIVE_LASTS_MS = 30 * 24 * HOUR_MS;
const LINKS_PER_HOUR_MAX = 5; // to one user, so that mailboxes are not flooded

// Mails contain no name or other text of a user: otherwise a person could sign up with a stranger's address to send
// them advertising.

export interface Receiver {
  userId: number;
  email: string;
  language: Language;
}

type Kind =
  | 'verify'
  | 'reset'
  | 'change'
  | 'password_changed'
  | 'archive'
  | 'connect'
  | 'connected'
  | FactorMail;

/** Changes of the second factor. */
type FactorMail =
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_removed'
  | 'recovery_used'
  | 'passkey_added'
  | 'passkey_removed';

interface Words {
  kind: Kind;
  to: string;
  language: Language;
  path: string;
  /** The name of another service. */
  provider?: string;
}

async function sendText(
  database: Database,
  { config, mail }: MailDeps,
  { kind, to, language, path, provider = '' }: Words,
): Promise<void> {
  const values = { product: config.productName, link: config.siteUrl + path, provider };
  await mail.send(database, {
    to,
    subject: textIn(language, 'accounts', `${kind}_subject`, values),
    text: textIn(language, 'accounts', `${kind}_text`, values),
  });
}

/** Asks the owner of an address to confirm it. Sends nothing after several requests within the hour. */
export async function sendVerification(
  database: Database,
  deps: MailDeps,
  { userId, email, language }: Receiver,
): Promise<void> {
  const recent = await countRecentLinks(database, { purpose: 'verify', userId });
  if (recent >= LINKS_PER_HOUR_MAX) return;
  const lastsMs = VERIFY_LASTS_MS;
  const secret = await issueLink(database, { purpose: 'verify', userId, email, lastsMs });
  const path = `${buildPath(SITE_ROUTES, 'login_verify')}?token=${secret}`;
  await sendText(database, deps, { kind: 'verify', to: email, language, path });
}

/** Sends the link that sets a new password. Sends nothing after several of them within the hour. */
export async function sendReset(
  database: Database,
  deps: MailDeps,
  { userId, email, language, isTakenOver }: Receiver & { isTakenOver?: boolean | undefined },
): Promise<void> {
  const recent = await countRecentLinks(database, { purpose: 'reset', userId });
  if (recent >= LINKS_PER_HOUR_MAX) return;
  const lastsMs = RESET_LASTS_MS;
  const secret = await issueLink(database, { purpose: 'reset', userId, email, lastsMs });
  const access = isTakenOver ? '&access=end' : '';
  const path = `${buildPath(SITE_ROUTES, 'login_reset')}?token=${secret}${access}`;
  await sendText(database, deps, { kind: 'reset', to: email, language, path });
}

/** Sends the link to the archive of a deleted account. */
export async function sendArchive(
  database: Database,
  deps: MailDeps,
  { userId, email, language }: Receiver,
): Promise<void> {
  const lastsMs = ARCHIVE_LASTS_MS;
  const secret = await issueLink(database, { purpose: 'archive', userId, email, lastsMs });
  const path = `${buildPath(SITE_ROUTES, 'account_archive')}?token=${secret}`;
  await sendText(database, deps, { kind: 'archive', to: email, language, path });
}

/** Informs a user that their address or password is being changed. */
export async function sendWarning(
  database: Database,
  deps: MailDeps,
  { kind, email, language }: Omit<Receiver, 'userId'> & { kind: 'change' | 'password_changed' },
): Promise<void> {
  const path = buildPath(SITE_ROUTES, 'login_reset');
  await sendText(database, deps, { kind, to: email, language, path });
}

/** Informs a user that a profile of another service can now sign in to their account. */
export async function sendConnected(
  database: Database,
  deps: MailDeps,
  words: Omit<Words, 'kind' | 'path'>,
): Promise<void> {
  // The person who connected it knows the password.
  const path = buildPath(SITE_ROUTES, 'login_reset');
  await sendText(database, deps, { ...words, kind: 'connected', path });
}

/**
 * Informs a user of a change of their second factor. Sends nothing to an account without an address.
 * @param language Left out if the user has sent no request: that of their weekly mail, or English.
 */
export async function sendFactorMail(
  database: Database,
  deps: MailDeps,
  { kind, userId, language }: { kind: FactorMail; userId: number; language?: Language },
): Promise<void> {
  const account = await findAccount(database, userId);
  if (!account?.email) return;
  const path = buildPath(SITE_ROUTES, 'login_reset');
  await sendText(database, deps, {
    kind,
    to: account.email,
    language: language ?? resolveLanguage(account.weekly_mail_language),
    path,
  });
}

/** Asks a user without a password whether a profile of another service may sign in to their account. */
export async function sendConnection(
  database: Database,
  deps: MailDeps,
  words: Omit<Words, 'kind'>,
): Promise<void> {
  await sendText(database, deps, { ...words, kind: 'connect' });
}
