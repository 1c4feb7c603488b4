import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expectAlive, expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
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

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('the embed / share popup', () => {
  test('is 680 px wide, and 40 px narrower than a narrow page', { tag: '@chromium' }, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(product.site + EPISODE);
    const { dialog, opener } = popupOf(page);
    await opener.click();
    const width = () => dialog.evaluate((box: HTMLElement) => box.offsetWidth);
    expect(await width()).toBe(680);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await width()).toBe(320);
  });

  test('closes on Escape, on a click outside and on its close button', async ({
    page,
    product,
  }) => {
    await page.goto(product.site + SHOW);
    const { dialog, opener } = popupOf(page);
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
  });

  test('works with the keyboard only', async ({ page, product, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(product.site + EPISODE);
    const { dialog, opener, tab, code, height } = popupOf(page);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(tab('Share')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Player')).toBeFocused();

    const tabTo = async (stop: Locator) => {
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        if (await stop.evaluate((element) => element === document.activeElement)) return;
      }
      await expect(stop).toBeFocused();
    };
    const checked = (group: string) =>
      dialog.getByRole('group', { name: group }).getByRole('radio', { checked: true });
    await tabTo(checked('Theme'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tabTo(checked('Colour'));
    await page.keyboard.press('ArrowRight');
    await tabTo(checked('Cover'));
    await page.keyboard.press('ArrowRight');
    await expect(code).toHaveValue(/data-theme="dark" data-playlist="false".* data-color="0b6e5e"/);
    await tabTo(height);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('120');
    await expect(code).toHaveValue(/data-height="120px"/);
    await tabTo(dialog.getByRole('textbox', { name: 'Start at' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('90');
    await expect(code).toHaveValue(/data-t="90"/);
    const stop = dialog.getByRole('textbox', { name: 'Stop at' });
    await tabTo(stop);
    await page.keyboard.type('1:20');
    await expect(stop).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText('This is not after the start.')).toBeVisible();
    await expect(code).not.toHaveValue(/data-t-end/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1m40s');
    await expect(stop).toHaveAttribute('aria-invalid', 'false');
    await expect(code).toHaveValue(/data-t="90" data-t-end="100"/);
    await tabTo(dialog.getByRole('checkbox', { name: /^Load on click/ }));
    await page.keyboard.press('Space');
    await expect(code).toHaveValue(/data-load="click"/);
    await tabTo(checked('Kind of code'));
    await page.keyboard.press('ArrowRight');
    await expect(code).toHaveValue(/^\[earshot type=player .*height="120px".*\]$/);
    await page.keyboard.press('Tab'); // the code
    await page.keyboard.press('Tab'); // its button
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused();
    expect(await clipboard(page)).toBe(await code.inputValue());
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  test('keeps the focus inside', async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    const { dialog, opener } = popupOf(page);
    await opener.click();
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

  test('copies the code on a click on it', async ({ page, product, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(product.site + SHOW);
    const { dialog, opener, tab, code, choose } = popupOf(page);
    await opener.click();
    await tab('Player').click();
    await choose('Kind of code', 'iframe');
    await code.click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await clipboard(page)).toMatch(/^<iframe src=".*\/player\?show_id=1&amp;/);
  });

  test('previews the player of the code without adding history entries', async ({
    page,
    product,
    watch,
  }) => {
    await page.goto(product.site + EPISODE);
    const { opener, tab, height, choose, preview } = popupOf(page);
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    await opener.click();
    await tab('Player').click();
    const cover = preview.contentFrame().locator('.es-embed-cover');
    const isPainted = () => cover.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    await expect.poll(isPainted).toBe(true);
    await choose('Theme', 'Dark');
    await expect(preview.contentFrame().locator('[data-theme="dark"]')).toBeVisible();
    await choose('Cover', 'Disabled');
    await expect(height).toHaveValue('200');
    await choose('Playlist', 'Enabled');
    await expect(preview.contentFrame().getByRole('listitem').first()).toBeVisible();
    await height.fill('');
    await height.pressSequentially('300');
    await expect(preview).toHaveAttribute('height', '300');
    expect(await steps()).toBe(before);
    expect(watch.complaints).toEqual([]);
  });

  test('opens on the event embed.open', async ({ page, product }) => {
    await page.goto(product.site + SHOW);
    const { dialog, opener } = popupOf(page);
    await expectAlive(opener);
    await expectStarted(page);
    await page.evaluate(() => {
      const detail = {
        resource: 'episode',
        show_id: 1,
        episode_id: 1,
        title: 'From elsewhere',
        url: location.href,
        cover_image_url: null,
        original_image_url: null,
        author_id: 1,
        share_enabled: false,
      };
      document.dispatchEvent(new CustomEvent('embed.open', { detail }));
    });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('tab')).toHaveCount(0);
    const cover = dialog.getByRole('group', { name: 'Cover' });
    await expect(cover.getByRole('radio', { name: 'Disabled' })).toBeChecked();
    await expect(cover.getByRole('radio', { name: 'Enabled' })).toBeDisabled();
  });

  test('stays whole after events embed.open that make no sense', async ({ page, product }) => {
    await page.goto(product.site + SHOW);
    const { dialog, opener } = popupOf(page);
    await expectAlive(opener);
    await expectStarted(page);
    const warned: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warned.push(message.text());
    });
    const sent = await page.evaluate(() => {
      const good = { resource: 'show', show_id: 1, title: 'x', url: location.href };
      const details = [
        undefined,
        'show_id=1',
        { ...good, url: 'not an address' },
        { ...good, title: { type: 'b' } },
        { ...good, resource: 'episode', episode_id: '1' },
      ];
      for (const detail of details) {
        document.dispatchEvent(new CustomEvent('embed.open', { detail }));
      }
      document.dispatchEvent(new CustomEvent('embed.open'));
      return details.length + 1;
    });
    await expect.poll(() => warned.filter((text) => text.includes('embed.open')).length).toBe(sent);
    await expect(dialog).toBeHidden();
    await opener.click();
    await expect(dialog).toBeVisible();
  });

  test('shows the code if JavaScript is off', async ({ browser, product }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const [path, resource] of [
      [EPISODE, 'episode_id=1'],
      [SHOW, 'show_id=1'],
    ] as const) {
      await page.goto(product.site + path);
      await expect(page.getByRole('textbox')).toHaveValue(
        new RegExp(`data-resource="${resource}"`),
      );
      await expect(popupOf(page).opener).toBeHidden();
    }
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`passes axe-core in the colour scheme ${colorScheme}`, async ({ page, product }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(product.site + EPISODE);
      const { opener, tab, preview } = popupOf(page);
      await opener.click();
      await expect(tab('Share')).toBeVisible();
      await expectNoViolation(page);
      await tab('Player').click();
      await expect(preview.contentFrame().getByRole('button', { name: /^Play/ })).toBeVisible();
      await expectNoViolation(page);
    });
  }
});

/** The lowest frame is in a sandbox that only allows scripts, so it has no access to the clipboard. */
const frameOf = (height: number, theme: string) =>
  `<iframe title="${height}" width="600" height="${height}" ${height === 80 ? 'sandbox="allow-scripts"' : ''}
    src="/player?episode_id=1&theme=${theme}&playlist=false"></iframe>`;

/** The landmark is named after the episode, and this page shows the same episode many times. */
const SAME_PLAYER_OFTEN = ['landmark-unique'];

test.describe("the player's share panel", () => {
  test('fits into frames of every height, in both themes', async ({ page, product }) => {
    const frames = [80, 100, 139, 140, 200, 400].map((height, n) => ({
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

  test('starts with the code of this frame, and previews it', async ({ page, product }) => {
    await page.setViewportSize({ width: 600, height: 190 });
    await page.goto(`${product.site}/player?episode_id=1&theme=dark&playlist=false&color=cc3300`);
    await page.getByRole('button', { name: 'Share' }).click();
    const { code, tab, choose, preview } = popupOf(page);
    await tab('Player').click();
    await choose('Kind of code', 'iframe');
    const [, src = ''] = /src="([^"]*)"/.exec(await code.inputValue()) ?? [];
    const { searchParams } = new URL(src.replaceAll('&amp;', '&'));
    expect(Object.fromEntries(searchParams)).toEqual({
      episode_id: '1',
      theme: 'dark',
      playlist: 'false',
      color: 'cc3300',
    });
    expect(await code.inputValue()).toContain('height="190px"');
    await preview.scrollIntoViewIfNeeded();
    await expect(preview.contentFrame().getByRole('button', { name: /^Play/ })).toBeVisible();
  });
});

test.describe('the ways to share', () => {
  test('ask for the instance of Mastodon, and remember it', async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    const { dialog, opener } = popupOf(page);
    await opener.click();
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
    await popup.waitForURL('https://social.example/**'); // Firefox opens an empty window first
    const { searchParams } = new URL(popup.url());
    expect(searchParams.get('text')).toBe(`Why rooms sing\n${product.site}${EPISODE}`);
    await page.reload();
    await opener.click();
    await dialog.getByRole('button', { name: 'Mastodon' }).click();
    await expect(instance).toHaveValue('social.example');
  });

  test('show the address as a QR code', async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    const { dialog, opener } = popupOf(page);
    await opener.click();
    await dialog.getByRole('button', { name: 'QR code' }).click();
    const code = dialog.getByRole('img', { name: 'QR code of the address of Why rooms sing' });
    const { width, height, data } = await readPixels(code);
    expect(decodeQR({ width, height, data })).toBe(product.site + EPISODE);
  });
});

/** The picture of an element, as RGBA. */
async function readPixels(element: Locator) {
  const { data, info } = await sharp(await element.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
