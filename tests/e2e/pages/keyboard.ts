import { expect, type Locator, type Page } from '@playwright/test';

/** More than the number of controls between two that a test uses. */
const PRESSES_MAX = 150;

/** Presses Tab until a control has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, stop: Locator, key = 'Tab'): Promise<void> {
  await expect(stop).toBeVisible();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await stop.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(key);
  }
  await expectFocus(stop);
}

/** Expects the focus on a control, with a ring and not covered. */
export async function expectFocus(stop: Locator): Promise<void> {
  await expect(stop).toBeFocused();
  await expect.poll(() => stop.evaluate(howShown)).toEqual({ hasRing: true, isOnTop: true });
}

/** How the focus is drawn: on an element, or on its label or a neighbour. Runs in the page. */
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
