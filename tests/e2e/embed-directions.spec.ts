import type { Locator, Page } from '@playwright/test';
import { type Account, endAccount, signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expect, type Product, test } from './product.ts';

const LONG = {
  arabic:
    'أصوات المدينة بعد منتصف الليل رحلة طويلة في الأسواق القديمة والأزقة الضيقة وحكايات الناس',
  hebrew: 'קולות העיר אחרי חצות הלילה מסע ארוך בשווקים הישנים ובסמטאות הצרות וסיפורי האנשים',
  english:
    'Sounds of the city after midnight, a long walk through the old markets and their stories',
};

/** A show with an episode for each script. Every episode has two chapters. */
async function publish(page: Page, product: Product, { token }: Account): Promise<number> {
  const author = authorOf(page.request, product, token);
  const media_id = await addAudio(page.request, product, token);
  const { show } = await author.post('/show', { title: LONG.hebrew });
  const { show_id } = show;
  for (const title of Object.values(LONG)) {
    const { episode } = await author.post('/episode', { show_id, title, media_id });
    const chapters = [
      { starts_at: 0, title: LONG.arabic },
      { starts_at: 3, title: LONG.english },
    ];
    await author.put(`/episode/${episode.episode_id}/chapters`, { chapters });
    await author.put(`/episode/${episode.episode_id}/publish`, {});
  }
  return show_id;
}

/** True if the first word of a text is drawn within the box that clips the text. */
const showsBeginning = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!node) return false;
    range.setStart(node, 0);
    range.setEnd(node, node.textContent?.indexOf(' ') ?? 0);
    const word = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return word.width > 0 && word.left >= box.left - 1 && word.right <= box.right + 1;
  });

/** Texts that begin far from the side on which their line begins: a long way from the cover, or from the button. */
const strayTexts = (page: Page) =>
  page.locator('[dir="auto"]:not(input, textarea)').evaluateAll((elements) => {
    const isRightToLeft = document.documentElement.dir === 'rtl';
    return elements.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const { display, textAlign, paddingLeft, paddingRight } = getComputedStyle(element);
      const isBlock = !display.startsWith('inline') && textAlign !== 'center';
      if (!isBlock || box.width < 2 || text.width === 0) return [];
      const gap = isRightToLeft
        ? box.right - text.right - Number.parseFloat(paddingRight)
        : text.left - box.left - Number.parseFloat(paddingLeft);
      return gap > 2
        ? [`${element.className} ${element.textContent?.slice(0, 20)}: ${gap} px`]
        : [];
    });
  });

test('a text in the other direction begins beside its cover', async ({ page, product }) => {
  const account = await signUp(page, product);
  const author = authorOf(page.request, product, account.token);
  const media_id = await addAudio(page.request, product, account.token);
  const titles = ['أصوات', 'Sounds', 'קולות'];
  const { show } = await author.post('/show', { title: titles[0], description: titles[0] });
  const addresses = [show.site_url, `/player?show_id=${show.show_id}&playlist=show`];
  for (const title of titles) {
    const body = { show_id: show.show_id, title, media_id, description: `${title}\n${title}` };
    const { episode } = await author.post('/episode', body);
    const chapters = [{ starts_at: 0, title }];
    await author.put(`/episode/${episode.episode_id}/chapters`, { chapters });
    await author.put(`/episode/${episode.episode_id}/publish`, {});
    addresses.push(episode.site_url, `/player?episode_id=${episode.episode_id}`);
  }
  await page.setViewportSize({ width: 1280, height: 500 });
  for (const language of ['en', 'ar']) {
    await page.goto(`${product.site}/lang/${language}`);
    for (const address of addresses) {
      const url = new URL(address, product.site);
      if (url.pathname === '/player') url.searchParams.set('culture', language);
      await page.goto(url.href);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await strayTexts(page), url.href).toEqual([]);
    }
  }
  await page.goto(`${product.site}/lang/en`);
  await endAccount(page, product, account);
  await page.context().clearCookies({ name: 'language' });
});

test('a cut title keeps its beginning in every script, on pages in both directions', async ({
  page,
  product,
}) => {
  const account = await signUp(page, product);
  const show_id = await publish(page, product, account);
  for (const culture of ['en', 'ar'] as const) {
    await page.setViewportSize({ width: 320, height: 400 });
    await page.goto(`${product.site}/player?show_id=${show_id}&playlist=show&culture=${culture}`);
    const isRightToLeft = culture === 'ar';

    const chapter = page.locator('.es-chapter');
    await expect(chapter).toHaveText(LONG.arabic);
    expect(await showsBeginning(chapter)).toBe(true);

    const rows = page.getByRole('list').getByRole('listitem');
    for (const text of Object.values(LONG)) {
      const row = rows.filter({ hasText: text });
      // The list may render again when the player arrives.
      await expect(() => row.scrollIntoViewIfNeeded()).toPass();
      expect(await showsBeginning(row.getByText(text))).toBe(true);
      // Date and length stay on the side on which the list begins.
      const facts = await row.getByText(/·/).boundingBox();
      const { x = 0, width = 0 } = (await row.boundingBox()) ?? {};
      const middle = (facts?.x ?? 0) + (facts?.width ?? 0) / 2;
      expect(middle > x + width / 2).toBe(isRightToLeft);
    }
  }

  await page.setViewportSize({ width: 640, height: 200 });
  await page.goto(`${product.site}/player?show_id=${show_id}&culture=en`);
  const rail = page.getByRole('slider', { name: 'Seek' });
  const pointed = page.locator('.es-pointed').getByText(LONG.arabic);
  // The first touch loads the controls, and a later one finds them.
  await expect(async () => {
    await rail.hover({ position: { x: 30, y: 4 } });
    await rail.hover({ position: { x: 40, y: 4 } });
    await expect(pointed).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await showsBeginning(pointed)).toBe(true);
  await endAccount(page, product, account);
});
