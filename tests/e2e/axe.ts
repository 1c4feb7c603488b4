import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe, { type Result, type RuleObject } from 'axe-core';
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
  expect(
    (await findViolations(page, exceptRules)).map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    ),
  ).toEqual([]);
}

/**
 * The builder brings all that axe-core has seen out of the page and into another one, to join it with what the frames
 * have. Without frames, the page itself can say what is wrong, for a fifth of the time.
 */
async function findViolations(page: Page, exceptRules: string[]): Promise<Result[]> {
  if (page.frames().length > 1) {
    const builder = new AxeBuilder({ page: page as never }).disableRules(exceptRules);
    return (await builder.analyze()).violations;
  }
  await page.evaluate(axe.source);
  const rules: RuleObject = Object.fromEntries(
    exceptRules.map((rule) => [rule, { enabled: false }]),
  );
  return page.evaluate(
    async (options) => {
      const { axe: own } = window as unknown as { axe: typeof axe };
      return (await own.run(document, options)).violations;
    },
    { rules, resultTypes: ['violations' as const] },
  );
}
