import { startControlHost } from './pages/control-host.ts';
import { test as base, expect } from './product.ts';

/** A page of another site, whose body and script a test chooses. */
export const test = base.extend<{ openHost: (html: string, script?: string) => Promise<void> }>({
  openHost: async ({ page }, use) => {
    const host = await startControlHost();
    await use(async (html, script = '') => {
      host.script = script;
      // Scripts start playback in these tests. Browsers allow it on a page that the visitor has reached by a click on the same
      // site. control-gesture.spec.ts tests playback without one.
      host.html = '<a href="/">Enter</a>';
      await page.goto(host.origin);
      host.html = html;
      const loaded = page.waitForEvent('load');
      await page.getByRole('link', { name: 'Enter' }).click();
      await loaded;
    });
    await host.close();
  },
});

export { expect };
