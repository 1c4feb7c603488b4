import { Readable } from 'node:stream';
import type { Database } from '../../../platform/database/database.ts';
import { addDays, dayOf, startOf } from '../days.ts';
import type { Period } from '../log-store.ts';
import { connect } from './connect.ts';
import { hexOf } from './table.ts';

/** The values of a row of the export. Null if unknown. */
type Values = (string | number | boolean | null)[];

const NAMES = [
  ...['at', 'show_id', 'episode_id', 'sha256', 'file_size', 'duration', 'header_bytes', 'method'],
  ...['status', 'range_first', 'bytes_sent', 'user_agent', 'referrer_host', 'placement', 'country'],
  ...['is_hosting', 'lists', 'who', 'who_before', 'source'],
];
const FILE_AT = 3;

const ROWS = `
  SELECT
    concat(replaceOne(toString(log.at), ' ', 'T'), 'Z'), nullIf(show_id, 0), nullIf(episode_id, 0), media_id,
    method, status, range_first, bytes_sent, user_agent, referrer_host, placement, country,
    is_hosting, nullIf(lists, ''), ${hexOf('who')} AS hash, ${hexOf('who_before')}, source
  FROM audio_requests AS log
  WHERE log.at >= {from:DateTime64(3, 'UTC')} AND log.at < {to:DateTime64(3, 'UTC')}
  ORDER BY log.at, hash`;

/**
 * The same CSV as that of `exportLog`, from ClickHouse.
 * @param url the address of the database of the log
 */
export const exportClickHouseLog = (url: string, database: Database, period: Period): Readable =>
  Readable.from(listLines(url, database, period));

async function* listLines(url: string, database: Database, period: Period) {
  const { client, ask } = await connect(url);
  try {
    const files = await readFiles(database);
    yield `${NAMES.join(',')}\n`;
    // Day by day, so that ClickHouse can sort the rows in memory.
    for (const query_params of daysOf(period)) {
      const format = 'JSONCompactEachRow';
      const answer = await ask(() => client.query({ query: ROWS, query_params, format }));
      for await (const rows of answer.stream<Values>()) {
        yield rows.map((row) => toLine(withFile(row.json(), files))).join('');
      }
    }
  } finally {
    await client.close();
  }
}

/** Names, lengths and durations of the files, by their id. */
async function readFiles(database: Database): Promise<ReadonlyMap<number, Values>> {
  const rows = await database.selectFrom('numbers_files').selectAll().execute();
  return new Map(
    rows.map(({ media_id, sha256, file_size, duration, header_bytes }) => [
      media_id,
      [sha256, file_size, duration, header_bytes],
    ]),
  );
}

const NO_FILE: Values = [null, null, null, null];

function withFile(row: Values, files: ReadonlyMap<number, Values>): Values {
  const file = files.get(Number(row[FILE_AT])) ?? NO_FILE;
  return [...row.slice(0, FILE_AT), ...file, ...row.slice(FILE_AT + 1)];
}

function* daysOf({ from, to }: Period): Generator<{ from: Date; to: Date }> {
  for (let day = dayOf(from); startOf(day) < to.getTime(); day = addDays(day, 1)) {
    yield {
      from: new Date(Math.max(startOf(day), from.getTime())),
      to: new Date(Math.min(startOf(addDays(day, 1)), to.getTime())),
    };
  }
}

const toLine = (values: Values): string => `${values.map(toField).join(',')}\n`;

/** As PostgreSQL writes it: an empty text has quotes, an unknown value has none. */
function toField(value: Values[number]): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
