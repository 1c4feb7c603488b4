import { createHmac, timingSafeEqual } from 'node:crypto';
import { buildPath } from 'earshot/contract';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { hostKey } from '../../platform/host-key.ts';
import { readId } from '../../platform/http/read-id.ts';

// The address that ends the weekly mail of a user. It works without a sign-in and never expires, because a mailbox may
// show an old mail.

type Key = Pick<Config, 'dataDir' | 'hostKey'>;

const sign = (userId: number, key: string): Buffer =>
  createHmac('sha256', key).update(`weekly mail ${userId}`).digest();

/** The address in the weekly mail of a user. */
export async function unsubscribeUrl(config: Key & Pick<Config, 'siteUrl'>, userId: number) {
  const signature = sign(userId, await hostKey(config)).toString('base64url');
  const path = buildPath(ALL_SITE_ROUTES, 'account_mails');
  return `${config.siteUrl}${path}?token=${userId}.${signature}`;
}

/** The user of such an address. Null if this host has not signed it. */
export async function userOfUnsubscribe(config: Key, token: string): Promise<number | null> {
  const [id = '', signature = ''] = token.split('.');
  const userId = readId(id);
  if (userId === null) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(userId, await hostKey(config));
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null;
}

export async function endWeeklyMail(database: Database, userId: number): Promise<void> {
  await database
    .updateTable('users')
    .set({ weekly_mail_language: null })
    .where('user_id', '=', userId)
    .execute();
}
