import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { WIDGET_ROUTES } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from './config.ts';
import type { DemoState, FeatureDeps } from './feature.ts';
import { makeSetupLink } from './features/accounts/setup.ts';
import { measureBackups } from './features/backups/measure-backups.ts';
import { listLatest } from './features/episodes/episodes.ts';
import { areSamplesWanted, loadSamples } from './features/imports/samples.ts';
import { listShows } from './features/shows/shows.ts';
import { createAnswerCache } from './platform/cache/answer-cache.ts';
import { createChangeFeed } from './platform/cache/change-feed.ts';
import { purgeCdn } from './platform/cache/purge-cdn.ts';
import { type Database, type OpenDatabase, openDatabase } from './platform/database/database.ts';
import type { Report } from './platform/database/watch.ts';
import { explainError } from './platform/explain-error.ts';
import { freePort } from './platform/free-port.ts';
import { createDrain } from './platform/http/drain.ts';
import { gentleClosing } from './platform/http/gentle-closing.ts';
import { createImagePresets } from './platform/images/image-presets.ts';
import { jobs } from './platform/jobs/jobs.ts';
import { createLifetime, type Lifetime } from './platform/lifetime.ts';
import { mail } from './platform/mail/mail.ts';
import { measureJobs } from './platform/metrics/measure-jobs.ts';
import { measureProcess } from './platform/metrics/measure-process.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { createPasswords } from './platform/passwords.ts';
import { openPush } from './platform/push/open-push.ts';
import { loadRenderers } from './platform/renderers.ts';
import { beginStart, endStart } from './platform/small-start.ts';
import { StartError } from './platform/start-error.ts';
import { closeToOthers } from './platform/storage/close-to-others.ts';
import { openDataDir } from './platform/storage/open-data-dir.ts';
import { openMediaStore } from './platform/storage/open-media-store.ts';
import { openTraces, type Traces } from './platform/traces/open-traces.ts';

const BUILD = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const DEMO = fileURLToPath(new URL('./demo.js', import.meta.url));
const STOP_WITHIN_MS = 110_000; // 30 s for DRAIN_SECONDS, 70 s for requests, and a moment for the database

/** The running product, for the program that has started it. */
export interface Product {
  hasDemo: boolean;
  /** Starts the demo as soon as it is built. Until then, /demo asks its visitors to wait. */
  addDemo(built: Promise<void>): Promise<void>;
}

/** @returns null for a process that only runs jobs */
async function start({ own }: Lifetime): Promise<Product | null> {
  beginStart();
  // The addresses of the host name its port, and are made before it listens.
  if (process.env.PORT === '0') process.env.PORT = String(await freePort());
  const config = readConfig(process.env);
  let report: Report = (_level, message) => process.stderr.write(`${message}\n`);
  await openDataDir(config.dataDir);
  // Most modules are loaded while the database starts.
  const [
    { database, publicReads, check, connectionString, retry, locks, poolCounts, listen: listenTo },
    modules,
    renderers,
  ] = await Promise.all([
    own(() =>
      openDatabase({
        ...config,
        databaseReadUrl: config.worker === 'only' ? null : config.databaseReadUrl,
        report: (level, message) => report(level, message),
        onGivenUp: fail,
      }),
    ),
    loadModules(),
    loadRenderers(BUILD, config.widgetUrl),
  ]);
  const store = await own(() => openMediaStore(config));
  await closeToOthers(config.dataDir, report);
  const changes = createChangeFeed({ database, listen: listenTo });
  const push = await own(
    () => openPush({ config, database, report: (level, message) => report(level, message) }),
    ({ push }) => push.close(),
  );
  const metrics = await openMetrics(config, own);
  const traces = await openOwnTraces(config, own, (level, message) => report(level, message));
  let areSamplesLoading = config.worker !== 'only' && (await areSamplesWanted(database));
  const demo: DemoState = { url: null, isComing: existsSync(DEMO) };
  const drain = createDrain(config.drainSeconds);
  const deps = {
    config,
    database,
    async checkReady() {
      drain.refuseIfBegun();
      await check();
    },
    databaseAddress: connectionString,
    locks,
    store,
    images: createImagePresets(store, join(config.dataDir, 'cache', 'images')),
    renderers,
    answers: createAnswerCache({ changes, publicReads, hasCdn: config.cdn !== null }),
    changes,
    jobs,
    mail,
    passwords: createPasswords(),
    ...push,
    listen: listenTo,
    metrics,
    traces,
    areSamplesLoading: () => areSamplesLoading,
    demo,
  };
  const { createApp, createHealthApp } = modules;
  if (metrics) {
    measureProcess(metrics, { database, publicReads, poolCounts, answers: deps.answers });
    measureBackups(metrics, deps);
  }
  const isWorkerOnly = config.worker === 'only';
  const serve = async () => {
    const app = await (isWorkerOnly ? createHealthApp : createApp)(deps);
    report = (level, message) => app.log[level](message);
    const close = gentleClosing(app);
    await listen(app, config);
    const works = config.worker === 'off' ? [] : startWork(modules, { deps, retry, report });
    const stop = async () => {
      await drain.begin(app);
      await close();
    };
    return { stop, works };
  };
  await own(serve, async ({ stop, works }) => {
    await Promise.all([stop(), ...works.map((work) => work.stop())]); // each may take seconds
  });
  endStart();
  if (isWorkerOnly) {
    process.stdout.write(`A worker of ${config.productName} is running.\n`);
    return null;
  }
  const openDemo = async () => {
    const { url } = await own(() => startDemo(config));
    demo.url = url;
  };
  if (demo.isComing) await openDemo();
  await loadSamples(
    { database, store },
    {
      onStart: () => process.stdout.write('The database is empty: loading the sample shows.\n'),
      importAll: () => importSamplesApart(own),
    },
  );
  areSamplesLoading = false;
  const setupUrl = await makeSetupLink(deps);
  await printAddresses(deps, { demo, setupUrl });
  return {
    hasDemo: demo.url !== null,
    async addDemo(built) {
      demo.isComing = true;
      process.stdout.write(`  ${config.siteUrl}/demo is being built.\n`);
      await built.then(openDemo).finally(() => {
        demo.isComing = false;
      });
    },
  };
}

