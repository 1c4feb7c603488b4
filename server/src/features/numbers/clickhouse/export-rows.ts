import type { Database } from '../../../platform/database/database.ts';
import { addDays, dayOf, startOf } from '../days.ts';
import { type ExportRow, GROUP_ROWS } from '../export-tables.ts';
import type { Period } from '../log-store.ts';
import { connect } from './connect.ts';
import { hexOf } from './table.ts';

const ROWS = `
  SELECT
    concat(replaceOne(toString(log.at), ' ', 'T'), 'Z') AS at, nullIf(log.show_id, 0) AS show_id,
    nullIf(log.episode_id, 0) AS episode_id, media_id, method, status, range_first, bytes_sent, user_agent,
    referrer_host, placement, country, is_hosting, nullIf(log.lists, '') AS lists, ${hexOf('who')} AS who,
    ${hexOf('who_before')} AS who_before, source
  FROM audio_requests AS log
  WHERE log.at >= {from:DateTime64(3, 'UTC')} AND log.at < {to:DateTime64(3, 'UTC')}
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
    const files = await readFiles(database);
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

/** Names, lengths and durations of the files, by their id. */
async function readFiles(database: Database): Promise<ReadonlyMap<number, ExportRow>> {
  const rows = await database
    .selectFrom('numbers_files')
    .select(['media_id', 'sha256', 'file_size', 'duration', 'header_bytes'])
    .execute();
  return new Map(rows.map(({ media_id, ...file }) => [media_id, file]));
}

function* daysOf({ from, to }: Period): Generator<{ from: Date; to: Date }> {
  for (let day = dayOf(from); startOf(day) < to.getTime(); day = addDays(day, 1)) {
    yield {
      from: new Date(Math.max(startOf(day), from.getTime())),
      to: new Date(Math.min(startOf(addDays(day, 1)), to.getTime())),
    };
  }
}
