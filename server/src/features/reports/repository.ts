import type { HostReport, ReportKind, ReportReason } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface NewReport {
  reporterId: number;
  kind: ReportKind;
  id: number;
  reason: ReportReason;
  text: string;
}

const COLUMNS = {
  episode: 'episode_id',
  show: 'show_id',
  user: 'user_id',
  message: 'message_id',
} as const satisfies Record<ReportKind, string>;

/** Adds a report. A second report of the same user and thing replaces an unresolved first one. */
export async function saveReport(
  database: Database,
  { reporterId, kind, id, reason, text }: NewReport,
): Promise<void> {
  const column = COLUMNS[kind];
  const { numUpdatedRows } = await database
    .updateTable('reports')
    .set({ reason, text })
    .where('reporter_id', '=', reporterId)
    .where(column, '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await database
    .insertInto('reports')
    .values({ reporter_id: reporterId, [column]: id, reason, text })
    .execute();
}

export interface ReportRow extends Omit<HostReport, 'url' | 'created_at' | 'resolved_at'> {
  created_at: Date;
  resolved_at: Date | null;
  /** Permalinks for the address of the thing. */
  user_permalink: string | null;
  permalink: string | null;
}

/** The newest first. */
export async function listReports(
  database: Database,
  { isOpen, after, limit }: { isOpen: boolean; after: number | null; limit: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select report.report_id, report.reason, report.text, report.created_at, report.resolved_at,
      case when report.message_id is not null then 'message' when report.user_id is not null then 'user'
        when report.show_id is not null then 'show' else 'episode' end as kind,
      coalesce(report.message_id, report.user_id, report.show_id, report.episode_id) as thing_id,
      message.episode_id,
      coalesce(message.text, person.name, show.title, episode.title) as title,
      coalesce(person.deleted_at, show.deleted_at, episode.deleted_at) is not null as is_gone,
      reporter.name as reporter,
      coalesce(show.permalink, episode.permalink, episode_of.permalink, person.permalink) as permalink,
      owner.permalink as user_permalink
    from reports as report
    left join messages as message on message.message_id = report.message_id
    left join users as person on person.user_id = report.user_id
    left join shows as show on show.show_id = report.show_id
    left join episodes as episode on episode.episode_id = report.episode_id
    left join episodes as episode_of on episode_of.episode_id = message.episode_id
    left join shows as home on home.show_id = coalesce(episode.show_id, episode_of.show_id)
    left join users as owner on owner.user_id = home.user_id
    left join users as reporter on reporter.user_id = report.reporter_id and reporter.deleted_at is null
    where (report.resolved_at is null) = ${isOpen}
      and (${after}::integer is null or report.report_id < ${after}::integer)
    order by report.report_id desc limit ${limit}`.execute(database);
  return rows;
}

/** False if there is no such report. */
export async function resolveReport(
  database: Database,
  { reportId, isResolved }: { reportId: number; isResolved: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('reports')
    .set({ resolved_at: isResolved ? sql<Date>`now()` : null })
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
