import { test as base, expect } from '@playwright/test';
import { EnginePage } from './engine-page.ts';
import { FaultServer } from './fault-server.ts';

/** Each worker has one `server`, which is reset after each test. `player` is a page of it. */
export const test = base.extend<
  { server: FaultServer; player: EnginePage },
  { shared: FaultServer }
>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const server = await FaultServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ shared }, use) => {
    await use(shared);
    shared.reset();
  },
  player: async ({ page, server }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => {
      // The driver of Firefox reports refused requests as errors.
      if (!message.startsWith('The Same Origin Policy')) complaints.push(message);
    });
    await use(await new EnginePage(page).open(server.origin));
    // The engine must never throw into the page.
    expect(complaints).toEqual([]);
  },
});

export { expect };
