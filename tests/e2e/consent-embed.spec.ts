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

test('a snippet with `data-consent="true"` plays ads, one without it asks for none', async ({
  page,
  ads,
  visit,
}) => {
  const asked = recordRequests(page, ads);
  const without = await visit(snippet());
  await without.play().click();
  await heard(page);
  expect(asked).toEqual([]);

  const given = await visit(snippet('data-consent="true"'));
  expect(asked).toEqual([]);
  await given.play().click();
  await expect(commercialIn(page)).toBeVisible();
  await heard(page);
  await expect.poll(() => ads.toldOf('pre')).toContain('complete');
});

test('a page gives consent to its player, and takes it back while an ad plays', async ({
  page,
  ads,
  visit,
}) => {
  ads.answer(listing(ads.ad('pre', 20))); // long enough to be cut short
  const asked = recordRequests(page, ads);
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
  expect(ads.toldOf('pre')).not.toContain('complete');
  const frame = page.frames().find((one) => one.url().includes('/player?'));
  expect(await frame?.evaluate(() => localStorage.getItem('earshot-ads-client'))).toBe('');
});

test('a client of Player.js gives consent by a message', async ({ page, product, ads, visit }) => {
  const asked = recordRequests(page, ads);
  const player = await visit(
    `<iframe src="${product.site}/player?episode_id=1" width="600" height="200" allow="autoplay"></iframe>`,
  );
  await expect(player.play()).toBeVisible();
  await page.evaluate((site) => {
    const fields = { context: 'player.js', version: '0.0.11', method: 'setConsent', value: true };
    document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(fields), site);
  }, product.site);
  expect(asked).toEqual([]);
  await player.play().click();
  await expect(commercialIn(page)).toBeVisible();
  await expect.poll(() => ads.toldOf('pre')).toContain('complete');
});
