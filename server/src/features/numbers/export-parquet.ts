import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ClientBase } from 'pg';
import {
  type ExportColumn,
  type ExportRow,
  type ExportTable,
  GROUP_ROWS,
} from './export-tables.ts';
import type { Period } from './log-store.ts';

/** The rows of a table as a Parquet file, in order. Only the rows of one group are in memory. */
export async function* exportParquet(
  client: ClientBase,
  table: ExportTable,
  period: Period,
): AsyncGenerator<Uint8Array> {
  await client.query('begin read only');
  await client.query(
    `declare exported no scroll cursor for ${table.select(period)} order by ${table.order}`,
  );
  yield* writeParquet(table.columns, fetchGroups(client));
  await client.query('commit');
}

async function* fetchGroups(client: ClientBase): AsyncGenerator<ExportRow[]> {
  for (;;) {
    const { rows } = await client.query<ExportRow>(`fetch ${GROUP_ROWS} from exported`);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** The bytes of a Parquet file. Each group of rows is written before the next one is asked for. */
export async function* writeParquet(
  columns: readonly ExportColumn[],
  groups: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columns.map((one) => ({ ...one, data: [] })) });
  const file = new ParquetWriter({ writer, schema, createdBy: 'Earshot' });
  for await (const rows of groups) {
    const columnData = columns.map((one) => ({ name: one.name, data: valuesOf(one, rows) }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield takeBytes(writer);
  }
  await file.finish();
  yield takeBytes(writer);
}

/** The driver gives large numbers as texts. */
const valuesOf = ({ name, type }: ExportColumn, rows: readonly ExportRow[]): unknown[] =>
  rows.map((row) => {
    const value = row[name] ?? null;
    return type === 'INT64' && value !== null ? BigInt(value as string) : value;
  });

/** The places in the file continue, while the buffer begins again. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
