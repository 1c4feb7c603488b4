import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { listLatest } from './features/episodes/episodes.ts';
import { loadSamples } from './features/imports/samples.ts';
import { listShows } from './features/shows/shows.ts';
import { openDatabase } from './platform/database/database.ts';
import type { Report } from './platform/database/watch.ts';
import { createImagePresets } from './platform/images/image-presets.ts';
import { loadRenderers } from './platform/renderers.ts';
import { StartError } from './platform/start-error.ts';
import { createFolderStore } from './platform/storage/folder-store.ts';

const BUILD = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const STREAMS_END_WITHIN_MS = 4_000; // a listener who paused would hold theirs open for hours
const STOP_WITHIN_MS = 9_000; // the contract gives 10 s

async function start(): Promise<void> {
  const config = readConfig(process.env);
  let report: Report = (_level, message) => process.stderr.write(`${message}\n`);
  const { database, check, close } = await openDatabase({
    ...config,
    report: (level, message) => report(level, message),
    onGivenUp: fail,
  });
  const store = createFolderStore(join(config.dataDir, 'media'));
  const images = createImagePresets(store, join(config.dataDir, 'cache', 'images'));
  let isStopping = false;
  let demo: { url: string; close(): Promise<void> } | null = null;

  try {
    await store.sweep();
    const renderers = await loadRenderers(BUILD, config.widgetUrl);
    const app = await createApp({
      config,
      database,
      store,
      images,
      renderers,
      checkDatabase: check,
      demoUrl: () => demo?.url ?? null,
    });
    report = (level, message) => app.log[level](message);
    stopOnSignal(async () => {
      isStopping = true;
      setTimeout(() => app.server.closeAllConnections(), STREAMS_END_WITHIN_MS).unref();
      await app.close();
      await demo?.close();
      await close();
    });
    await app
      .listen({ port: config.port, host: config.host })
      .catch((error: NodeJS.ErrnoException) => {
        throw explainListen(error, config);
      });
    demo = await startDemo(config);
    await loadSamples(
      { database, store },
      {
        mark: join(config.dataDir, 'samples-loading'),
        onStart: () => process.stdout.write('The database is empty: loading the sample shows.\n'),
      },
    );
    await printAddresses();
  } catch (error) {
    // Samples that a signal cut short are finished by the next start.
    if (isStopping) return;
    await demo?.close();
    await close();
    throw error;
  }

  async function printAddresses(): Promise<void> {
    const [show] = (await listShows({ database, config }, { limit: 1 })).items;
    const [episode] = await listLatest({ database, config }, 1);
    const lines = [
      `${config.productName} is running.`,
      `  site    ${config.siteUrl}/`,
      show && `  show    ${show.site_url}`,
      episode && `  player  ${config.widgetUrl}/player?episode_id=${episode.episode_id}`,
      demo && `  demo    ${demo.url}`,
      '  Ctrl+C stops it.',
    ];
    process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
  }
}

interface DemoModule {
  startDemo(
    options: Record<string, string | number>,
  ): Promise<{ url: string; close(): Promise<void> }>;
}

/** Pages of "somebody else": the same machine, another origin. The product runs without them too. */
async function startDemo(config: Config) {
  const { startDemo: start } = (await import(
    new URL('./demo.js', import.meta.url).href
  )) as DemoModule;
  const port = config.port === 0 ? 0 : config.port + 1;
  const { widgetUrl, siteUrl, apiUrl, productName } = config;
  const options = { host: '127.0.0.1', widgetUrl, siteUrl, apiUrl, productName };
  return start({ ...options, port }).catch(() => start({ ...options, port: 0 }));
}

function explainListen(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use: stop what listens there, or set PORT to another.`,
    );
  }
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user.`);
  return new StartError(`Can't listen on ${host}:${port}: ${error.message}`, { cause: error });
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return `DATA_DIR has no room left: ${error.message}`;
  // The system's own refusals (EACCES, EROFS, ...) name the file; where in the program matters to nobody.
  const isPlain = error instanceof StartError || /^E[A-Z]+$/.test(code);
  return (isPlain ? error.message : error.stack) ?? error.message;
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

start().catch(fail);
