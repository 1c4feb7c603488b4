import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WIDGET_ROUTES } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from './config.ts';
import { makeSetupLink } from './features/accounts/setup.ts';
import { listLatest } from './features/episodes/episodes.ts';
import { loadSamples } from './features/imports/samples.ts';
import { listShows } from './features/shows/shows.ts';
import { createAnswerCache } from './platform/cache/answer-cache.ts';
import { createChangeFeed } from './platform/cache/change-feed.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import type { Report } from './platform/database/watch.ts';
import { explainError } from './platform/explain-error.ts';
import { createImagePresets } from './platform/images/image-presets.ts';
import { jobs } from './platform/jobs/jobs.ts';
import { createLifetime, type Lifetime } from './platform/lifetime.ts';
import { mail } from './platform/mail/mail.ts';
import { createPasswords } from './platform/passwords.ts';
import { openPush } from './platform/push/open-push.ts';
import { loadRenderers } from './platform/renderers.ts';
import { beginStart, endStart } from './platform/small-start.ts';
import { StartError } from './platform/start-error.ts';
import { openMediaStore } from './platform/storage/open-media-store.ts';

const BUILD = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const STREAMS_END_WITHIN_MS = 4_000; // a paused player would keep its connection open for hours
const STOP_WITHIN_MS = 9_000; // supervisors give 10 s, then they kill

async function start({ own }: Lifetime): Promise<void> {
  beginStart();
  const config = readConfig(process.env);
  let report: Report = (_level, message) => process.stderr.write(`${message}\n`);
  // Most modules are loaded while the database starts.
  const [
    { database, check, connectionString, retry, locks, listen: listenTo },
    modules,
    renderers,
  ] = await Promise.all([
    own(
      () =>
        openDatabase({
          ...config,
          report: (level, message) => report(level, message),
          onGivenUp: fail,
        }),
      ({ close }) => close(),
    ),
    loadModules(),
    loadRenderers(BUILD, config.widgetUrl),
  ]);
  const store = await own(
    () => openMediaStore(config),
    ({ close }) => close(),
  );
  const changes = createChangeFeed({ database, listen: listenTo });
  const push = await own(
    () => openPush({ config, database, report: (level, message) => report(level, message) }),
    ({ push }) => push.close(),
  );
  let demo: Demo | null = null;
  const deps = {
    config,
    database,
    checkDatabase: check,
    databaseAddress: connectionString,
    locks,
    store,
    images: createImagePresets(store, join(config.dataDir, 'cache', 'images')),
    renderers,
    answers: createAnswerCache({ changes }),
    changes,
    jobs,
    mail,
    passwords: createPasswords(),
    ...push,
    listen: listenTo,
    demoUrl: () => demo?.url ?? null,
  };
  const { createApp, createHealthApp, startWorker, keepIndexed, TASKS } = modules;
  const isWorkerOnly = config.worker === 'only';
  const serve = async () => {
    const app = await (isWorkerOnly ? createHealthApp : createApp)(deps);
    report = (level, message) => app.log[level](message);
    await listen(app, config);
    const options = { database, retry, listen: listenTo, tasks: TASKS, deps, report };
    const isWorking = config.worker !== 'off';
    return { app, works: isWorking ? [startWorker(options), keepIndexed(options)] : [] };
  };
  await own(serve, async ({ app, works }) => {
    await Promise.all([closeApp(app), ...works.map((work) => work.stop())]); // each may take seconds
  });
  endStart();
  if (isWorkerOnly) {
    process.stdout.write(`A worker of ${config.productName} is running.\n`);
    return;
  }
  demo = await own(
    () => startDemo(config),
    ({ close }) => close(),
  );
  await loadSamples(
    { database, store },
    {
      onStart: () => process.stdout.write('The database is empty: loading the sample shows.\n'),
      importAll: () => importSamplesApart(own),
    },
  );
  const setupUrl = await makeSetupLink(deps);
  await printAddresses(deps, { demo, setupUrl });
}

/** Another process imports them, and gives its memory back. */
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

async function closeApp(app: FastifyInstance): Promise<void> {
  setTimeout(() => app.server.closeAllConnections(), STREAMS_END_WITHIN_MS).unref();
  await app.close();
}

interface Demo {
  url: string;
  close(): Promise<void>;
}

interface DemoModule {
  startDemo(options: Record<string, string | number>): Promise<Demo>;
}

/** Pages of another site: the same machine, but another origin. */
async function startDemo(config: Config): Promise<Demo> {
  const address = new URL('./demo.js', import.meta.url).href;
  const { startDemo: start } = (await import(address)) as DemoModule;
  const port = config.port === 0 ? 0 : config.port + 1;
  const { widgetUrl, siteUrl, apiUrl, productName } = config;
  const options = { host: '127.0.0.1', widgetUrl, siteUrl, apiUrl, productName };
  return start({ ...options, port }).catch(() => start({ ...options, port: 0 }));
}

async function printAddresses(
  { config, database }: { config: Config; database: Database },
  { demo, setupUrl }: { demo: Demo; setupUrl: string | null },
): Promise<void> {
  const { items: [show] = [] } = await listShows({ database, config }, { limit: 1 });
  const [episode] = await listLatest({ database, config }, 1);
  const lines = [
    `${config.productName} is running.`,
    `  site    ${config.siteUrl}/`,
    show && `  show    ${show.site_url}`,
    episode &&
      `  player  ${config.widgetUrl}${WIDGET_ROUTES.player}?episode_id=${episode.episode_id}`,
    `  demo    ${demo.url}`,
    // Not in the log, because it is a secret.
    setupUrl && `  setup   ${setupUrl} creates the administrator of this host`,
    '  Ctrl+C stops it.',
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}

function stopOnSignal(stop: () => void): void {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // The terminal was closed. Under nohup the output is no terminal, and the server must go on.
  if (process.stdout.isTTY) process.on('SIGHUP', stop);
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
start(lifetime).catch(async (error) => {
  // The next start finishes the samples if a signal cut them short.
  if (isStopping) return;
  isStopping = true;
  await lifetime.stop().catch(() => {});
  fail(error);
});
