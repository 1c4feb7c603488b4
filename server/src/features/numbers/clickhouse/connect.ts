import type { ClickHouseClient } from '@clickhouse/client';

/** The database of NUMBERS_URL does not answer, or refuses. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** The database of NUMBERS_URL can never store these rows. Its code is that of PostgreSQL for wrong data. */
class UnstorableRows extends Error {
  override readonly name = 'UnstorableRows';
  readonly code = '22000';
}

/** ClickHouse's errors about values that it cannot read. */
const WRONG_VALUES = new Set([
  'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
  'CANNOT_PARSE_DATETIME',
  'CANNOT_PARSE_NUMBER',
  'CANNOT_PARSE_TEXT',
  'CANNOT_PARSE_UUID',
  'INCORRECT_DATA',
]);
const REASON_LENGTH = 300; // characters

export interface Connection {
  client: ClickHouseClient;
  /** Does work with the client. @throws LogUnavailable, UnstorableRows */
  ask<Answer>(work: (client: ClickHouseClient) => Promise<Answer>): Promise<Answer>;
  /** The rows of a query. @throws LogUnavailable */
  select<Row>(query: string, params?: Record<string, unknown>): Promise<Row[]>;
}

/**
 * A client of the database at this address. It connects when it is first used.
 * @param address with user, password and the name of the database
 */
export async function connect(address: string): Promise<Connection> {
  const { ClickHouseError, ClickHouseLogLevel, createClient } = await import('@clickhouse/client'); // few hosts need it
  const { origin, pathname, username, password } = new URL(address);
  const client = createClient({
    url: origin,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    use_multipart_params_auto: true, // lists are longer than an address may be
    log: { level: ClickHouseLogLevel.OFF }, // errors are reported here, once
    clickhouse_settings: {
      async_insert: 0, // an answer means that the rows are stored
      output_format_json_quote_64bit_integers: 0,
      date_time_input_format: 'best_effort',
    },
  });

  async function ask<Answer>(work: (client: ClickHouseClient) => Promise<Answer>) {
    try {
      return await work(client);
    } catch (cause) {
      const { message, type = '' } = cause as Error & { type?: string };
      const [reason = ''] = message.slice(0, REASON_LENGTH).split('\n');
      if (WRONG_VALUES.has(type)) throw new UnstorableRows(type, { cause });
      const verb = cause instanceof ClickHouseError ? 'refuses' : 'does not answer';
      throw new LogUnavailable(`The database at NUMBERS_URL ${verb}: ${reason}`, { cause });
    }
  }

  const select = <Row>(query: string, query_params: Record<string, unknown> = {}) =>
    ask(async () => {
      const answer = await client.query({ query, query_params, format: 'JSONEachRow' });
      return answer.json<Row>();
    });

  return { client, ask, select };
}
