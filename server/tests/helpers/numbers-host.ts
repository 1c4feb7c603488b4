import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { createSession } from '../../src/features/accounts/sessions.ts';
import { jobs } from '../../src/platform/jobs/jobs.ts';
import { createFolderStore } from '../../src/platform/storage/folder-store.ts';
import { addEpisode, addShow } from './add-episode.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { freePort } from './redis-server.ts';
import { storeMedia } from './store-media.ts';
import { openTestDatabase } from './test-database.ts';

const patient = { timeout: 60_000, interval: 100 };

export interface HostServer extends BuiltServer {
  origin: string;
}

/** Built servers on one database, with a show whose downloads they count. */
export async function openNumbersHost() {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-numbers-'));
  const { database, url, close } = await openTestDatabase();
  const store = createFolderStore(join(dataDir, 'media'));
  const { user_id: userId } = await database
    .insertInto('users')
    .values({
      permalink: 'ann',
      name: 'Ann',
      email: 'ann@example.org',
      email_verified_at: new Date(),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(database, { userId });
  const showId = await addShow(database, userId);
  const servers: BuiltServer[] = [];

  /** The programs of all rows of the log. */
  async function loggedAgents(): Promise<string[]> {
    const rows = await database
      .selectFrom('audio_requests')
      .innerJoin('user_agents', 'user_agents.agent_id', 'audio_requests.agent_id')
      .select('name')
      .execute();
    return rows.map(({ name }) => name);
  }

  return {
    database,
    databaseUrl: url,
    dataDir,
    showId,
    async start(more: Record<string, string> = {}): Promise<HostServer> {
      const port = String(await freePort());
      const server = startBuiltServer({
        ...{ DATA_DIR: dataDir, DATABASE_URL: url, HOST: '127.0.0.1', PORT: port },
        SITE_URL: `http://127.0.0.1:${port}`,
        ...more,
      });
      servers.push(server);
      await server.ready;
      return { ...server, origin: `http://127.0.0.1:${more.PORT ?? port}` };
    },
    /** An episode with this audio, and the path of its file. */
    async addAudio(bytes: Buffer, duration: number) {
      const media_id = await storeMedia({ store, database }, bytes, { duration });
      const episodeId = await addEpisode(database, showId, { media_id });
      const { sha256 } = await database
        .selectFrom('media')
        .select('sha256')
        .where('media_id', '=', media_id)
        .executeTakeFirstOrThrow();
      return { episodeId, file: `/media/audio/${sha256}.mp3` };
    },
    loggedAgents,
    /** Waits until the log has so many rows. */
    async untilLogged(count: number): Promise<void> {
      await vi.waitFor(async () => expect((await loggedAgents()).length).toBe(count), patient);
    },
    /** Lets a server run a job, and waits until it is done. */
    async run(task: 'count_downloads' | 'keep_audio_log'): Promise<void> {
      await jobs.add(database, task, {});
      const left = () =>
        database
          .withTables<{ 'graphile_worker.jobs': { task_identifier: string; run_at: Date } }>()
          .selectFrom('graphile_worker.jobs')
          .select('run_at')
          .where('task_identifier', '=', task)
          .execute();
      await vi.waitFor(async () => expect(await left()).toEqual([]), patient);
    },
    /** The downloads of a day (UTC) by episode, as a server answers them to the owner. */
    async downloadsOf({ origin }: HostServer, day: string): Promise<Record<string, number>> {
      const answer = await fetch(
        `${origin}/api/v2/shows/${showId}/numbers?window=rolling&from=${day}&to=${day}`,
        { headers: { authorization: `Bearer ${accessToken}` } },
      );
      expect(answer.status).toBe(200);
      const { episodes } = (await answer.json()).response;
      return Object.fromEntries(
        episodes.map((one: { episode_id: number; downloads: number }) => [
          one.episode_id,
          one.downloads,
        ]),
      );
    },
    async close() {
      for (const { process, ended } of servers) {
        process.kill('SIGKILL');
        await ended;
      }
      await close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type NumbersHost = Awaited<ReturnType<typeof openNumbersHost>>;
