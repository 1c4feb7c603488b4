import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeSamples } from '../../src/features/imports/samples.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openKillingProxy } from './killing-proxy.ts';
import { freePort } from './redis-server.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** The actions of a user, and the conditions at the end. */
export interface Course<State> {
  /** Runs before the steps. `run` is different each time. */
  prepare(run: number): Promise<State>;
  /** Continues until the server has answered everything. */
  act(state: State): Promise<void>;
  check(state: State): Promise<void>;
}

export interface KilledServer {
  site: string;
  database: TestDatabase['database'];
  env: Record<string, string>;
  /**
   * Runs a course repeatedly, and kills the server each time at a different step: at `KILLS` of them, evenly spread,
   * or at all if there are fewer. Returns the number of steps.
   */
  killAtSteps<State>(course: Course<State>): Promise<number>;
  /** The output of all servers, including killed ones. */
  said(): string;
  close(): Promise<void>;
}

const KILLS = Number(process.env.KILLS ?? 3);
const STARTS = 5;
const TRIES = 1_200; // a busy machine may need a minute to restart the server

/** Repeats an action until it succeeds, like a person whose connection breaks. */
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

/** Many courses at the same time, so that one kill meets each of them at another step. */
export function allAtOnce(courses: readonly Course<unknown>[]): Course<unknown[]> {
  return {
    async prepare(run) {
      const states: unknown[] = [];
      for (const course of courses) states.push(await course.prepare(run));
      return states;
    },
    act: async (states) =>
      void (await Promise.all(courses.map((course, index) => course.act(states[index])))),
    async check(states) {
      for (const [index, course] of courses.entries()) await course.check(states[index]);
    },
  };
}

/**
 * The built server with its own database, and a proxy around both. `services` are addresses of others, by their
 * variables.
 */
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
  await removeSamples(database); // nothing needs them
  let server = await start();
  let restarted = Promise.resolve();
  let runs = 0;
  let said = '';

  /** On a very busy machine the database may answer too late for a start: a supervisor would start it again. */
  async function start(triesLeft = STARTS): Promise<BuiltServer> {
    const started = startBuiltServer(env);
    const isUp = await started.ready.then(
      () => true,
      (error) => {
        if (triesLeft === 0) throw error;
        return false;
      },
    );
    return isUp ? started : start(triesLeft - 1);
  }

  async function restart(): Promise<void> {
    server.process.kill('SIGKILL');
    await server.ended;
    said += server.said.out + server.said.err;
    proxy.resume();
    server = await start();
  }

  /** Without a step nothing is killed. Returns the number of steps. */
  async function runOnce<State>(course: Course<State>, step = Infinity): Promise<number> {
    runs += 1;
    const state = await course.prepare(runs);
    proxy.killAt(step, () => {
      restarted = restart();
    });
    await course.act(state);
    const steps = proxy.count();
    proxy.killAt(Infinity, () => {});
    await restarted;
    await course.check(state);
    return steps;
  }

  return {
    site,
    database,
    env,
    async killAtSteps(course) {
      const steps = await runOnce(course);
      const kills = Math.min(KILLS, steps);
      for (let kill = 1; kill <= kills; kill++) {
        const step = Math.round(((kill - 0.5) * steps) / kills);
        await runOnce(course, step).catch((cause: Error) => {
          throw new Error(`killed at step ${step} of ${steps}: ${cause.message}`, { cause });
        });
      }
      return steps;
    },
    said: () => said + server.said.out + server.said.err,
    async close() {
      server.process.kill('SIGKILL');
      await server.ended;
      await proxy.close();
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
