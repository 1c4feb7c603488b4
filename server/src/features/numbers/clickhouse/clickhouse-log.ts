import type { Database } from '../../../platform/database/database.ts';
import type { LoggedRequest } from '../count-downloads.ts';
import { dropBefore } from '../log-repository.ts';
import type { AskedEpisode, LogStore, Period, RequestSums } from '../log-store.ts';
import { type ShortenedName, shortenNames } from '../names-repository.ts';
import { REDIRECT } from '../redirects.ts';
import { type Connection, connect } from './connect.ts';
import { CREATE_TABLE, hexOf, IN_PERIOD, toUuid } from './table.ts';
import { writeBatch } from './write-batch.ts';

/**
 * The log in a database of its own. Its methods throw `LogUnavailable` if that database does not answer.
 * @param url the address of that database, with user and password
 * @param database holds the batches and the files of the log, and all figures
 */
export function createClickHouseLog(url: string, database: Database): LogStore {
  let opened: Promise<Connection> | null = null;
  let ready: Promise<unknown> | null = null;

  /** The connection, once the table exists. */
  async function open(): Promise<Connection> {
    opened ??= connect(url);
    const connection = await opened;
    ready ??= connection.ask((client) => client.command({ query: CREATE_TABLE }));
    await ready.catch((error) => {
      ready = null; // tried again when it is next used
      throw error;
    });
    return connection;
  }

  const select: Connection['select'] = async (...asked) => (await open()).select(...asked);

  return {
    prepare: async () => void (await open()),
    write: async (batch) => writeBatch(database, await open(), batch),
    async findFirst() {
      const [found] = await select<{ first: number; rows: number }>(
        'SELECT toUnixTimestamp64Milli(min(at)) AS first, count() AS rows FROM audio_requests',
      );
      return found && found.rows > 0 ? new Date(found.first) : null;
    },
    listAsked: (period) =>
      select<AskedEpisode>(
        `SELECT DISTINCT show_id AS "showId", episode_id AS "episodeId" FROM audio_requests AS log
        WHERE ${IN_PERIOD} AND show_id != 0 AND episode_id != 0`,
        { ...period },
      ),
    listRequests: (episode, period, people) =>
      select<LoggedRequest>(
        `SELECT toUnixTimestamp64Milli(log.at) AS at, episode_id AS "episodeId", media_id AS "mediaId",
          method, status, range_first AS "rangeFirst", bytes_sent AS "bytesSent", user_agent AS agent,
          referrer_host AS "referrerHost", placement, country, is_hosting AS "isHosting",
          ${hexOf('who')} AS who, ${hexOf('who_before')} AS "whoBefore"
        FROM audio_requests AS log
        WHERE show_id = {showId:UInt32} AND episode_id = {episodeId:UInt32} AND ${IN_PERIOD}
          AND (status IN (200, 206) OR (status = ${REDIRECT} AND media_id != 0))
          AND method IN ('GET', 'HEAD') ${people ? 'AND log.who IN {people:Array(UUID)}' : ''}`,
        { ...episode, ...period, people: [...(people ?? [])].map(toUuid) },
      ),
    sumRequests: (period) => sumRequests(select, period),
    shortenNames: (day) =>
      shortenNames(database, day, async (names) => {
        const { ask } = await open();
        await ask((client) => client.command(replaceNames(day, names)));
      }),
    async dropBefore(day) {
      await dropPartitions(await open(), day);
      await dropBefore(database, day); // rows from before this host had NUMBERS_URL
    },
    async close() {
      const connection = await opened;
      await connection?.client.close();
    },
  };
}

const SUMS = 'toFloat64(count()) AS requests, toFloat64(sum(bytes_sent)) AS bytes';

async function sumRequests(select: Connection['select'], period: Period): Promise<RequestSums> {
  const from = `FROM audio_requests AS log WHERE ${IN_PERIOD}`;
  const [episodes, programs] = await Promise.all([
    select<RequestSums['episodes'][number]>(
      `SELECT nullIf(episode_id, 0) AS "episodeId", ${SUMS} ${from} GROUP BY episode_id`,
      { ...period },
    ),
    select<RequestSums['programs'][number]>(
      `SELECT user_agent AS name, ${SUMS} ${from} GROUP BY user_agent`,
      { ...period },
    ),
  ]);
  return { episodes, programs };
}

const replaceNames = (day: string, names: readonly ShortenedName[]) => ({
  query: `
    ALTER TABLE audio_requests
    UPDATE user_agent = transform(user_agent, {names:Array(String)}, {shorts:Array(String)})
    WHERE day < {day:Date} AND user_agent IN {names:Array(String)}`,
  query_params: {
    day,
    names: names.map(({ name }) => name),
    shorts: names.map(({ short }) => short),
  },
  clickhouse_settings: { mutations_sync: '1' as const }, // the answer means that the names are gone
});

async function dropPartitions({ ask, select }: Connection, day: string): Promise<void> {
  const found = await select<{ partition: string }>(
    `SELECT DISTINCT partition FROM system.parts
    WHERE database = currentDatabase() AND table = 'audio_requests' AND active
      AND partition < {day:String} ORDER BY partition`,
    { day },
  );
  for (const { partition } of found) {
    const query = `ALTER TABLE audio_requests DROP PARTITION '${partition}'`;
    await ask((client) => client.command({ query }));
  }
}
