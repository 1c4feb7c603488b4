import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expectAlive, expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expectFocus, tabTo } from './pages/keyboard.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const SHOW = '/show/field-notes-on-sound';

/** Page object of the popup. */
const popupOf = (page: Page) => {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    opener: page.getByRole('button', { name: 'Share / Embed' }),
    tab: (name: string) => dialog.getByRole('tab', { name }),
    code: dialog.getByRole('textbox', { name: 'Code to paste' }),
    height: dialog.getByRole('textbox', { name: 'Height' }),
    choose: (group: string, name: string) =>
      dialog.getByRole('group', { name: group }).getByRole('radio', { name }).check(),
    preview: dialog.locator('iframe'),
  };
};

test.describe('the embed / share popup', () => {
  test('opens from a row by keyboard and on the event embed.open, fits the page, and closes in three ways', async ({
    page,
    product,
  }) => {
    await page.goto(product.site + SHOW);
    const { dialog, opener, tab } = popupOf(page);
    await expectAlive(opener);
    await expectStarted(page);
    const row = page.getByRole('button', { name: 'More options for Why rooms sing' });
    await expectAlive(row);
    await row.press('Enter');
    const share = page.getByRole('menuitem', { name: 'Share' });
    await expect(share).toBeVisible();
    await page.keyboard.press('End');
    while (!(await share.evaluate((item) => item === document.activeElement)))
      await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(tab('Share')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectFocus(row);

    const send = (more: object) =>
      page.evaluate((fields) => {
        const good = {
          ...{ resource: 'episode', show_id: 1, episode_id: 1, title: 'From elsewhere' },
          ...{ url: location.href, cover_image_url: null, original_image_url: null },
          ...{ author_id: 1, share_enabled: false },
        };
        const detail = { ...good, ...fields };
        document.dispatchEvent(new CustomEvent('embed.open', { detail }));
      }, more);
    await send({ url: 'not an address' });
    await expect(dialog).toBeHidden();
    await send({});
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('tab')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => page.getByRole('button', { name: 'Close' }).click(),
    ];
    for (const close of ways) {
      await opener.click();
      await expect(dialog).toBeVisible();
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }

    await opener.click();
    const width = () => dialog.evaluate((box: HTMLElement) => box.offsetWidth);
    expect(await width()).toBe(680);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await width()).toBe(320);
  });

  test('works with the keyboard only, and keeps the focus', {
    tag: ['@smoke', '@firefox'],
  }, async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    const { dialog, opener, tab, code, height } = popupOf(page);
    await expectAlive(opener);
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expectFocus(tab('Share'));
    await page.keyboard.press('ArrowRight');
    await expectFocus(tab('Player'));

    const checked = (group: string) =>
      dialog.getByRole('group', { name: group }).getByRole('radio', { checked: true });
    await tabTo(page, checked('Theme'));
    await page.keyboard.press('ArrowRight');
    await expectFocus(checked('Theme'));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, checked('Cover'));
    await page.keyboard.press('ArrowRight');
    await expect(code).toHaveValue(/data-theme="dark" data-playlist="false"/);
    await tabTo(page, height);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('120');
    await expect(code).toHaveValue(/data-height="120px"/);
    const stop = dialog.getByRole('textbox', { name: 'Stop at' });
    await tabTo(page, stop);
    await page.keyboard.type('0');
    await expect(dialog.getByText('This is not after the start.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1m40s');
    await expect(code).toHaveValue(/data-t-end="100"/);
    await tabTo(page, dialog.getByRole('checkbox', { name: /^Load on click/ }));
    await page.keyboard.press('Space');
    await expect(code).toHaveValue(/data-load="click"/);
    await tabTo(page, checked('Kind of code'));
    await page.keyboard.press('ArrowRight');
    await expect(code).toHaveValue(/^\[earshot type=player .*height="120px".*\]$/);
    const copy = dialog.getByRole('button', { name: 'Copy', exact: true });
    await tabTo(page, copy);
    await page.keyboard.press('Enter');
    await expectFocus(dialog.getByRole('button', { name: 'Copied' }));
    await page.keyboard.press('Escape');
    await expectFocus(opener);

    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && !activeElement?.closest('dialog');
      });
      expect(isBehind).toBe(false);
    }
  });

  test('previews the player of the code without history entries, and passes axe-core', async ({
    page,
    product,
    watch,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(product.site + EPISODE);
    const { opener, tab, height, choose, preview } = popupOf(page);
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    await opener.click();
    await expect(tab('Share')).toBeVisible();
    const expectNoViolations = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoViolation(page);
      }
    };
    await expectNoViolations();
    await tab('Player').click();
    const cover = preview.contentFrame().locator('.es-embed-cover');
    const isPainted = () => cover.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    await expect.poll(isPainted).toBe(true);
    await expectNoViolations();
    await choose('Theme', 'Dark');
    await expect(preview.contentFrame().locator('[data-theme="dark"]')).toBeVisible();
    await choose('Playlist', 'Enabled');
    await expect(preview.contentFrame().getByRole('listitem').first()).toBeVisible();
    await height.fill('');
    await height.pressSequentially('300');
    await expect(preview).toHaveAttribute('height', '300');
    expect(await steps()).toBe(before);
    expect(watch.complaints).toEqual([]);
  });

  test('asks for the instance of Mastodon, remembers it, and shows a QR code', async ({
    page,
    product,
  }) => {
    await page.goto(product.site + EPISODE);
    const { dialog, opener } = popupOf(page);
    await opener.click();
    await dialog.getByRole('button', { name: 'QR code' }).click();
    const picture = dialog.getByRole('img', { name: 'QR code of the address of Why rooms sing' });
    const { width, height, data } = await readPixels(picture);
    expect(decodeQR({ width, height, data })).toBe(product.site + EPISODE);

    await dialog.getByRole('button', { name: 'Mastodon' }).click();
    const instance = dialog.getByRole('textbox', { name: 'Your Mastodon instance' });
    const share = dialog.getByRole('button', { name: 'Share', exact: true });
    await instance.fill('nonsense');
    await share.click();
    await expect(dialog.getByRole('alert')).toContainText('mastodon.social');
    await page.context().route('https://social.example/**', (route) => route.fulfill({ body: '' }));
    await instance.fill('@anna@social.example');
    const opened = page.context().waitForEvent('page');
    await share.click();
    const popup = await opened;
    await popup.waitForURL('https://social.example/**');
    const { searchParams } = new URL(popup.url());
    expect(searchParams.get('text')).toBe(`Why rooms sing\n${product.site}${EPISODE}`);
    await page.reload();
    await opener.click();
    await dialog.getByRole('button', { name: 'Mastodon' }).click();
    await expect(instance).toHaveValue('social.example');
  });
});

