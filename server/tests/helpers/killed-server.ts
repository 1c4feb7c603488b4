import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBuiltServer } from './built-server.ts';
import { openKillingProxy } from './killing-proxy.ts';
import { freePort } from './redis-server.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** What somebody does, and what has to be true in the end. */
export interface Course<State> {
  /** Comes before the steps. `step` is different each time. */
  prepare(step: number): Promise<State>;
  /** Goes on until the server has answered everything. */
  act(state: State): Promise<void>;
  check(state: State): Promise<void>;
}

export interface KilledServer {
  site: string;
  database: TestDatabase['database'];
  env: Record<string, string>;
  /** Runs a course once for each of its steps, and kills the server at that step. Returns how many steps it has. */
  killAtEachStep<State>(course: Course<State>): Promise<number>;
  close(): Promise<void>;
}

const TRIES = 1_200; // a busy machine may need a minute to start the server again

/** Does something until it succeeds, as a person does whose connection breaks. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

/** The built server, a database of its own, and a proxy around both. `services` are addresses of others, by their variables. */
export async function openKilledServer(
  services: Record<string, string>,
  settings: Record<string, string>,
): Promise<KilledServer> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-steps-'));
  const { url, database, close } = await openTestDatabase();
  const proxy = openKillingProxy();
  const port = await freePort();
  const site = await proxy.open(`http://127.0.0.1:${port}`);
  const env: Record<string, string> = {
    ...settings,
    DATABASE_URL: await proxy.open(url),
    DATA_DIR: folder,
    SITE_URL: site,
    HOST: '127.0.0.1',
    PORT: String(port),
    WORKER: 'off',
    RATE_LIMITS: 'off',
  };
  for (const [name, target] of Object.entries(services)) env[name] = await proxy.open(target);
  let server = startBuiltServer(env);
  await server.ready;
  let restarted = Promise.resolve();

  async function restart(): Promise<void> {
    server.process.kill('SIGKILL');
    await server.ended;
    proxy.resume();
    server = startBuiltServer(env);
    await server.ready;
  }

  async function runOnce<State>(course: Course<State>, step: number): Promise<boolean> {
    const state = await course.prepare(step);
    proxy.killAt(step, () => {
      restarted = restart();
    });

    await course.act(state);
    const hasKilled = proxy.hasKilled();
    proxy.killAt(Number.POSITIVE_INFINITY, () => {});
    await restarted;
    await course.check(state);
    return hasKilled;
  }

  return {
    site,
    database,
    env,
    async killAtEachStep(course) {
      let step = 1;
      const explain = (cause: Error) => {
        throw new Error(`killed at step ${step}: ${cause.message}`, { cause });
      };
      while (await runOnce(course, step).catch(explain)) step += 1;
      return step - 1;
    },
    async close() {
      server.process.kill('SIGKILL');
      await server.ended;
      await proxy.close();
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
