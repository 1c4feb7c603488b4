import type { Locator, Page } from '@playwright/test';

const patched = new WeakSet<object>();

/** Fields whose values are selected and not typed. */
const CHOSEN = /^(date|datetime-local|time|color|range)$/;

/**
 * Makes `fill` press keys in Firefox: there Playwright sets the value through the property with which React watches
 * the field, so React sees no change.
 */
export function fillByKeys(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const { fill } = prototype;
  prototype.fill = async function (this: Locator, text, options) {
    const type = await this.getAttribute('type', options);
    if (type && CHOSEN.test(type)) return fill.call(this, text, options);
    await this.click(options);
    await this.selectText(options);
    if (text === '') await this.press('Delete');
    else await this.pressSequentially(text);
  };
}
