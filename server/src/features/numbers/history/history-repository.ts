import type { HistoryHost, ShowNumbers } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { HistoryFigure } from './read-history.ts';

interface OfHost {
  showId: number;
  /** The name of the other host. */
  host: string;
}

/** Stores figures of another host. Each replaces that of the same day or month, and of the same episode. */
export async function saveHistory(
  database: Database,
  { showId, host }: OfHost,
  figures: readonly HistoryFigure[],
): Promise<void> {
  await sql`
    insert into history_days (show_id, host, day, span, episode, downloads)
      select ${showId}, ${host}, day, span, episode, downloads
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as given (
        day date, span text, episode text, downloads integer)
    on conflict (show_id, day, host, span, episode) do update set downloads = excluded.downloads`.execute(
    database,
  );
}

/** Removes all figures of another host. Returns their number. */
export async function removeHistory(database: Database, { showId, host }: OfHost): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('history_days')
    .where('show_id', '=', showId)
    .where('host', '=', host)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The other hosts of which a show has figures, by name, with their first and last day or month. */
export async function listHistory(database: Database, showId: number): Promise<HistoryHost[]> {
  const { rows } = await sql<HistoryHost>`
    select host, min(day)::text as "from", max(day)::text as "to", sum(downloads)::double precision as downloads
    from (select host, day, span, coalesce(sum(downloads) filter (where episode = ''), sum(downloads)) as downloads
      from history_days where show_id = ${showId} group by host, day, span) as figures
    group by host order by host`.execute(database);
  return rows;
}

/**
 * The figures of other hosts for the days and months that begin in this time. That of the whole show, or else the sum of
 * its episodes.
 */
export async function sumHistory(
  database: Database,
  { showId, from, to }: { showId: number; from: string; to: string },
): Promise<ShowNumbers['history']> {
  const { rows } = await sql<ShowNumbers['history'][number]>`
    select day::text, span, host,
      coalesce(sum(downloads) filter (where episode = ''), sum(downloads))::double precision as downloads
    from history_days where show_id = ${showId} and day between ${from} and ${to}
    group by day, span, host order by day, host, span`.execute(database);
  return rows;
}
