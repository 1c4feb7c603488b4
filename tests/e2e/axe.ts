import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** In place of a count, if a frame went away or loads another page. The next look does not find it, or finds the new page. */
const GONE = -1;

/**
 * Checks the page and its frames with axe-core, after all animations. Wait for what a press opens before you call it: a dialog
 * that opens while axe-core looks at it is still transparent.
 */
export async function expectNoViolation(page: Page, exceptRules: string[] = []): Promise<void> {
  // Elements that fade in would fail the contrast check. A turning ring never ends, and a hidden one does not turn.
  const countRunning = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const willEnd = effect?.getComputedTiming().endTime !== Infinity;
      return willEnd && playState === 'running' && target?.checkVisibility();
    }).length;
  await expect
    .poll(async () => {
      // A lazy frame out of sight has no page yet, and would never answer.
      const loaded = page.frames().filter((frame) => frame.url() !== '');
      const counts = loaded.map((frame) => frame.evaluate(countRunning).catch(() => GONE));
      return (await Promise.all(counts)).every((count) => count === 0);
    })
    .toBe(true);
  const { violations } = await new AxeBuilder({ page: page as never })
    .disableRules(exceptRules)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
  ).toEqual([]);
}
