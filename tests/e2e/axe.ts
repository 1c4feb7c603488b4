import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Checks the page and its frames with axe-core, after all animations. */
export async function expectNoViolation(page: Page, exceptRules: string[] = []): Promise<void> {
  // Elements that fade in would fail the contrast check.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
  const { violations } = await new AxeBuilder({ page: page as never })
    .disableRules(exceptRules)
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
