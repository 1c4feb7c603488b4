import type { Period } from './log-store.ts';

export interface ExportColumn {
  name: string;
  type: 'TIMESTAMP' | 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN';
  /** Whether a row may have no value. */
  nullable: boolean;
}

/** A row by the names of its columns. A time is a Date; an unknown value is null or missing. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** How many rows are written together: about 20 MB of objects. */
export const GROUP_ROWS = 20_000;

/** A table for other programs. */
export interface ExportTable {
  columns: readonly ExportColumn[];
  /** The query of its rows, in any order. */
  select(period: Period): string;
  /** The names of columns by which rows are sorted. */
  order: string;
}

const column = (name: string, type: ExportColumn['type']) => ({ name, type, nullable: false });
const optional = (name: string, type: ExportColumn['type']) => ({ name, type, nullable: true });

const literal = (time: Date) => `'${time.toISOString()}'::timestamptz`;

/**
 * The rows of the log. Together with the lengths of the files they are enough to count the downloads. The salts of the
 * hashes are not included.
 */
const requests: ExportTable = {
  columns: [
    column('at', 'TIMESTAMP'),
    optional('show_id', 'INT32'),
    optional('episode_id', 'INT32'),
    optional('sha256', 'STRING'),
    optional('file_size', 'INT64'),
    optional('duration', 'DOUBLE'),
    optional('header_bytes', 'INT64'),
    column('method', 'STRING'),
    column('status', 'INT32'),
    column('range_first', 'INT64'),
    column('bytes_sent', 'INT64'),
    column('user_agent', 'STRING'),
    column('referrer_host', 'STRING'),
    column('placement', 'STRING'),
    column('country', 'STRING'),
    column('is_hosting', 'BOOLEAN'),
    optional('lists', 'STRING'),
    column('who', 'STRING'),
    column('who_before', 'STRING'),
    column('source', 'STRING'),
  ],
  select: ({ from, to }) => `
    select at, show_id, episode_id, sha256, file_size, duration, header_bytes, method, status,
      range_first, bytes_sent, user_agents.name as user_agent, referrer_host, placement, country,
      is_hosting, numbers_lists.name as lists, encode(who, 'hex') as who,
      encode(who_before, 'hex') as who_before, source
    from audio_requests join user_agents using (agent_id) left join numbers_files using (media_id)
      left join numbers_lists using (list_id)
    where at >= ${literal(from)} and at < ${literal(to)}`,
  order: 'at, who',
};

/**
 * The stored figures: those of hours, and those of days with a row for the sum, whose `property` is null, and one for each
 * value of a property. Rows without an episode are those of the whole show.
 */
const figures: ExportTable = {
  columns: [
    column('span', 'STRING'),
    column('at', 'TIMESTAMP'),
    column('show_id', 'INT32'),
    optional('episode_id', 'INT32'),
    column('counted_by', 'STRING'),
    optional('property', 'STRING'),
    optional('value', 'STRING'),
    column('downloads', 'INT32'),
    optional('listeners', 'INT32'),
    column('method', 'INT32'),
  ],
  select: ({ from, to }) => `
    with days as (
      select day, show_id, episode_id, counted_by, downloads, null::integer as listeners, parts, method
      from episode_days join episodes using (episode_id)
      union all
      select day, show_id, null, counted_by, downloads, listeners, parts, method from show_days
    ), days_at as (
      select day::timestamp at time zone 'UTC' as at, days.* from days
      where day >= (${literal(from)} at time zone 'UTC')::date
        and day < (${literal(to)} at time zone 'UTC')::date
    )
    select 'hour' as span, hour as at, show_id, episode_id, counted_by, null as property,
      null as value, downloads, null::integer as listeners, method
    from download_hours join episodes using (episode_id)
    where hour >= ${literal(from)} and hour < ${literal(to)}
    union all
    select 'day', at, show_id, episode_id, counted_by, null, null, downloads, listeners, method
    from days_at
    union all
    select 'day', at, show_id, episode_id, counted_by, property.key, part.key,
      part.value::integer, null, method
    from days_at, jsonb_each(parts) as property, jsonb_each_text(property.value) as part`,
  order: 'at, span, show_id, episode_id nulls first, counted_by, property nulls first, value',
};

export const EXPORT_TABLES = { requests, figures } as const;
