import { randomUUID } from 'node:crypto';
import { addDays, dayOf } from '../../src/features/numbers/days.ts';
import { insertBatch, makePartitions } from '../../src/features/numbers/log-repository.ts';
import type { SharedApp } from './test-app.ts';

interface LoggedRequest {
  /** ISO 8601. */
  at: string;
  episodeId: number;
  person?: string;
  /** Left out, the whole file. */
  bytesSent?: number;
  agent?: string;
}

/** Writes a request for the audio of an episode into the log. */
export async function logRequest(
  { database }: Pick<SharedApp, 'database'>,
  { at: time, episodeId, person = 'ann', bytesSent, agent = 'Pod/1' }: LoggedRequest,
): Promise<void> {
  const { sha256, file_size } = await database
    .selectFrom('episodes')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select(['sha256', 'file_size'])
    .where('episode_id', '=', episodeId)
    .executeTakeFirstOrThrow();
  const at = new Date(time);
  const who = (day: string) => Buffer.from(`${person} ${day}`.padEnd(16).slice(-16));
  await makePartitions(database, [dayOf(at)]);
  await insertBatch(database, {
    id: randomUUID(),
    rows: [
      {
        at,
        sha256,
        episodeId,
        method: 'GET',
        status: 200,
        rangeFirst: 0,
        bytesSent: bytesSent ?? Number(file_size),
        agent,
        referrerHost: '',
        who: who(dayOf(at)),
        whoBefore: who(addDays(dayOf(at), -1)),
      },
    ],
  });
}
