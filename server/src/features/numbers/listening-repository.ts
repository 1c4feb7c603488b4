import type { EpisodeListening } from 'earshot/contract';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { NumbersSchema } from '../../platform/database/numbers-tables.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';
import { beginBatch } from './batches-repository.ts';

export type ListeningDay = Selectable<NumbersSchema['listening_days']>;
export type ListeningStart = Selectable<NumbersSchema['listening_starts']>;

/** The sums of some reports, each list with one row for a key and in their order. */
export interface Sums {
  days: readonly ListeningDay[];
  starts: readonly ListeningStart[];
}

interface Asked {
  episodeId: number;
  /** The reader. Without one, every episode is found. */
  viewer?: Viewer;
  /** Opens a private episode. */
  key?: string | null;
}

/** Seconds of the audio of an episode; 0 if unknown. Null if there is no such episode for this reader. */
export async function findDuration(
  database: Database,
  { episodeId, viewer, key = null }: Asked,
): Promise<number | null> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select(sql<number>`coalesce(media.duration, claimed_duration, 0)`.as('duration'))
    .where('episodes.episode_id', '=', episodeId)
    .$if(viewer !== undefined, (query) => query.where(isReadable(viewer as Viewer, key)))
    .executeTakeFirst();
  return row?.duration ?? null;
}

const LARGEST = 2_147_483_647; // of an integer: a liar's sums stay there

const addedArrays = (column: 'quartiles' | 'heard') => sql`array(
  select least(a::bigint + b, ${sql.lit(LARGEST)})::integer
  from unnest(kept.${sql.ref(column)}, excluded.${sql.ref(column)}) with ordinality as both_of (a, b, place)
  order by place)`;

/** Adds the sums of a batch. A batch that is written already has no effect. Rows of episodes that are gone are left out. */
export async function addSums(
  database: Database,
  batch: { id: string; first: Date },
  { days, starts }: Sums,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await beginBatch(transaction, batch.id, { first: batch.first }))) return;
    const rows = await transaction
      .selectFrom('episodes')
      .select('episode_id')
      .where('episode_id', 'in', [...new Set(days.map(({ episode_id }) => episode_id))])
      .orderBy('episode_id')
      .forKeyShare()
      .execute();
    const known = new Set(rows.map(({ episode_id }) => episode_id));
    const isKnown = ({ episode_id }: { episode_id: number }) => known.has(episode_id);
    await sql`
      insert into listening_days as kept (episode_id, day, seconds, quartiles, heard)
        select episode_id, day, seconds, quartiles, heard
        from jsonb_to_recordset(${JSON.stringify(days.filter(isKnown))}::jsonb) as given (
          episode_id integer, day date, seconds integer, quartiles integer[], heard integer[])
      on conflict (episode_id, day, seconds) do update set
        quartiles = ${addedArrays('quartiles')}, heard = ${addedArrays('heard')}`.execute(
      transaction,
    );
    await addStarts(transaction, starts.filter(isKnown));
  });
}

/** Hosts of embeds that an episode keeps for a day. All further ones are one row, so that a liar fills no disk. */
const MAX_HOSTS = 50;
const FURTHER = '*';

async function addStarts(transaction: Database, starts: readonly ListeningStart[]): Promise<void> {
  if (starts.length === 0) return;
  const stored = await transaction
    .selectFrom('listening_starts')
    .select(['episode_id', sql<string>`day::text`.as('day'), 'host'])
    .where('episode_id', 'in', [...new Set(starts.map(({ episode_id }) => episode_id))])
    .where('day', 'in', [...new Set(starts.map(({ day }) => day))])
    .execute();
  const hosts = new Map<string, Set<string>>();
  const hostsOf = ({ episode_id, day }: Pick<ListeningStart, 'episode_id' | 'day'>) => {
    const key = `${episode_id} ${day}`;
    const own = hosts.get(key) ?? new Set(['', FURTHER]);
    hosts.set(key, own);
    return own;
  };
  for (const row of stored) hostsOf(row).add(row.host);
  const limited = starts.map((start) => {
    const own = hostsOf(start);
    if (own.size < MAX_HOSTS + 2) own.add(start.host);
    return own.has(start.host) ? start : { ...start, host: FURTHER };
  });
  await sql`
    insert into listening_starts as kept (episode_id, day, place, host, starts)
      select episode_id, day, place, host, sum(starts)
      from jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as given (
        episode_id integer, day date, place text, host text, starts integer)
      group by episode_id, day, place, host
      order by episode_id, day, place, host
    on conflict (episode_id, day, place, host) do update set
      starts = kept.starts + excluded.starts`.execute(transaction);
}

export function listDays(
  database: Database,
  episodeId: number,
  { from, to }: { from: string; to: string },
): Promise<Omit<ListeningDay, 'episode_id' | 'day'>[]> {
  return database
    .selectFrom('listening_days')
    .select(['seconds', 'quartiles', 'heard'])
    .where('episode_id', '=', episodeId)
    .where((row) => row.between('day', from, to))
    .execute();
}

/** Where an episode was begun, the places with the most first. */
export function sumStarts(
  database: Database,
  episodeId: number,
  { from, to }: { from: string; to: string },
): Promise<EpisodeListening['places']> {
  return database
    .selectFrom('listening_starts')
    .select(['place', 'host', sql<number>`sum(starts)::integer`.as('starts')])
    .where('episode_id', '=', episodeId)
    .where((row) => row.between('day', from, to))
    .groupBy(['place', 'host'])
    .orderBy('starts', 'desc')
    .orderBy('place')
    .orderBy('host')
    .execute();
}
