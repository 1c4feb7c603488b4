import { iframeSnippet, scriptSnippet, shortcodeSnippet } from 'earshot/embed';
import sharp from 'sharp';
import { sourceOf } from './hosts.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect, type Product } from './product.ts';

// Firefox has a dark system by its preferences (playwright.config.ts).
const test = base.extend<{ host: Awaited<ReturnType<typeof startControlHost>> }>({
  colorScheme: ({ browserName }, use) => use(browserName === 'firefox' ? null : 'dark'),
  host: async ({ page: _ }, use) => {
    const host = await startControlHost();
    await use(host);
    await host.close();
  },
});

const GROUND = '#336699';
const DARK_SURFACE = '#1d1c1b';
const LIGHT_SURFACE = '#ffffff';
const THEMES = [undefined, 'light', 'dark'] as const;
const SURFACES = { undefined: DARK_SURFACE, light: LIGHT_SURFACE, dark: DARK_SURFACE } as const;

/** Every way to embed a player, each in the next theme. */
async function embeds(product: Product, first: number): Promise<string> {
  const themeOf = (n: number) => THEMES[(first + n) % THEMES.length];
  const sourceIn = (theme: (typeof THEMES)[number]) => ({
    ...sourceOf(product),
    options: { resource: 'episode_id=1', ...(theme ? { theme } : {}) },
  });
  const frameIn = (theme: (typeof THEMES)[number]) => iframeSnippet(sourceIn(theme));
  const player = `${product.site}/player?episode_id=1${themeOf(3) ? `&theme=${themeOf(3)}` : ''}`;
  const oembed = await fetch(`${product.site}/oembed?url=${encodeURIComponent(player)}`);
  const { html } = (await oembed.json()) as { html: string };
  const address = /src="([^"]+)"/.exec(frameIn(themeOf(4)))?.[1] ?? '';
  return [
    scriptSnippet(sourceIn(themeOf(0))),
    shortcodeSnippet(sourceIn(themeOf(1))),
    frameIn(themeOf(2)),
    html,
    `<iframe class="earshot-player" data-src="${address}"></iframe>`,
    `<iframe class="earshot-player" data-resource="episode_id=1" data-theme="${themeOf(5) ?? ''}"></iframe>`,
  ].join('<br>');
}

/** The colours of the page, as hexadecimal digits, at the frame's corner and inside it. */
async function colorsOf(shot: Buffer, box: { x: number; y: number; height: number }) {
  const { data, info } = await sharp(shot).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    return `#${data.subarray(start, start + 3).toString('hex')}`;
  };
  return { corner: at(box.x, box.y), inside: at(box.x + 4, box.y + box.height / 2) };
}

// On a dark system, `light dark` is used as `dark` is.
test('round corners show the page on a dark system, if the page is silent about it or dark', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, product, host }) => {
  await page.setViewportSize({ width: 800, height: 1500 });
  // Each way is seen in each theme once.
  for (const [first, scheme] of ['', 'dark', ''].entries()) {
    const meta = scheme && `<meta name="color-scheme" content="${scheme}">`;
    host.html = `<!doctype html>${meta}<body style="background:${GROUND}">${await embeds(product, first)}
      <script async src="${product.site}/widgets.js"></script>`;
    await page.goto(`${host.origin}/`);
    const frames = page.locator('iframe');
    await expect(frames).toHaveCount(6);
    for (const frame of await frames.all())
      await expect(new PlayerObject(frame.contentFrame()).play()).toBeVisible();
    const boxes = await Promise.all((await frames.all()).map((frame) => frame.boundingBox()));
    const look = async () => {
      const shot = await page.screenshot();
      return Promise.all(boxes.map((box) => box && colorsOf(shot, box)));
    };
    const expected = boxes.map((_, n) => ({
      corner: GROUND,
      inside: SURFACES[`${THEMES[(first + n) % THEMES.length]}`],
    }));
    await expect.poll(look).toEqual(expected);
  }
});

test('a frame that waits for its player has the ground of its card', { tag: '@firefox' }, async ({
  page,
  product,
  host,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/player?*', async (route) => {
    await held;
    await route.continue();
  });
  for (const theme of THEMES) {
    host.html = `<!doctype html><body style="background:${GROUND}">
      <a class="earshot-player" href="/x" data-resource="episode_id=1" data-theme="${theme ?? ''}">One</a>
      <script async src="${product.site}/widgets.js"></script>`;
    await page.goto(`${host.origin}/`, { waitUntil: 'commit' });
    await expect(page.locator('iframe')).toBeVisible();
    const box = await page.locator('iframe').boundingBox();
    const look = async () => box && colorsOf(await page.screenshot(), box);
    await expect.poll(look).toEqual({ corner: GROUND, inside: SURFACES[`${theme}`] });
  }
  release();
});
