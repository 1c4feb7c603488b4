import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const code = (page: Page) => page.getByRole('textbox', { name: 'Code to paste' });
const status = (page: Page) => page.getByRole('status');
const log = (page: Page) => page.getByRole('region', { name: 'Log' }).getByRole('listitem');
const frame = (page: Page) => page.locator('.pg-box iframe');
const choose = (page: Page, kind: string) => page.getByRole('radio', { name: kind }).check();
const press = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Control' }).getByRole('button', { name, exact: true }).click();

test('the playground links to every page, and shows code and player for every option and kind', async ({
  page,
  product,
  watch,
}) => {
  await page.goto(`${product.site}/demo`);
  expect(page.url()).toContain(product.demo);
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href));
  for (const href of links.filter((address) => address.startsWith(product.demo))) {
    expect((await page.request.get(href)).status(), href).toBe(200);
  }
  await expect(status(page)).toHaveText('Ready: 23 methods, 14 events.');

  await page.getByLabel('theme').selectOption('dark');
  await page.getByLabel('hide-sharing').selectOption('true');
  await page.getByLabel('height').fill('320');
  await page.getByLabel('color').fill('reddish');
  await expect(page.getByText('Invalid: ignored')).toBeVisible();
  await page.getByLabel('resource').selectOption('episode_id=2');
  await expect(code(page)).toHaveValue(
    /^<div style="min-height:320px"><a class="earshot-player" .*data-resource="episode_id=2" data-theme="dark" .*data-height="320px" data-hide-sharing="true">.*widgets\.js/,
  );
  await expect(frame(page)).toHaveAttribute(
    'src',
    `${product.site}/player?episode_id=2&theme=dark&hide-sharing=true`,
  );
  expect((await frame(page).boundingBox())?.height).toBe(320);

  const kinds = [
    ['Shortcode', /^\[earshot type=player resource="episode_id=2" theme="dark" .*\]$/],
    ['iframe', /^<iframe src=".*\/player\?episode_id=2&amp;theme=dark&amp;hide-sharing=true"/],
    ['Element', /^<earshot-player widget-url=".*" resource="episode_id=2" theme="dark" /],
  ] as const;
  for (const [kind, expected] of kinds) {
    await choose(page, kind);
    await expect(code(page)).toHaveValue(expected);
    await expect(status(page)).toHaveText(/^Ready/);
  }

  // The address contains the selection, so that a developer can share it.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Element' })).toBeChecked();
  await expect(code(page)).toHaveValue(kinds[2][1]);
  await expect(frame(page)).toBeVisible();

  await choose(page, 'iframe');
  await page.getByRole('checkbox', { name: 'sandbox' }).check();
  await expect(frame(page)).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(status(page)).toHaveText(/^Ready/);

  await choose(page, 'Script');
  await page.getByRole('checkbox', { name: 'data-load=click' }).check();
  await expect(page.locator('.pg-box a.es-embed')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await page.locator('.pg-box a.es-embed').click();
  await expect(frame(page)).toBeVisible();
  await expect(status(page)).toHaveText(/^Ready/);
  expect(watch.complaints).toEqual([]);
});

test('buttons call every method, the log shows every answer and event, and axe-core finds no fault', async ({
  page,
  product,
  watch,
}) => {
  test.slow(); // a call of each of 21 methods
  await page.goto(product.demo);
  await expect(status(page)).toHaveText(/^Ready/);
  await press(page, 'play()');
  await new PlayerObject(page.frameLocator('.pg-box iframe')).expectPast(0.3);
  for (const line of [/^\d\d:\d\d:\d\d\.\d{3}play\(\)done$/, /timeupdate.*"seconds":/]) {
    await expect(log(page).filter({ hasText: line }).first()).toBeVisible();
  }

  const buttons = await page
    .getByRole('region', { name: 'Control' })
    .getByRole('button')
    .allTextContents();
  expect(buttons).toHaveLength(21);
  for (const name of buttons.filter((text) => !/^(play|destroy|load)/.test(text))) {
    await press(page, name);
    const called = log(page).filter({ hasText: name.replace(/\(.*/, '(') });
    await expect(called.first()).toBeVisible();
  }
  await page.getByLabel('Value for setVolume').fill('35');
  await page.getByLabel('Value for setVolume').press('Enter');
  await press(page, 'getVolume()');
  await expect(log(page).first()).toContainText('getVolume()35');
  await press(page, 'load');
  await expect(log(page).filter({ hasText: 'episodechange' }).first()).toContainText(
    '"episode_id":2',
  );
  await expect(page.locator('[data-kind="failure"]')).toHaveCount(0);
  await press(page, 'destroy()');
  await press(page, 'getVolume()');
  await expect(log(page).first()).toContainText('getVolume()destroyed');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(log(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByRole('button', { name: 'Share / Embed' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(watch.complaints).toEqual([]);

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectNoViolation(page);
  }
  await page.goto(`${product.demo}/design`); // the components, in both themes
  await expect(page.getByRole('button', { name: 'Save' }).first()).toBeVisible();
  await expectNoViolation(page);
});

test('every host has the playground at /embed/try, whose preview never covers the focus', async ({
  page,
  product,
}) => {
  for (const [width = 0, height = 0] of [
    [320, 568],
    [600, 700],
    [900, 500],
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.site}/embed/try?episode_id=2&theme=dark&kind=script`);
    await expect(status(page)).toHaveText(/^Ready/);
    await expect(code(page)).toHaveValue(/data-resource="episode_id=2" data-theme="dark"/);
    await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => page.evaluate(coveredByPreview), `${width} x ${height}`).toBeNull();
    }
  }
});

/** The focused control, if the preview covers it. Runs in the page. */
function coveredByPreview(): string | null {
  const focused = document.activeElement;
  const preview = document.querySelector('.pg-page');
  if (!focused || !preview || preview.contains(focused)) return null;
  const { top, bottom } = focused.getBoundingClientRect();
  const box = preview.getBoundingClientRect();
  return bottom <= box.bottom && top >= box.top - 1 ? focused.outerHTML : null;
}
