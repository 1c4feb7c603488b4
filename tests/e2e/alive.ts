import type { Locator, Page } from '@playwright/test';
import { expect } from './product.ts';

/** Waits until React has brought an element to life: an earlier press would send its form instead of asking its script. */
export async function expectAlive(element: Locator): Promise<void> {
  await expect
    .poll(() =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);
}

/** Waits until the site's script has started: an earlier press on a link would load the whole page. */
export async function expectStarted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => 'releasePress' in window)).toBe(false);
}
