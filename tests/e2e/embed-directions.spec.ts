import type { Locator, Page } from '@playwright/test';
import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expect, type Product, test } from './product.ts';

// Its episodes would take the places of the sample ones among the latest, so these tests have a server of their own.
test.use({ serverEnv: { SIGNUP: 'open' } });

const LONG = {
  arabic:
    'أصوات المدينة بعد منتصف الليل رحلة طويلة في الأسواق القديمة والأزقة الضيقة وحكايات الناس',
  hebrew: 'קולות העיר אחרי חצות הלילה מסע ארוך בשווקים הישנים ובסמטאות הצרות וסיפורי האנשים',
  english:
    'Sounds of the city after midnight, a long walk through the old markets and their stories',
};

/** A show with an episode for each script. Every episode has two chapters. */
async function publish(page: Page, product: Product): Promise<number> {
  const { token } = await signUp(page, product);
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

/** Whether the first word of a text is drawn within the box that cuts the text. */
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

for (const culture of ['en', 'ar'] as const) {
  test(`a cut title keeps its beginning in every script, on a page in ${culture}`, async ({
    page,
    product,
  }) => {
    const show_id = await publish(page, product);
    await page.setViewportSize({ width: 320, height: 400 });
    await page.goto(`${product.site}/player?show_id=${show_id}&playlist=show&culture=${culture}`);
    const isRightToLeft = culture === 'ar';

    const chapter = page.locator('.es-chapter');
    await expect(chapter).toHaveText(LONG.arabic);
    expect(await showsBeginning(chapter)).toBe(true);

    const rows = page.getByRole('list').getByRole('listitem');
    for (const text of Object.values(LONG)) {
      const row = rows.filter({ hasText: text });
      await row.scrollIntoViewIfNeeded();
      expect(await showsBeginning(row.getByText(text))).toBe(true);
      // Date and length stay on the side on which the list begins.
      const facts = await row.getByText(/·/).boundingBox();
      const { x = 0, width = 0 } = (await row.boundingBox()) ?? {};
      const middle = (facts?.x ?? 0) + (facts?.width ?? 0) / 2;
      expect(middle > x + width / 2).toBe(isRightToLeft);
    }
  });
}

test('the chapter under the pointer keeps its beginning', async ({ page, product }) => {
  const show_id = await publish(page, product);
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
});
