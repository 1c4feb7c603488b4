import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { type Language, resolveLanguage } from 'earshot/internal';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import type { Database } from '../../platform/database/database.ts';
import { countRecentLinks, issueLink } from './email-links.ts';
import { findAccount } from './repository.ts';

export type MailDeps = Pick<FeatureDeps, 'config' | 'mail'>;

const HOUR_MS = 3_600_000;
/** The archive itself is kept for the same time. */
export const ARCHIVE_LASTS_MS = 30 * 24 * HOUR_MS;
const LINKS_PER_HOUR_MAX = 5; // of one kind to one user, so that mailboxes are not flooded

/** The page that each kind of link opens, and how long the link works. */
const LINKS = {
  verify: { page: 'login_verify', lastsMs: 7 * 24 * HOUR_MS },
  reset: { page: 'login_reset', lastsMs: HOUR_MS },
  archive: { page: 'account_archive', lastsMs: ARCHIVE_LASTS_MS },
} as const;

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
  | 'editor'
  | SignInChange;

/** `connected`: a profile of another service can now sign in. */
type SignInChange =
  | 'connected'
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

interface NewLink extends Receiver {
  kind: keyof typeof LINKS;
  /** Further fields in the query of the link. */
  more?: string;
}

async function sendLink(
  database: Database,
  deps: MailDeps,
  { kind, userId, email, language, more = '' }: NewLink,
): Promise<void> {
  const { page, lastsMs } = LINKS[kind];
  const secret = await issueLink(database, { purpose: kind, userId, email, lastsMs });
  const path = `${buildPath(SITE_ROUTES, page)}?token=${secret}${more}`;
  await sendText(database, deps, { kind, to: email, language, path });
}

/** Asks the owner of an address to confirm it. Sends nothing after several requests within the hour. */
export async function sendVerification(
  database: Database,
  deps: MailDeps,
  receiver: Receiver,
): Promise<void> {
  const recent = await countRecentLinks(database, { ...receiver, purpose: 'verify' });
  if (recent < LINKS_PER_HOUR_MAX) await sendLink(database, deps, { ...receiver, kind: 'verify' });
}

/** Sends the link that sets a new password. Sends nothing after several of them within the hour. */
export async function sendReset(
  database: Database,
  deps: MailDeps,
  { isTakenOver, ...receiver }: Receiver & { isTakenOver?: boolean | undefined },
): Promise<void> {
  const recent = await countRecentLinks(database, { ...receiver, purpose: 'reset' });
  if (recent >= LINKS_PER_HOUR_MAX) return;
  const more = isTakenOver ? '&access=end' : '';
  await sendLink(database, deps, { ...receiver, kind: 'reset', more });
}

/** Sends the link to the archive of a deleted account. */
export const sendArchive = (database: Database, deps: MailDeps, receiver: Receiver) =>
  sendLink(database, deps, { ...receiver, kind: 'archive' });

/** Informs a user that their address or password is being changed. */
export async function sendWarning(
  database: Database,
  deps: MailDeps,
  { kind, email, language }: Omit<Receiver, 'userId'> & { kind: 'change' | 'password_changed' },
): Promise<void> {
  const path = buildPath(SITE_ROUTES, 'login_reset');
  await sendText(database, deps, { kind, to: email, language, path });
}

/**
 * Informs a user of a change of the ways in which they sign in. Sends nothing to an account without an address.
 * @param language Left out if the user has sent no request: that of their weekly mail, or English.
 */
export async function sendSignInChange(
  database: Database,
  deps: MailDeps,
  {
    userId,
    language,
    ...words
  }: Pick<Words, 'provider'> & {
    kind: SignInChange;
    userId: number;
    language?: Language;
  },
): Promise<void> {
  const account = await findAccount(database, userId);
  if (!account?.email) return;
  await sendText(database, deps, {
    ...words,
    to: account.email,
    language: language ?? resolveLanguage(account.weekly_mail_language),
    path: buildPath(SITE_ROUTES, 'login_reset'),
  });
}

/**
 * Informs a user with a confirmed address that they have become an editor of a show.
 * @param language of the person who chose them. That of their weekly mail takes precedence.
 */
export async function sendNewEditor(
  database: Database,
  deps: MailDeps,
  { userId, showId, language }: { userId: number; showId: number; language: Language },
): Promise<void> {
  const account = await findAccount(database, userId);
  if (!account?.email || account.email_verified_at === null) return;
  await sendText(database, deps, {
    kind: 'editor',
    to: account.email,
    language: resolveLanguage(account.weekly_mail_language ?? language),
    path: buildPath(ALL_PAGE_ROUTES, 'show-episodes', { show_id: showId }),
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