/** The lowest frame is in a sandbox that only allows scripts, so it has no access to the clipboard. */
const frameOf = (height: number, theme: string) =>
  `<iframe title="${height}" width="600" height="${height}" ${height === 80 ? 'sandbox="allow-scripts"' : ''}
    src="/player?episode_id=1&theme=${theme}&playlist=false"></iframe>`;

/** The landmark is named after the episode, and this page shows the same episode many times. */
const SAME_PLAYER_OFTEN = ['landmark-unique'];

test("the player's share panel fits into frames of every height, in both themes", async ({
  page,
  product,
}) => {
  const frames = [80, 139, 140, 400].map((height, n) => ({
    height,
    theme: n % 2 === 0 ? 'light' : 'dark',
  }));
  await page.goto(`${product.site}/healthz`);
  await page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${frames
      .map(({ height, theme }) => frameOf(height, theme))
      .join('')}</main>`,
  );
  for (const { height } of frames) {
    const frame = page.frameLocator(`[title="${height}"]`);
    await frame.getByRole('button', { name: 'Share' }).click();
    const dialog = frame.getByRole('dialog', { name: 'Share or embed Why rooms sing' });
    const copy = dialog.getByRole('button', { name: 'Copy' });
    const copied = dialog.getByRole('button', { name: 'Copied' });
    await copy.click();
    await expect(copied).toBeVisible();
    const overflows = await dialog
      .locator('.es-popup-body')
      .evaluate((body) => [
        body.scrollHeight > body.clientHeight,
        body.scrollWidth > body.clientWidth,
      ]);
    expect([height, ...overflows]).toEqual([height, false, false]);
    if (height !== 80 && height !== 400) continue; // axe-core sees both tabs in both themes
    await dialog.getByRole('tab', { name: 'Player' }).click();
    await copy.scrollIntoViewIfNeeded();
    await copy.click();
    await expect(copied).toBeVisible();
  }
  await expectNoViolation(page, SAME_PLAYER_OFTEN);
  await page.keyboard.press('Escape');
  const last = page.frameLocator('[title="400"]');
  await expect(last.getByRole('button', { name: 'Share' })).toBeFocused();
});

/** The picture of an element, as RGBA. */
async function readPixels(element: Locator) {
  const { data, info } = await sharp(await element.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
