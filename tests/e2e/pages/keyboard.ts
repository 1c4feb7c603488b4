import { expect, type Locator, type Page } from '@playwright/test';

/** More controls than any page of the samples has between two that a test wants. */
const PRESSES_MAX = 150;

/** Presses Tab until a control has the focus, and expects it to be seen there. */
export async function tabTo(page: Page, stop: Locator, key = 'Tab'): Promise<void> {
  await expect(stop).toBeVisible();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await stop.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(key);
  }
  await expectFocus(stop);
}

/** Expects the focus on a control, with a ring, and nothing over it. */
export async function expectFocus(stop: Locator): Promise<void> {
  await expect(stop).toBeFocused();
  await expect.poll(() => stop.evaluate(howShown)).toEqual({ hasRing: true, isOnTop: true });
}

/** How the focus is drawn: on an element, or on its label or a neighbour that stands for it. In the page. */
function howShown(element: Element) {
  const around = element.parentElement;
  const drawn = [element, around, ...(around?.children ?? [])].some((part) => {
    if (!part) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return {
    hasRing: element.matches(':focus-visible') && drawn,
    isOnTop: hit !== null && (element.contains(hit) || hit === around || around?.contains(hit)),
  };
}
