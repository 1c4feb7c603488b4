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
const successes = (page: Page) =>
  page.evaluate(() => window.metrics.filter(({ outcome }) => outcome === 'success').length);

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}

test('1,000 beacons survive a network failure and three crashed tabs', async ({
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
  await enqueue(first, 0, 1_000);
  expect(await stored(first)).toBe(1_000);
  expect(collector.received.size).toBe(0);
  await context.setOffline(false);
  await reached(100);
  await crash(first);

  const second = await openTab(context, collector, 100_000);
  await reached(300);
  await crash(second);

  const third = await openTab(context, collector, 200_000);
  await reached(500);
  await context.setOffline(true);
  await context.setOffline(false);
  await reached(600);
  await crash(third);

  const tabs = await Promise.all([
    openTab(context, collector, 300_000),
    openTab(context, collector, 300_000),
  ]);
  await reached(1_000);
  for (const tab of tabs) await tab.evaluate(() => window.queue.flush());
  // Beacons that were rejected in the last two tabs are due 30 s later.
  const last = await openTab(context, collector, 400_000);
  await last.evaluate(() => window.queue.flush());

  expect(await stored(last)).toBe(0);
  const times = [...collector.received.values()];
  expect(collector.received.size).toBe(1_000);
  expect(collector.most()).toBeLessThanOrEqual(8);
  // Only the hundred rejected beacons, and those in flight during a crash or network failure, may arrive twice.
  const twice = times.reduce((sum, time) => sum + time - 1, 0);
  expect(twice).toBeGreaterThanOrEqual(100);
  expect(twice).toBeLessThanOrEqual(100 + 4 * 4);
});

test('two tabs share a queue and deliver each beacon once', async ({ context, collector }) => {
  collector.answerWith(() => ({ delayMs: 10 }));
  const tabs = await Promise.all([openTab(context, collector), openTab(context, collector)]);
  const [one, other] = tabs as [Page, Page];
  await Promise.all([enqueue(one, 0, 200), enqueue(other, 200, 400)]);
  await expect.poll(() => stored(one), { timeout: 40_000 }).toBe(0);
  expect(collector.received.size).toBe(400);
  expect([...collector.received.values()].filter((times) => times > 1)).toEqual([]);
  const counts = await Promise.all([successes(one), successes(other)]);
  expect(counts[0] + counts[1]).toBe(400);
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

test('a collector without CORS receives only the very first beacon twice', async ({
  context,
  collector,
}) => {
  collector.answerWith(() => ({ hasCors: false }));
  const tab = await openTab(context, collector);
  await enqueue(tab, 0, 20);
  await enqueue(tab, 20, 40, 'POST');
  await expect.poll(() => stored(tab)).toBe(0);
  expect(collector.received.size).toBe(40);
  expect([...collector.received.values()].filter((times) => times > 1)).toEqual([2]);
  // The next page remembers that this collector has no CORS.
  const next = await openTab(context, collector);
  await enqueue(next, 40, 50);
  await expect.poll(() => stored(next)).toBe(0);
  expect(collector.received.size).toBe(50);
  expect([...collector.received.values()].filter((times) => times > 1)).toEqual([2]);
});

test('beacons are retried when the network is back', async ({ context, collector }) => {
  collector.answerWith((_, time) => (time <= 2 ? 'silence' : {}));
  const tab = await openTab(context, collector);
  await enqueue(tab, 0, 5);
  await expect.poll(() => [...collector.received.values()]).toEqual([2, 2, 2, 2, 2]);
  expect(await stored(tab)).toBe(5);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => stored(tab)).toBe(0);
});

test('an opaque origin without storage delivers beacons', async ({ page, collector }) => {
  await page.goto(`${collector.pageUrl}sandboxed`);
  const frame = page.frames()[1];
  if (!frame) throw new Error('no frame');
  await frame.locator('html[data-ready]').waitFor({ state: 'attached' });
  await frame.evaluate((url) => window.openQueue(url), collector.url);
  await enqueue(frame, 0, 100);
  await expect.poll(() => collector.received.size).toBe(100);
  expect([...collector.received.values()].filter((times) => times > 1)).toEqual([]);
});
