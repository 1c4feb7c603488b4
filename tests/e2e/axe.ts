import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Of the page and its frames, once it has come to rest. */
export async function expectNoViolation(page: Page, exceptRules: string[] = []): Promise<void> {
  // What rises is see-through for a moment, and would be judged so.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
  const { violations } = await new AxeBuilder({ page: page as never })
    .disableRules(exceptRules)
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
