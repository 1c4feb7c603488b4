import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './product.ts';

const ROWS = 730;
const ROUNDS = 10;
/**
 * The memory that the browser itself keeps after so much scrolling stays far below this. A row that leaked would add
 * 730 each round.
 */
const FLAT = 1.1;

/** The heap after a garbage collection, in bytes, and the nodes of the document. */
async function measure(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes') };
}

/** Scrolls through all rows, down and up, a screen at a time, each painted. */
const scrollThrough = (page: Page, rounds: number) =>
  page.locator('.es-panel-body').evaluate(async (body, times) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let round = 0; round < times; round++) {
      for (const way of [1, -1]) {
        const steps = Math.ceil(body.scrollHeight / 1500);
        for (let step = 0; step <= steps; step++) {
          body.scrollTop = way === 1 ? step * 1500 : (steps - step) * 1500;
          await painted();
        }
      }
    }
  }, rounds);

test('a list of 730 rows lays out those in sight, and its memory is flat while it is scrolled', async ({
  page,
  product,
}) => {
  const items = Array.from({ length: ROWS }, (_, n) => ({
    api_url: `${product.site}/api/v2/episodes/${n + 100}`,
    episode_id: n + 100,
    title: `Day ${n}`,
    duration: 60,
    published_at: '2026-01-01T00:00:00.000Z',
  }));
  await page.route('**/long-list?*', (route) =>
    route.fulfill({ json: { response: { playlist: { items, next_url: null } } } }),
  );
  await page.route('**/player?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"next_url":null',
      `"next_url":"${product.site}/api/long-list"`,
    );
    await route.fulfill({ response, body });
  });
  await page.setViewportSize({ width: 400, height: 600 });
  await page.goto(`${product.site}/player?show_id=1`);
  await page.getByRole('button', { name: /^Play / }).focus(); // a touch loads the controls
  await expect(page.locator('.es-row')).toHaveCount(ROWS + 3);
  const laidOut = await page
    .locator('.es-row')
    .evaluateAll(
      (rows) => rows.filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  expect(laidOut).toBeLessThan(100);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');

  await scrollThrough(page, 2);
  const before = await measure(session);
  await scrollThrough(page, ROUNDS);
  const after = await measure(session);
  const said = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
  expect(after.heap / before.heap, said).toBeLessThan(FLAT);
  expect(after.nodes / before.nodes, said).toBeLessThan(FLAT);
});
