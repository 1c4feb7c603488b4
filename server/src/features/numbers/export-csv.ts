import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportColumn, ExportRow, ExportTable } from './export-tables.ts';
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

/** The same from rows of another database. */
export async function* writeCsv(
  columns: readonly ExportColumn[],
  groups: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  for await (const rows of groups) {
    const toLine = (row: ExportRow) =>
      `${columns.map(({ name }) => toField(row[name])).join(',')}\n`;
    yield rows.map(toLine).join('');
  }
}

/** As PostgreSQL writes it: an empty text has quotes, an unknown value has none. */
function toField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 't' : 'f';
  const text = String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
