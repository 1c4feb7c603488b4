import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../../src/features/accounts/sessions.ts';
import { removeSamples } from '../../../src/features/imports/samples.ts';
import { checkMedia, type MediaProblem } from '../../../src/features/uploads/check-media.ts';
import { openMediaStore } from '../../../src/platform/storage/open-media-store.ts';
import { type Balancer, openBalancer } from '../../helpers/balancer.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../../helpers/built-server.ts';
import { AUDIO } from '../../helpers/real-audio.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { idOf } from '../../helpers/tus.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const patient = { timeout: 300_000, interval: 100 };
const AT_ONCE = 6;
const LARGE_FILES = 4;
const LARGE_BYTES = 20_000_000;

interface Job {
  name: string;
  bytes: Buffer;
  url?: string;
}

interface Started {
  server: BuiltServer;
  origin: string;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!isBuilt)('servers that are killed during uploads (needs npm run build)', () => {
  let test: TestDatabase;
  let balancer: Balancer;
  let folders: string[] = [];
  let s3: S3Server | null = null;
  let servers: BuiltServer[] = [];
  /** Lives on, so that no job waits until a killed one counts as silent. process-kills.long.test.ts kills workers. */
  let worker: BuiltServer | undefined;
  let headers: Record<string, string> = {};
  beforeEach(async () => {
    test = await openTestDatabase();
    await removeSamples(test.database); // nothing needs them
    balancer = await openBalancer();
    headers = await signIn();
  });
  afterEach(async () => {
    const all = [...servers, ...(worker ? [worker] : [])];
    for (const { process } of all) process.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
    servers = [];
    await balancer.close();
    await s3?.close();
    s3 = null;
    await test.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    folders = [];
  });

  async function signIn(): Promise<Record<string, string>> {
    const { user_id } = await test.database
      .insertInto('users')
      .values({ permalink: 'author', name: 'Author', is_admin: true })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const { accessToken } = await createSession(test.database, { userId: user_id });
    return { Authorization: `Bearer ${accessToken}` };
  }

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-kills-'));
    await chmod(folder, 0o755);
    folders.push(folder);
    return folder;
  }

  const env = (dataDir: string, mode: 'off' | 'only') => ({
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    SITE_URL: balancer.origin,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    WORKER: mode,
    ...s3?.env,
  });

  /** On a very busy machine the database may answer too late for a start: a supervisor would start it again. */
  async function start(dataDir: string, attempt = 1): Promise<Started> {
    const server = startBuiltServer(env(dataDir, 'off'));
    servers.push(server);
    const origin = await server.ready.catch((error) => {
      if (attempt === 5) throw error;
      return null;
    });
    return origin === null ? start(dataDir, attempt + 1) : { server, origin };
  }

  async function jobs(): Promise<Job[]> {
    const names = existsSync(AUDIO) ? await readdir(AUDIO) : [];
    const audio = names.filter((name) => !name.startsWith('MANIFEST'));
    const real = audio.map(async (name) => ({ name, bytes: await readFile(join(AUDIO, name)) }));
    const large = Array.from({ length: LARGE_FILES }, (_, index) => ({
      name: `large ${index}`,
      bytes: randomBytes(LARGE_BYTES),
    }));
    return [...large, ...(await Promise.all(real))].filter(({ bytes }) => bytes.length > 0);
  }

  /** Uploads with the real client. Fails if the server ever knows less than it has acknowledged. */
  function upload(job: Job, options: { overridePatchMethod: boolean }): Promise<void> {
    const acknowledged = new Map<string, number>(); // the client begins again after some errors
    return new Promise((resolve, reject) => {
      const upload = new Upload(job.bytes, {
        ...options,
        endpoint: `${balancer.origin}/api/media/uploads`,
        headers,
        metadata: { filename: job.name },
        chunkSize: Math.max(1_000, Math.ceil(job.bytes.length / 7)),
        retryDelays: Array(500).fill(200),
        onShouldRetry: () => true,
        onAfterResponse(request, response) {
          const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
          const before = acknowledged.get(request.getURL()) ?? 0;
          if (offset < before) {
            reject(new Error(`${job.name}: ${before} acknowledged, ${offset} known`));
          }
          if (offset >= before) acknowledged.set(request.getURL(), offset);
        },
        onSuccess() {
          job.url = upload.url ?? '';
          resolve();
        },
        onError: reject,
      });
      upload.start();
    });
  }

  async function uploadAll(all: readonly Job[]): Promise<void> {
    const waiting = [...all];
    const next = async (): Promise<void> => {
      const job = waiting.shift();
      if (!job) return;
      await upload(job, { overridePatchMethod: waiting.length % 2 === 0 });
      return next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  /** Kills the servers in turn while there is work, so that one is usually available. */
  async function killInTurns(dataDirs: readonly string[], isOver: () => boolean): Promise<number> {
    const live = await Promise.all(dataDirs.map((dataDir) => start(dataDir)));
    balancer.targets = live.map(({ origin }) => origin);
    let kills = 0;
    for (; kills < KILLS && !isOver(); kills++) {
      await sleep(Math.random() * 1_500);
      if (isOver()) break;
      const at = kills % live.length;
      const [{ server }] = live.splice(at, 1) as [(typeof live)[number]];
      server.process.kill('SIGKILL');
      balancer.targets = live.map(({ origin }) => origin);
      await server.ended;
      live.splice(at, 0, await start(dataDirs[at] ?? ''));
      balancer.targets = live.map(({ origin }) => origin);
    }
    return kills;
  }

  async function isStored({ url = '', bytes }: Job): Promise<boolean> {
    const row = await test.database
      .selectFrom('uploads')
      .leftJoin('media', (join) =>
        // A job may have repacked the file meanwhile, and keeps the original.
        join.on('media.media_id', '=', sql`coalesce(original_media_id, uploads.media_id)`),
      )
      .select(['state', 'sha256'])
      .where('upload_id', '=', idOf(url))
      .executeTakeFirstOrThrow();
    if (row.sha256 !== null) expect(row.sha256).toBe(hashOf(bytes));
    return row.state !== 'uploading';
  }

  /** Lets the minute pass after which a job finishes an upload whose server was killed. */
  const finishNow = () =>
    sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker.jobs where task_identifier = 'finish_upload'`.execute(test.database);

  it.each(['a folder', 'S3'])(
    'lose nothing that was acknowledged, with %s',
    async (kind) => {
      if (kind === 'S3') s3 = await openS3Server();
      const first = await newFolder();
      const dataDirs = s3 ? [first, await newFolder()] : [first, first];
      worker = startBuiltServer(env(first, 'only'));
      const all = await jobs();
      let isOver = false;
      const killing = killInTurns(dataDirs, () => isOver);
      let rounds = 0;
      const work = async () => {
        for (; rounds === 0 || servers.length < KILLS; rounds++) {
          await vi.waitFor(() => expect(balancer.targets).toHaveLength(2), patient);
          await uploadAll(all);
          await finishNow();
          for (const job of all) {
            // The last byte was acknowledged: a job finishes the upload if its server was killed just then.
            await vi.waitFor(async () => expect(await isStored(job), job.name).toBe(true), patient);
          }
        }
      };
      const end = () => {
        isOver = true;
      };
      const [kills] = await Promise.all([killing, work().finally(end)]);
      expect(kills).toBeGreaterThanOrEqual(KILLS - 2);

      const store = await openMediaStore({ dataDir: first, s3: s3?.settings ?? null });
      const problems: MediaProblem[] = [];
      for await (const problem of checkMedia({ database: test.database, store })) {
        problems.push(problem);
      }
      await store.close();
      // A file may be stored before its server is killed. It is stored again, or collected a day later.
      expect(problems.filter(({ problem }) => problem !== 'stray')).toEqual([]);
    },
    1_200_000,
  );
});
