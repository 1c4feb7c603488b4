import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { APART_FROM_SAMPLES, expect, test } from './product.ts';

test.use(APART_FROM_SAMPLES);

/** The middle of the next month: every day around it belongs to the same month. */
function plannedTime(): Date {
  const date = new Date();
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 15, 12));
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a scheduled episode is moved in the calendar by keyboard', async ({ page, product }) => {
      const { token } = await signUp(page, product);
      const author = authorOf(page.request, product, token);
      const { show } = await author.post('/show', { title: 'Tidewater' });
      const media_id = await addAudio(page.request, product, token);
      const { episode } = await author.post('/episode', {
        show_id: show.show_id,
        title: 'Low tide',
        media_id,
      });
      const time = plannedTime();
      const { episode_id } = episode;
      await author.put(`/episode/${episode_id}/publish`, { published_at: time.toISOString() });
      const month = time.toISOString().slice(0, 7);
      await page.goto(`${product.site}/dashboard/calendar?month=${month}`);
      const cell = page
        .getByRole('cell')
        .filter({ has: page.getByRole('link', { name: 'Low tide' }) });
      await expect(cell).toContainText('15');
      // The day says the date.
      await expect(cell.getByRole('time')).toHaveText(/^\d{1,2}:\d{2}(\s?[AP]M)?$/);
      await page.getByText('Move', { exact: true }).focus();
      await page.keyboard.press('Enter');
      const later = page.getByRole('button', { name: '1 day later' });
      await expect(later).toBeVisible();
      if (javaScriptEnabled) await expectNoViolation(page);
      await later.focus();
      await page.keyboard.press('Enter');
      await expect(cell).toContainText('16');
      const moved = await author.get(`/episode/${episode_id}`);
      expect(moved.episode.published_at).toBe(new Date(time.getTime() + 86_400_000).toISOString());
      expect(moved.episode.state).toBe('scheduled');
    });
  });
}
