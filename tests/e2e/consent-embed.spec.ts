import type { Page } from '@playwright/test';
import type { EmbedController } from 'earshot/embed';
import { listing } from './ads-host.ts';
import { test as base, recordRequests } from './consent-host.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { expect } from './product.ts';

/** A page of another site, with the loader at its end. */
const test = base.extend<{ visit: (body: string) => Promise<PlayerObject> }>({
  visit: async ({ page, product }, use) => {
    const host = await startControlHost();
    await use(async (body) => {
      host.html = `${body}<script async src="${product.site}/widgets.js"></script>`;
      await page.goto(`${host.origin}/`);
      return new PlayerObject(page.frameLocator('iframe'));
    });
    await host.close();
  },
});

const snippet = (data = '') =>
  `<a class="earshot-player" href="#there" data-resource="episode_id=1" ${data}>Listen</a>`;
const commercialIn = (page: Page) =>
  page
    .frameLocator('iframe')
    .getByText(/^Commercial \d/)
    .filter({ visible: true });
/** Resolves once that much of the episode was audible. */
const heard = (page: Page, seconds = 0.3) =>
  expect
    .poll(() => page.frameLocator('iframe').locator('.es-range').inputValue().then(Number), {
      timeout: 30_000,
    })
    .toBeGreaterThan(seconds);

test('a page gives consent to its player, and takes it back while an ad plays', async ({
  page,
  ads,
  visit,
}) => {
  const asked = recordRequests(page, ads);
  await test.step('the option of a snippet', async () => {
    const given = await visit(snippet('data-consent="true"'));
    expect(asked).toEqual([]);
    await given.play().click();
    await expect.poll(() => ads.toldOf('pre')).toContain('complete');
    await heard(page);
  });

  ads.answer(listing(ads.ad('long', 20))); // long enough to be interrupted
  asked.length = 0;
  ads.asked.length = 0;
  const player = await visit(snippet());
  const setConsent = (isGiven: boolean) =>
    page.evaluate(async (given) => {
      type Loaded = { Earshot: { player(element: Element | null): Promise<EmbedController> } };
      const { Earshot } = window as unknown as Loaded;
      const controller = await Earshot.player(document.querySelector('iframe'));
      await controller.setConsent(given);
    }, isGiven);
  await expect(player.play()).toBeVisible();
  expect(asked).toEqual([]);
  await setConsent(true);
  await player.play().click();
  await expect(commercialIn(page)).toBeVisible();
  expect(ads.asked).toHaveLength(1);
  await setConsent(false);
  await expect(commercialIn(page)).toBeHidden();
  await heard(page, 2);
  expect(ads.toldOf('long')).not.toContain('complete');
  const frame = page.frames().find((one) => one.url().includes('/player?'));
  expect(await frame?.evaluate(() => localStorage.getItem('earshot-ads-client'))).toBe('');
});
