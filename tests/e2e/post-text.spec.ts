import type { Page } from '@playwright/test';
import { adminToken } from './admin.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { startControlHost } from './pages/control-host.ts';
import { test as base, expect, type Product } from './product.ts';

const WORDS = Array.from({ length: 20 }, (_, n) => n * 2).map((start) => {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  return `${clock(start)} --> ${clock(start + 2)}\n<v Ada>Sentence at ${start}.\n`;
});

/** A blog with a post, on another site than the product. */
const test = base.extend<{ post: (code: string) => Promise<void> }>({
  post: async ({ page }, use) => {
    const host = await startControlHost();
    await use(async (code) => {
      host.html = `<main><h1>A post</h1>${code}</main>`;
      await page.goto(`${host.origin}/`);
    });
    await host.close();
  },
});

/** The code that the dialog of the episode's page writes. */
async function copyCode(page: Page, product: Product, isLate = false): Promise<string> {
  const { site } = product;
  const headers = {
    Authorization: `Bearer ${await adminToken(product)}`,
    'Content-Type': 'text/vtt',
  };
  const data = `WEBVTT\n\n${WORDS.join('\n')}`;
  await page.request.put(`${site}/api/episode/1/transcript`, { headers, data });
  const answer = await page.request.get(`${site}/api/v2/episodes/1`);
  await page.goto((await answer.json()).response.episode.site_url);
  const opener = page.getByRole('button', { name: 'Share / Embed' }).first();
  await expectAlive(opener);
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Player' }).click();
  await dialog.getByRole('radio', { name: 'With text' }).check();
  if (isLate) await dialog.getByRole('checkbox', { name: /^Load on click/ }).check();
  const code = dialog.getByRole('textbox', { name: 'Code to paste' });
  await expect(code).toHaveValue(/earshot-text.*Sentence at 38\./s);
  return code.inputValue();
}

test('the words of a post light up, and play from a press', { tag: '@smoke' }, async ({
  page,
  product,
  post,
  watch,
}) => {
  await post(await copyCode(page, product));
  const lit = page.locator('p [aria-current="true"]');
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Play/ })).toBeVisible();
  // The place waits for its code, which the frame brings along.
  await expect(page.getByText('Sentence at 10.')).toHaveCSS('cursor', 'pointer');
  await page.getByText('Sentence at 10.').click();
  await expect(lit).toHaveText(/^Sentence at 1[0-8]\.$/);
  await expect(page.locator('li [aria-current="true"]')).toHaveText('The note in the bathroom');
  await page.getByRole('link', { name: '0:00' }).last().press('Enter');
  await expect(lit).toHaveText(/^Sentence at [0-8]\.$/);
  await page.evaluate(() => {
    document.documentElement.lang = 'en'; // the page itself is not ours
  });
  await expectNoViolation(page);
  expect(watch.complaints).toEqual([]);
});

test('a post with a facade requests nothing more until a word is pressed', async ({
  page,
  product,
  post,
}) => {
  const code = await copyCode(page, product, true);
  const asked: string[] = [];
  page.on('request', (request) => {
    // The page of the code may still load a part of its player.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.length = 0;
    asked.push(new URL(request.url()).pathname);
  });
  await post(code);
  await expect(page.locator('[data-earshot-facade]')).toBeVisible();
  expect(
    asked.filter((path) => !/^\/(widgets|assets\/on-demand-facade|media\/images)/.test(path)),
  ).toEqual(['/']);
  await page.getByText('Sentence at 20.').click();
  await expect(page.locator('p [aria-current="true"]')).toHaveText(/^Sentence at 2\d\.$/);
});
