import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Checks the page and its frames with axe-core, after all animations. */
export async function expectNoViolation(page: Page, exceptRules: string[] = []): Promise<void> {
  // Elements that fade in would fail the contrast check. A turning ring never ends, and one that is hidden stands still.
  const countRunning = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const willEnd = effect?.getComputedTiming().endTime !== Infinity;
      return willEnd && playState === 'running' && target?.checkVisibility();
    }).length;
  await expect.poll(() => page.evaluate(countRunning)).toBe(0);
  const { violations } = await new AxeBuilder({ page: page as never })
    .disableRules(exceptRules)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
  ).toEqual([]);
}