interface Work {
  stop(): Promise<void>;
}

/** The parts of a process that runs jobs. */
function startWork(
  { startWorker, keepIndexed, TASKS }: Awaited<ReturnType<typeof loadModules>>,
  { deps, ...options }: { deps: FeatureDeps; retry: OpenDatabase['retry']; report: Report },
): Work[] {
  const { config, changes, metrics } = deps;
  const onEnded = metrics && measureJobs(metrics);
  const all = { ...options, ...deps, deps, tasks: TASKS, onEnded };
  const works: Work[] = [startWorker(all), keepIndexed(all)];
  if (config.cdn) works.push(purgeCdn({ ...options, changes, settings: config.cdn }));
  return works;
}

/** Undefined on hosts that are not measured. */
async function openMetrics(
  { metricsAddress: address }: Config,
  own: Lifetime['own'],
): Promise<Metrics | undefined> {
  if (!address) return undefined;
  const metrics = await createMetrics();
  const { url } = await own(() => serveMetrics(metrics, address));
  process.stdout.write(`  metrics ${url}\n`);
  return metrics;
}

/** Undefined on hosts without a receiver of traces. */
async function openOwnTraces(
  { traces: settings }: Config,
  own: Lifetime['own'],
  report: Report,
): Promise<Traces | undefined> {
  if (!settings) return undefined;
  return own(() => openTraces(settings, { report }));
}

/** Another process imports them, and releases its memory when it ends. */
async function importSamplesApart(own: Lifetime['own']): Promise<void> {
  const program = fileURLToPath(new URL('./load-samples.js', import.meta.url));
  const { ended } = await own(
    async () => {
      const child = fork(program);
      return { child, ended: once(child, 'exit') };
    },
    async (started) => {
      started.child.kill();
      await started.ended;
    },
  );
  const [code] = await ended;
  if (code !== 0) throw new StartError('The sample shows could not be loaded.');
}

/** Loaded while the database starts. */
async function loadModules() {
  const [{ createApp, createHealthApp, TASKS }, { startWorker }, { keepIndexed }] =
    await Promise.all([
      import('./app.ts'),
      import('./platform/jobs/worker.ts'),
      import('./features/search/search.ts'),
    ]);
  return { createApp, createHealthApp, TASKS, startWorker, keepIndexed };
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use: stop the program that uses it, or set PORT to another.`,
      );
    }
    if (cause.code === 'EACCES') {
      throw new StartError(`Port ${port} may not be opened by this user.`);
    }
    throw new StartError(`Can't listen on ${host}:${port}: ${cause.message}`, { cause });
  });
}

interface Demo {
  url: string;
  close(): Promise<void>;
}

interface DemoModule {
  startDemo(options: Record<string, string | number>): Promise<Demo>;
}

/**
 * Pages of another site: the same machine, but another origin. The port is any free one, because the next one may be that of
 * another process of the host.
 */
async function startDemo(config: Config): Promise<Demo> {
  const { startDemo: start } = (await import(pathToFileURL(DEMO).href)) as DemoModule;
  const { widgetUrl, siteUrl, apiUrl, productName } = config;
  return start({ host: '127.0.0.1', port: 0, widgetUrl, siteUrl, apiUrl, productName });
}

async function printAddresses(
  { config, database }: { config: Config; database: Database },
  { demo, setupUrl }: { demo: DemoState; setupUrl: string | null },
): Promise<void> {
  const { items: [show] = [] } = await listShows({ database, config }, { limit: 1 });
  const [episode] = await listLatest({ database, config }, 1);
  const lines = [
    `${config.productName} is running.`,
    `  site    ${config.siteUrl}/`,
    show && `  show    ${show.site_url}`,
    episode &&
      `  player  ${config.widgetUrl}${WIDGET_ROUTES.player}?episode_id=${episode.episode_id}`,
    demo.url && `  demo    ${demo.url}`,
    // Not in the log, because it is a secret.
    setupUrl && `  setup   ${setupUrl} creates the administrator of this host`,
    '  Ctrl+C stops it.',
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}

function stopOnSignal(stop: () => void): void {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // The terminal was closed. If the output goes elsewhere, the server continues: nohup cannot ask Node to ignore the signal.
  process.on('SIGHUP', process.stdout.isTTY ? stop : () => {});
}

function fail(error: unknown): never {
  process.stderr.write(`${explainError(error)}\n`);
  process.exit(1);
}

let isStopping = false;
const lifetime = createLifetime();
stopOnSignal(() => {
  if (isStopping) return; // npm and the terminal may both send the signal
  isStopping = true;
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  lifetime.stop().then(() => process.exit(0), fail);
});
export const product = start(lifetime).catch(async (error) => {
  // The next start finishes the samples if a signal interrupts them.
  if (isStopping) return null;
  isStopping = true;
  await lifetime.stop().catch(() => {});
  return fail(error);
});
