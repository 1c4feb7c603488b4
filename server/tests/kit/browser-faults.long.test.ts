import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEmbed } from '../../../kit/browser/collect-embed.ts';
import { collectPlayerJs } from '../../../kit/browser/collect-playerjs.ts';
import { EMBED_CHECKS } from '../../../kit/browser/embed-checks.ts';
import { type OpenedBrowser, openBrowser } from '../../../kit/browser/open-browser.ts';
import { PLAYERJS_CHECKS } from '../../../kit/browser/playerjs-checks.ts';
import { type Check, type Result, runChecks } from '../../../kit/check.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../helpers/built-server.ts';
import { openServedSamples } from '../helpers/sample-database.ts';
import type { TestDatabase } from '../helpers/test-database.ts';
import { EMBED_FAULTS, FAULT_PARAMETER, PLAYERJS_FAULTS } from './browser-faults.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import type { Fault } from './http-faults.ts';

/** A player waits most of its time, so several are tried at once. */
const LANES = 4;
/** The name of the only fault to try, to find out why it is not found. */
const { FAULT } = process.env;
/** One of so many faults is tried; 1 tries all, in three minutes. */
const EVERY = Number(process.env.FAULTS_EVERY ?? 4);

let folder = '';
let test: TestDatabase;
let server: BuiltServer;
let proxy: FaultyProxy;
let opened: OpenedBrowser;

const { browser, missing } = await openBrowser();
await browser?.close();
const canRun = isBuilt && browser !== null;
if (!canRun) process.stderr.write(`skipped: ${missing || 'npm run build has not run'}\n`);

describe.skipIf(!canRun)('the player in a browser', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-kit-'));
    await chmod(folder, 0o755);
    test = await openServedSamples(folder);
    let port = 0;
    proxy = await startFaultyProxy(() => port);
    server = startBuiltServer({
      DATA_DIR: folder,
      DATABASE_URL: test.url,
      SITE_URL: proxy.origin,
      RATE_LIMITS: 'off',
    });
    port = Number(new URL(await server.ready).port);
    const faults = [...PLAYERJS_FAULTS, ...EMBED_FAULTS];
    proxy.setFault((answer, request) => {
      if (!request.url.startsWith('/player?')) return;
      const name = new URL(request.url, proxy.origin).searchParams.get(FAULT_PARAMETER);
      faults.find((fault) => fault.name === name)?.change(answer, request);
    });
    opened = await openBrowser();
  });
  afterAll(async () => {
    await opened?.browser?.close();
    await proxy?.close();
    server?.process.kill('SIGTERM');
    await server?.ended;
    await test?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  const playerOf = (fault: string) => ({
    url: `${proxy.origin}/player?${new URLSearchParams({ episode_id: '1', [FAULT_PARAMETER]: fault })}`,
    width: 600,
    height: 200,
  });
  const theBrowser = () => {
    if (!opened.browser) throw new Error(opened.missing);
    return opened.browser;
  };

  const AREAS: readonly [string, readonly Fault[], (fault: string) => Promise<Result[]>][] = [
    [
      'Player.js',
      PLAYERJS_FAULTS,
      async (fault) => look(PLAYERJS_CHECKS, await collectPlayerJs(theBrowser(), playerOf(fault))),
    ],
    [
      'the embed',
      EMBED_FAULTS,
      async (fault) => look(EMBED_CHECKS, await collectEmbed(theBrowser(), playerOf(fault))),
    ],
  ];

  it.each(AREAS)('has no faults without a fault: %s', async (_name, _faults, run) => {
    expect(failing(await run(''))).toEqual([]);
  });

  it.each(AREAS)('has each fault that is made: %s', async (_name, faults, run) => {
    const missed: string[] = [];
    const waiting = faults.filter(({ name }, at) => (FAULT ? name === FAULT : at % EVERY === 0));
    const total = waiting.length;
    const lane = async () => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const { name, breaks } = fault;
        const found = failing(await run(name));
        if (!found.some((one) => one.startsWith(`${breaks}:`)))
          missed.push(`${breaks}: ${name}; found ${found.join(' ')}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    process.stdout.write(`${total - missed.length} of ${total} faults found\n`);
    expect(missed).toEqual([]);
  });
});

const look = <Facts>(checks: readonly Check<Facts>[], facts: Facts) => runChecks(checks, facts);
const failing = (results: readonly Result[]) =>
  results.filter(({ status }) => status === 'failed').map(({ id, found }) => `${id}: ${found}`);
