import type { Database } from '../../../platform/database/database.ts';
import { addDays, dayOf, listDays, startOf } from '../days.ts';
import { type ExportRow, GROUP_ROWS } from '../export-tables.ts';
import { listFiles } from '../files-repository.ts';
import type { Period } from '../log-store.ts';
import { connect } from './connect.ts';
import { hexOf, IN_PERIOD } from './table.ts';

const ROWS = `
  SELECT
    concat(replaceOne(toString(log.at), ' ', 'T'), 'Z') AS at, nullIf(log.show_id, 0) AS show_id,
    nullIf(log.episode_id, 0) AS episode_id, media_id, method, status, range_first, bytes_sent, user_agent,
    referrer_host, placement, country, is_hosting, nullIf(log.lists, '') AS lists, ${hexOf('who')} AS who,
    ${hexOf('who_before')} AS who_before, source
  FROM audio_requests AS log
  WHERE ${IN_PERIOD}
  ORDER BY log.at, ${hexOf('who')}`;

interface LogRow extends ExportRow {
  at: string;
  media_id: number;
}

/**
 * The rows of the log for an export, in order and in groups, like those of the table `requests` of PostgreSQL.
 * @param url the address of the database of the log
 */
export async function* listExportRows(
  url: string,
  database: Database,
  period: Period,
): AsyncGenerator<ExportRow[]> {
  const { client, ask } = await connect(url);
  let group: ExportRow[] = [];
  try {
    const known = await listFiles(database);
    const files = new Map(known.map(({ media_id, ...file }) => [media_id, file]));
    // Day by day, so that ClickHouse can sort the rows in memory.
    for (const query_params of daysOf(period)) {
      const answer = await ask(() =>
        client.query({ query: ROWS, query_params, format: 'JSONEachRow' }),
      );
      for await (const rows of answer.stream<LogRow>()) {
        for (const row of rows) {
          const { at, ...columns } = row.json();
          group.push({ ...columns, at: new Date(at), ...files.get(columns.media_id) });
        }
        if (group.length < GROUP_ROWS) continue;
        yield group;
        group = [];
      }
    }
    if (group.length > 0) yield group;
  } finally {
    await client.close();
  }
}

const daysOf = ({ from, to }: Period) =>
  listDays(dayOf(from), dayOf(to.getTime() - 1)).map((day) => ({
    from: new Date(Math.max(startOf(day), from.getTime())),
    to: new Date(Math.min(startOf(addDays(day, 1)), to.getTime())),
  }));
