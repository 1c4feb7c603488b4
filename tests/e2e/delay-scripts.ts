import type { Page } from '@playwright/test';

/** The page's scripts arrive when the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('.js'),
    async (route) => {
      await arrived;
      await route.continue();
    },
  );
  return arrive;
}
