import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Frame, type Page } from '@playwright/test';
import type { BeaconQueue } from '../../src/beacons/beacon-queue.ts';
import type { Metric } from '../../src/contract/metrics.ts';
import { type Collector, startCollector } from './beacon-collector.ts';

declare global {
  interface Window {
    openQueue(apiUrl: string): void;
    queue: BeaconQueue;
    metrics: Metric[];
    countStored(): Promise<number>;
  }
}

const test = base.extend<{ collector: Collector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  collector: async ({}, use) => {
    const collector = await startCollector();
    await use(collector);
    await collector.stop();
  },
});

/** A page with an open queue. Its clock is `aheadMs` ahead. */
async function openTab(context: BrowserContext, collector: Collector, aheadMs = 0): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${collector.pageUrl}?ahead=${aheadMs}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.evaluate((url) => window.openQueue(url), collector.url);
  return page;
}

/** Queues GETs with paths `/{from}` to `/{to - 1}`; resolves when all are stored. */
const enqueue = (where: Page | Frame, from: number, to: number, method: 'GET' | 'POST' = 'GET') =>
  where.evaluate(
    ([from, to, method]) => {
      const numbers = Array.from({ length: to - from }, (_, index) => from + index);
      return Promise.all(
        numbers.map((n) =>
          window.queue.enqueue({
            method,
            url: `/${n}`,
            data: method === 'POST' ? { number: `${n}` } : null,
          }),
        ),
      ).then(() => {});
    },
    [from, to, method] as const,
  );

const stored = (page: Page) => page.evaluate(() => window.countStored());
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}

test('300 beacons survive a network failure, two crashed tabs, and two tabs at work', async ({
  context,
  collector,
}) => {
  collector.answerWith((path, time) => {
    // The collector rejects every tenth beacon once, as a busy one would.
    return { delayMs: 5, status: path.endsWith('7') && time === 1 ? 503 : 204 };
  });
  const reached = (count: number) =>
    expect.poll(() => collector.received.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);

  const first = await openTab(context, collector);
  await context.setOffline(true);
  await enqueue(first, 0, 300);
  expect(await stored(first)).toBe(300);
  expect(collector.received.size).toBe(0);
  await context.setOffline(false);
  await reached(50);
  await crash(first);

  const second = await openTab(context, collector, 100_000);
  await reached(100);
  await context.setOffline(true);
  await context.setOffline(false);
  await reached(150);
  await crash(second);

  const tabs = await Promise.all([
    openTab(context, collector, 200_000),
    openTab(context, collector, 200_000),
  ]);
  await reached(300);
  for (const tab of tabs) await tab.evaluate(() => window.queue.flush());
  // Beacons that were rejected in the last two tabs are due 30 s later.
  const last = await openTab(context, collector, 300_000);
  await last.evaluate(() => window.queue.flush());

  expect(await stored(last)).toBe(0);
  const times = [...collector.received.values()];
  expect(collector.received.size).toBe(300);
  expect(collector.most()).toBeLessThanOrEqual(8);
  // Only the thirty rejected beacons, and those in flight during a crash or network failure, may arrive twice.
  const twice = times.reduce((sum, time) => sum + time - 1, 0);
  expect(twice).toBeGreaterThanOrEqual(30);
  expect(twice).toBeLessThanOrEqual(30 + 3 * 4);
});

test('beacons survive a killed browser', async ({
  playwright,
  collector,
  browserName,
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-beacons-'));
  const start = () => playwright[browserName].launchPersistentContext(folder, launchOptions);
  collector.answerWith(() => ({ status: 503 }));
  const killed = await start();
  const page = await openTab(killed, collector);
  await enqueue(page, 0, 200);
  const gone = new Promise((resolve) => killed.once('close', resolve));
  const session = await killed.newCDPSession(page);
  void session.send('Browser.crash').catch(() => {});
  await gone;

  collector.answerWith(() => ({}));
  const context = await start();
  const next = await openTab(context, collector, 100_000);
  await expect.poll(() => stored(next)).toBe(0);
  expect(collector.received.size).toBe(200);
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

test('leaving the page sends undelivered beacons', async ({ page, context, collector }) => {
  collector.answerWith(() => ({ delayMs: 300 }));
  const tab = await openTab(context, collector);
  await tab.evaluate(() => {
    addEventListener('pagehide', () => {
      for (let n = 0; n < 10; n += 1)
        void window.queue.enqueue({ method: 'GET', url: `/late-${n}` });
    });
    for (let n = 0; n < 10; n += 1) {
      void window.queue.enqueue({ method: 'POST', url: `/${n}`, data: { number: `${n}` } });
    }
    location.href = 'about:blank';
  });
  await expect.poll(() => collector.received.size).toBe(20);
  expect(collector.bodies.get('/3')).toBe('number=3');
  await page.close();
});

test('an opaque origin without storage delivers beacons, also to a collector without CORS', {
  tag: '@smoke',
}, async ({ page, collector }) => {
  await page.goto(`${collector.pageUrl}sandboxed`);
  const frame = page.frames()[1];
  if (!frame) throw new Error('no frame');
  await frame.locator('html[data-ready]').waitFor({ state: 'attached' });
  await frame.evaluate((url) => window.openQueue(url), collector.url);
  await enqueue(frame, 0, 100);
  await expect.poll(() => collector.received.size).toBe(100);
  const twice = () => [...collector.received.values()].filter((times) => times > 1);
  expect(twice()).toEqual([]);

  // Only the first beacon is sent again, because its answer cannot be read.
  collector.answerWith(() => ({ hasCors: false }));
  await page.goto(`${collector.pageUrl}sandboxed`);
  const other = page.frames()[1];
  await other?.locator('html[data-ready]').waitFor({ state: 'attached' });
  await other?.evaluate((url) => window.openQueue(url), collector.url);
  if (other) await enqueue(other, 100, 120);
  if (other) await enqueue(other, 120, 140, 'POST');
  await expect.poll(() => collector.received.size).toBe(140);
  expect(twice()).toEqual([2]);
});
