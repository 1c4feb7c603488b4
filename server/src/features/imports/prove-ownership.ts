import { randomInt } from 'node:crypto';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { createFetcher } from '../../platform/http/fetch-source.ts';
import { invalid, Refusal, type Said } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { accountKey } from '../accounts/accounts.ts';
import {
  findVerifiedEmail,
  hasProvenBefore,
  type ImportRow,
  takeMailCodeTry,
  updateImport,
} from './import-records.ts';
import { readFeed } from './read-feed.ts';

const MAIL_CODE_TRIES = 5;

export interface Proof {
  prove_by?: 'feed' | 'mail' | undefined;
  /** The code from the mail. */
  mail_code?: string | undefined;
}

/** Counts what a proof costs others. @throws RateLimited */
export interface ProofLimits {
  beforeMail(address: string): Promise<unknown>;
  beforeFetch(): Promise<unknown>;
}

/** A text that does not occur by chance. */
export const newProofCode = () => `earshot-proof-${newSecret().slice(0, 16)}`;

/**
 * Proves that a podcast belongs to the importing user, who has the feed's e-mail address or can change the feed.
 * A known owner needs no proof. Resolves with false if a mail with a code is on its way.
 * @throws AppError INVALID_REQUEST with the next step
 */
export async function prove(
  deps: FeatureDeps,
  actor: Actor,
  { row, proof, limits }: { row: ImportRow; proof: Proof; limits: ProofLimits },
): Promise<boolean> {
  const { database } = deps;
  if (row.proven_at !== null) return true;
  if (proof.mail_code !== undefined) {
    await checkMailCode(database, row, proof.mail_code);
  } else if (!(await isKnownOwner(database, actor, row))) {
    if (proof.prove_by === 'mail') {
      await sendCode(deps, row, limits);
      return false;
    }
    await limits.beforeFetch();
    await checkFeed(deps, row);
  }
  await updateImport(database, row.import_id, { proven_at: new Date() });
  return true;
}

/**
 * Whether an import needs no proof from the user. Administrators need none, nor does the owner of the feed's e-mail address, nor
 * a user who has proved this feed in an earlier import.
 */
export async function isKnownOwner(
  database: Database,
  actor: Actor,
  row: Pick<ImportRow, 'user_id' | 'url' | 'owner_email'>,
): Promise<boolean> {
  if (actor.isAdmin) return true;
  const { email } = await findVerifiedEmail(database, row.user_id);
  if (email !== null && accountKey(email) === accountKey(row.owner_email ?? '')) return true;
  return hasProvenBefore(database, row);
}

async function checkMailCode(database: Database, row: ImportRow, code: string): Promise<void> {
  const hash = await takeMailCodeTry(database, row.import_id, MAIL_CODE_TRIES);
  if (hash?.equals(hashSecret(code.trim()))) return;
  throw invalid('mail_code', 'mail_code_wrong');
}

/**
 * The code is short, because people copy it by hand. Attempts are limited. The mail has no text of the feed: otherwise a
 * person could send advertising to a stranger, with a feed that names their address.
 */
async function sendCode(
  { database, mail, config }: FeatureDeps,
  row: ImportRow,
  { beforeMail }: ProofLimits,
): Promise<void> {
  const { owner_email } = row;
  if (owner_email === null) {
    throw invalid('prove_by', 'no_feed_mail');
  }
  await beforeMail(owner_email);
  const code = String(randomInt(10 ** 8)).padStart(8, '0');
  const text = [
    `A member of ${config.productName} (${config.siteUrl}) wants to import a podcast whose feed names your address.`,
    `If that is you, enter this code there: ${code}`,
    'If it is not you, do nothing: without the code, nothing is imported.',
  ].join('\n\n');
  await database.transaction().execute(async (transaction) => {
    await updateImport(transaction, row.import_id, {
      mail_code_hash: hashSecret(code),
      mail_code_tries: 0,
    });
    await mail.send(transaction, {
      to: owner_email,
      subject: `Your code for ${config.productName}`,
      text,
    });
  });
}

async function checkFeed({ config }: FeatureDeps, row: ImportRow): Promise<void> {
  const text = await readFeed(row.url, createFetcher({ privateHosts: config.privateHosts }));
  if (text.includes(row.proof_code)) return;
  const byMail: Said = { field: 'prove_by', words: 'proof_by_mail' };
  throw new Refusal('INVALID_REQUEST', [
    { field: 'proof', words: 'proof_missing', values: { code: row.proof_code } },
    ...(row.owner_email ? [byMail] : []),
  ]);
}
