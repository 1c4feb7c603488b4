import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { noteBatch, WITH_AUDIO } from '../batches-repository.ts';
import type { Batch } from '../log-store.ts';
import type { Connection } from './connect.ts';
import { NO_LINE, toUuid } from './table.ts';

/**
 * Writes a batch: its rows to ClickHouse, then what outlives them to PostgreSQL. A batch that fails between both is
 * repeated, and ClickHouse knows it by its id. Returns the number of written rows.
 */
export async function writeBatch(
  database: Database,
  connection: Connection,
  batch: Batch,
): Promise<number> {
  if (batch.rows.some(({ imported }) => imported)) return writeImport(database, connection, batch);
  if (await isNoted(database, batch.id)) return 0;
  await insert(connection, batch.id, await toTableRows(database, batch));
  await database.transaction().execute((transaction) => noteBatch(transaction, batch));
  return batch.rows.length;
}

/** Imports wait for each other, so that two with the same line write it once. */
function writeImport(database: Database, connection: Connection, batch: Batch): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('imported_requests', 0))`.execute(
      transaction,
    );
    const rows = await withoutKnown(connection, await toTableRows(transaction, batch));
    if (rows.length > 0) await insert(connection, batch.id, rows);
    await noteBatch(transaction, batch);
    return rows.length;
  });
}

async function isNoted(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('numbers_batches')
    .select('batch')
    .where('batch', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

function insert({ ask }: Connection, id: string, values: TableRow[]) {
  return ask((client) =>
    client.insert({
      table: 'audio_requests',
      values,
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: id },
    }),
  );
}

/** The rows whose lines are not in the log yet, each line once. */
async function withoutKnown(
  { select }: Connection,
  rows: readonly TableRow[],
): Promise<TableRow[]> {
  const times = rows.map(({ at }) => Date.parse(at));
  const known = await select<{ time: number; name: string }>(
    `SELECT toUnixTimestamp64Milli(log.at) AS time, toString(log.line) AS name
    FROM audio_requests AS log
    WHERE log.at >= {from:DateTime64(3, 'UTC')} AND log.at <= {to:DateTime64(3, 'UTC')}
      AND log.line IN {lines:Array(UUID)}`,
    {
      from: new Date(Math.min(...times)),
      to: new Date(Math.max(...times)),
      lines: rows.map(({ line }) => line),
    },
  );
  const names = new Set(known.map(({ time, name }) => `${time} ${name}`));
  return rows.filter(({ at, line }) => {
    const name = `${Date.parse(at)} ${line}`;
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
}

interface FoundAudio {
  sha256: string | null;
  episodeId: number | null;
  media: number;
  episode: number;
  show: number;
}

const keyOf = ({ sha256, episodeId }: Pick<FoundAudio, 'sha256' | 'episodeId'>) =>
  `${sha256} ${episodeId}`;

type TableRow = Awaited<ReturnType<typeof toTableRows>>[number];

/** The rows of a batch with their files, episodes and shows. */
async function toTableRows(database: Database, { rows, lists }: Batch) {
  const named = new Map(rows.map((row) => [keyOf(row), row]));
  const given = [...named.values()].map(({ sha256, episodeId }) => ({ sha256, episodeId }));
  const { rows: found } = await sql<FoundAudio>`
    select given.sha256, "episodeId", coalesce(media.media_id, 0) as media,
      coalesce(found.episode_id, 0) as episode, coalesce(found.show_id, 0) as show
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (sha256 text, "episodeId" integer) ${WITH_AUDIO}`.execute(database);
  const audio = new Map(found.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const { media = 0, episode = 0, show = 0 } = audio.get(keyOf(row)) ?? {};
    return {
      at: row.at.toISOString(),
      show_id: show,
      episode_id: episode,
      media_id: media,
      method: row.method,
      status: row.status,
      range_first: row.rangeFirst,
      bytes_sent: row.bytesSent,
      user_agent: row.agent,
      referrer_host: row.referrerHost,
      placement: row.placement,
      country: row.country,
      is_hosting: row.isHosting,
      lists: lists ?? '',
      who: toUuid(row.who.toString('hex')),
      who_before: toUuid(row.whoBefore.toString('hex')),
      source: row.imported?.source ?? '',
      line: row.imported ? toUuid(row.imported.line) : NO_LINE,
    };
  });
}
