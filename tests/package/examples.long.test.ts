import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
// @ts-expect-error: this script has no types
import { runNpm } from '../../scripts/run-npm.mjs';

/** Node 20 is too old for Astro, Nuxt and Angular. */
const NODE = ['exec', '--yes', '--prefer-offline', '--package=node@24', '--'];
const LINK = 'Listen to First light';
const SILENT = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', CI: '1' };

/**
 * Every run builds those that a server renders in the usual way. `EXAMPLES_EVERY=1` builds the others too, `EXAMPLES=off`
 * none.
 */
const EXAMPLES = [
  { name: 'next', isRendered: true, isOften: true },
  { name: 'astro', isRendered: true, isOften: true },
  { name: 'nuxt', isRendered: true },
  { name: 'vue' },
  { name: 'svelte' },
  { name: 'angular' },
].filter(({ isOften }) => isOften || process.env.EXAMPLES_EVERY === '1');

const isPossible =
  process.env.EXAMPLES !== 'off' &&
  (await runNpm(process.cwd(), 'view', 'astro', 'version').then(
    () => true,
    () => false,
  ));

describe.skipIf(!isPossible)('examples (skipped by EXAMPLES=off, or without a registry)', () => {
  let folder = '';
  let tarball = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-examples-'));
    const packed = await runNpm(folder, 'pack', process.cwd(), '--silent', '--ignore-scripts');
    tarball = join(folder, packed.trim());
    const { CHROMIUM_PATH } = process.env;
    browser = await chromium.launch({
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
      args: ['--no-sandbox'],
    });
    Object.assign(process.env, SILENT);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it.concurrent.each(EXAMPLES)(
    'examples/$name shows the player, and before it a link if a server renders it',
    async ({ name, isRendered }) => {
      const app = join(folder, name);
      await cp(join('examples', name), app, { recursive: true });
      await runNpm(app, ...NODE, 'npm', 'install', '--no-audit', '--prefer-offline', tarball);
      await runNpm(app, ...NODE, 'npm', 'run', 'build');
      const server = await serve(app);
      try {
        if (isRendered) await expectLink(browser, server.url);
        await expectPlayer(browser, server.url);
      } finally {
        await server.stop();
      }
    },
  );
});

async function expectLink(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  expect(await page.locator('earshot-player').getByRole('link', { name: LINK }).isVisible()).toBe(
    true,
  );
  await page.close();
}

async function expectPlayer(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.route('https://pod.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'The player' }),
  );
  await page.route('**/favicon.ico', (route) => route.fulfill({ body: '' }));
  await page.goto(url);
  const frame = page.locator('earshot-player iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('src')).toMatch(/^https:\/\/pod\.example\/player\?episode_id=1/);
  expect(await frame.getAttribute('title')).toBe(LINK);
  expect(complaints).toEqual([]);
  await page.close();
}

/** Starts the built page as its reader would. */
async function serve(app: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const args = [...NODE, 'npm', 'run', 'start', '--', '--port', String(port)];
  // npm starts the server as a process of its own, so the whole group is stopped.
  const server = spawn('npm', args, { cwd: app, detached: true, stdio: 'ignore' });
  const url = `http://localhost:${port}/`;
  const stop = () => stopGroup(server);
  try {
    await vi.waitFor(() => fetch(url), { timeout: 120_000, interval: 100 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function stopGroup(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  if (server.exitCode === null && server.pid) process.kill(-server.pid, 'SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
