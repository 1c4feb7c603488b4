// The built product with its sample shows, in a temporary data folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from '../../scripts/build.mjs';
import { makeTempFolder } from './bench-server.mjs';

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
const ASK_EVERY_MS = 5;
const SAMPLES = 5;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isThere = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Serves the pages that `answer(url)` returns, compressed, on a free port of `host`. */
export async function servePages(host, answer) {
  const server = createServer((request, response) => {
    const html = answer(new URL(request.url, 'http://localhost'));
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' };
    response.writeHead(html ? 200 : 404, headers).end(gzipSync(html ?? ''));
  });
  await new Promise((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function freePort() {
  const server = await servePages('localhost', () => '');
  server.close();
  return new URL(server.origin).port;
}

/** Address of the PostgreSQL that runs on the files of a product. */
async function databaseUrlOf(dataDir) {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const port = pidFile.split('\n')[3]; // PostgreSQL, src/include/utils/pidfile.h
  return `postgres://earshot:${password.trim()}@127.0.0.1:${port}/postgres`;
}

/** Starts the product with the samples and these settings. `restart()` resolves with the milliseconds until the first answer. */
export async function startProduct(settings = {}) {
  await buildIfNeeded();
  const { folder, remove } = await makeTempFolder();
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let child;
  // A bench that fails must leave no process behind.
  process.once('exit', () => child?.kill('SIGTERM'));

  async function start() {
    const startedAt = performance.now();
    child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    while (!(await isThere(`${site}/readyz`))) {
      if (child.exitCode !== null)
        throw new Error('The product did not start. The reason is above.');
      await wait(ASK_EVERY_MS);
    }
    return performance.now() - startedAt;
  }

  async function end() {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  await start(); // the first start creates the database and loads the samples
  while (!(await isThere(`${site}/api/v2/episodes/${SAMPLES}`))) await wait(ASK_EVERY_MS);
  const { episode } = (await (await fetch(`${site}/api/v2/episodes/1`)).json()).response;
  return {
    site,
    episode,
    databaseUrl: env.DATABASE_URL || (await databaseUrlOf(env.DATA_DIR)),
    get pid() {
      return child.pid;
    },
    async restart() {
      await end();
      return start();
    },
    async stop() {
      await end();
      await remove();
    },
  };
}
