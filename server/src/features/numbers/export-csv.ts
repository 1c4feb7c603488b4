import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportTable } from './export-tables.ts';
import type { Period } from './log-store.ts';

/** The rows of a table as CSV (RFC 4180) with a line of names, in order. Times are ISO 8601, UTC. */
export function exportCsv(client: ClientBase, table: ExportTable, period: Period): Readable {
  const columns = table.columns.map(({ name, type }) =>
    type === 'TIMESTAMP'
      ? `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
      : name,
  );
  // COPY takes no parameters. The query has those of the period as text that is written from dates.
  return client.query(
    copyTo(`copy (select ${columns.join(', ')} from (${table.select(period)} order by ${table.order})
      as sorted) to stdout with (format csv, header)`),
  );
}
