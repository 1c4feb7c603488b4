import { resolveLanguage } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import { unsubscribeUrl } from '../accounts/accounts.ts';
import { mondayOf } from './count-period.ts';
import { DAY_MS, dayOf } from './days.ts';
import { readWeek } from './week.ts';
import { claimMail, listReceivers, type Receiver } from './weekly-mails-repository.ts';
import { writeWeeklyMail } from './write-weekly-mail.ts';

export type WeeklyMailDeps = Pick<FeatureDeps, 'config' | 'database' | 'mail'>;

/** Six in the morning of Monday (UTC), when the log of Sunday is complete and counted. */
const FROM_MS = 6 * 3_600_000;
/** The end of Tuesday, for a host that stood still on Monday. */
const UNTIL_MS = 2 * DAY_MS;
const BATCH = 100;

/** Whether the mails of the last week are due. */
export function isMailTime(now: Date): boolean {
  const ms = now.getTime() - mondayOf(now);
  return ms >= FROM_MS && ms < UNTIL_MS;
}

/** Sends the mails of the week before to all who want one and have not got it. */
export async function mailLastWeek(
  deps: WeeklyMailDeps,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  if (!isMailTime(now)) return;
  const monday = dayOf(mondayOf(now));
  let after = 0;
  for (;;) {
    const receivers = await listReceivers(deps.database, { monday, after, limit: BATCH });
    for (const receiver of receivers) {
      signal.throwIfAborted();
      await mailOne(deps, receiver, monday);
      after = receiver.user_id;
    }
    if (receivers.length < BATCH) return;
  }
}

/** The transaction that marks a mail also queues it, so a killed process leaves both or neither. */
async function mailOne(
  { config, database, mail }: WeeklyMailDeps,
  receiver: Receiver,
  monday: string,
): Promise<void> {
  const { user_id: userId, email: to } = receiver;
  const week = await readWeek(database, userId, { monday, window: config.numbersWindow });
  const unsubscribe = await unsubscribeUrl(config, userId);
  const language = resolveLanguage(receiver.language);
  await database.transaction().execute(async (transaction) => {
    const isClaimed = await claimMail(transaction, receiver, monday);
    if (!isClaimed || week.shows.length === 0) return;
    await mail.send(transaction, {
      to,
      ...writeWeeklyMail(week, { config, language, unsubscribe }),
      unsubscribe,
    });
  });
}
