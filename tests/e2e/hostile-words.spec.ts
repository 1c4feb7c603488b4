import type { Page } from '@playwright/test';
import { endAccount, signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expect, test } from './product.ts';

/** Runs as a script, if a page takes it for markup. */
const EVIL = `"><img src=x onerror=window.hit=1><script>window.hit=1</script>'\${alert(1)}`;

async function expectUnharmed(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await expect(page.locator('img[onerror], img[src="x"]')).toHaveCount(0);
}

test('hostile words of members stay words on pages that scripts draw', async ({
  page,
  product,
}) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A page opened a dialog: ${dialog.message()}`);
  });
  const account = await signUp(page, product, EVIL.slice(0, 60));
  const { token } = account;
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', {
    title: EVIL,
    description: `<p>${EVIL}</p><a href="javascript:window.hit=1">x</a>`,
    subtitle: EVIL,
    author: EVIL,
  });
  const media_id = await addAudio(page.request, product, token);
  const { show_id } = show;
  const { episode } = await author.post('/episode', {
    show_id,
    title: EVIL,
    media_id,
    description: `<p onclick="window.hit=1">${EVIL}</p><svg onload=window.hit=1>`,
    tags: ['harbour'],
  });
  const { episode_id } = episode;
  await author.put(`/episode/${episode_id}/publish`, {});
  await author.put(`/episode/${episode_id}/chapters`, {
    chapters: [{ starts_at: 0, title: EVIL }],
  });
  await page.request.put(`${product.site}/api/episode/${episode_id}/transcript`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/vtt' },
    data: `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v ${EVIL.replaceAll('>', '')}>${EVIL}\n`,
  });
  await author.post(`/v2/episodes/${episode_id}/messages`, { text: EVIL });
  const { site_url } = (await author.get(`/v2/episodes/${episode_id}`)).episode;
  // Scripts draw a part of these pages. The server draws the others as well, and its tests read them.
  const paths = [
    new URL(site_url).pathname,
    `/dashboard/episodes/${episode_id}`,
    `/dashboard/episodes/${episode_id}/chapters`,
    `/dashboard/episodes/${episode_id}/transcript`,
    `/dashboard/episodes/${episode_id}/messages`,
    `/player?episode_id=${episode_id}`,
    `/player?show_id=${show_id}`,
  ];
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(product.site + path);
      await expectUnharmed(page);
    });
  }
  await endAccount(page, product, account);
});
