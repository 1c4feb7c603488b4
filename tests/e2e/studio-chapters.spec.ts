import type { Page } from '@playwright/test';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const HOSTILE = '<img src=x onerror=alert(1)> "פרק"';

/** A draft with 100 s of audio. */
async function makeDraft(page: Page, product: Product) {
  const { token } = await signUp(page, product);
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (path: string, body: { data: object } | { multipart: object }) => {
    const answer = await page.request.post(`${product.site}/api${path}`, {
      headers,
      ...(body as { data: object }),
    });
    return (await answer.json()).response;
  };
  const read = async (path: string) =>
    (await (await page.request.get(`${product.site}/api${path}`, { headers })).json()).response;
  const buffer = makeMp3({ rate: 44_100, seconds: 100 });
  const file = { name: 'tower.mp3', mimeType: 'audio/mpeg', buffer };
  const { media } = await call('/media', { multipart: { file } });
  const { show } = await call('/show', { data: { title: 'Ringing rooms' } });
  const { episode } = await call('/episode', {
    data: { show_id: show.show_id, title: 'Up the tower', media_id: media.media_id },
  });
  await expect.poll(async () => (await read(`/media/${media.media_id}`)).media.state).toBe('ready');
  const { episode_id } = episode as { episode_id: number };
  return { episode_id, read, address: `${product.site}/dashboard/episodes/${episode_id}` };
}

const add = (page: Page, what: string) => page.getByRole('button', { name: `Add ${what}` });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function clickWave(page: Page, part: number) {
  const wave = page.locator('canvas');
  const { width = 0, height = 0 } = (await wave.boundingBox()) ?? {};
  await wave.click({ position: { x: width * part, y: height / 2 } });
}

test('an author makes chapters by mouse and by keyboard', { tag: '@firefox' }, async ({
  page,
  product,
  watch,
}) => {
  const { episode_id, read, address } = await makeDraft(page, product);
  await page.goto(address);
  await page.getByRole('link', { name: 'Chapters, soundbites and ads' }).click();
  await expectAlive(add(page, 'a chapter'));
  await clickWave(page, 0.003);
  await expect(page.getByLabel('Title of chapter 1')).toBeFocused();
  await page.keyboard.type('Stairs');
  const first = page.getByRole('slider', { name: 'Beginning of Stairs' });
  await expect(first).toHaveAttribute('aria-valuenow', '0');

  await clickWave(page, 0.5);
  await expect(page.getByLabel('Title of chapter 2')).toBeFocused();
  await page.keyboard.type(HOSTILE);
  const mark = page.getByRole('slider', { name: `Beginning of ${HOSTILE}` });
  await expect(mark).toHaveAttribute('aria-valuenow', /^(49|50|51)$/);
  await mark.press('Shift+ArrowRight');
  await expect(mark).toHaveAttribute('aria-valuenow', /^(59|60|61)$/);
  await page.getByLabel('Time of chapter 2').fill('1:10');
  await expectNoViolation(page);
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const { chapters } = await read(`/episode/${episode_id}/chapters`);
  expect(chapters).toMatchObject([
    { starts_at: 0, title: 'Stairs' },
    { starts_at: 70, title: HOSTILE },
  ]);
  await page.reload();
  const remove = page.getByRole('button', { name: 'Remove Stairs' });
  await expectAlive(remove);
  await remove.click();
  await expect(page.getByLabel('Title of chapter 1')).toHaveValue(HOSTILE);
  await page.getByLabel('Time of chapter 1').fill('soon');
  await save(page).click();
  await expect(page.getByLabel('Time of chapter 1')).toBeFocused();
  await expect(page.getByLabel('Time of chapter 1')).toHaveAccessibleDescription(
    'Write a time such as 1:02:03 or 62.5',
  );
  // The test leaves the page of the episode before its cover, which React preloads, is shown.
  expect(watch.complaints.filter((text) => !/preload/.test(text))).toEqual([]);
});

test('a removed mark comes back, and what is not saved asks to stay', async ({ page, product }) => {
  const { address } = await makeDraft(page, product);
  await page.goto(`${address}/chapters`);
  await expectAlive(add(page, 'a chapter'));
  await add(page, 'a chapter').click();
  await page.keyboard.type('Stairs');
  const mark = page.getByRole('slider', { name: 'Beginning of Stairs' });
  await mark.focus();
  await page.keyboard.press('Delete');
  await expect(mark).toHaveCount(0);
  await expect(page.getByText('Removed: Stairs')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title of chapter 1')).toHaveValue('Stairs');

  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('link', { name: 'Up the tower' }).click();
  await expect(page.getByLabel('Title of chapter 1')).toHaveValue('Stairs');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('Your text from the last time is still here.')).toBeVisible();
  await expect(page.getByLabel('Title of chapter 1')).toHaveValue('Stairs');
});

test('an author cuts a soundbite, and chooses where ads may play', async ({ page, product }) => {
  const { episode_id, read, address } = await makeDraft(page, product);
  await page.goto(`${address}/chapters`);
  await expectAlive(add(page, 'a chapter'));
  await page.getByRole('radio', { name: 'Soundbites (0)' }).check();
  await clickWave(page, 0.2);
  await expect(page.getByLabel('Title of soundbite 1')).toBeFocused();
  await page.keyboard.type('The bell');
  const start = page.getByRole('slider', { name: 'Beginning of The bell' });
  const end = page.getByRole('slider', { name: 'End of The bell' });
  await expect(end).toHaveAttribute('aria-valuenow', /^(49|50|51)$/);

  // By mouse: the end moves to four fifths. By keyboard: the beginning moves by 10 s and then by 1 s.
  const box = await end.boundingBox();
  const wave = await page.locator('canvas').boundingBox();
  if (!box || !wave) throw new Error('The mark is not in the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(wave.x + wave.width * 0.8, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(end).toHaveAttribute('aria-valuenow', /^(79|80|81)$/);
  await start.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(start).toHaveAttribute('aria-valuenow', /^(30|31|32)$/);

  await page.getByLabel('Start of soundbite 1').fill('0:40');
  await page.getByLabel('Length of soundbite 1').fill('90');
  await expectNoViolation(page);
  await save(page).click();
  const length = page.getByLabel('Length of soundbite 1');
  await expect(length).toBeFocused();
  await expect(length).toHaveAccessibleDescription(
    /must end within the 1:\d\d \(\d+ s\) of the audio/,
  );
  await length.fill('20.5');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { episode } = await read(`/episode/${episode_id}`);
  expect(episode.soundbites).toEqual([{ starts_at: 40, duration: 20.5, title: 'The bell' }]);

  await page.getByRole('radio', { name: 'Ads (0)' }).check();
  await add(page, 'an ad').click();
  await expect(page.getByLabel('Time of ad 1')).toBeFocused();
  await expect(page.getByLabel('Time of ad 1')).toHaveValue('0:49');
  await clickWave(page, 0.25);
  await expect(page.getByRole('slider', { name: 'Ad 2' })).toHaveAttribute('aria-valuenow', '25');
  await page.getByLabel('Time of ad 1').fill('26');
  await page.getByLabel('An ad may play before the episode').uncheck();
  await page.getByLabel('An ad may play after the episode').check();
  await expectNoViolation(page);
  await save(page).click();
  await expect
    .poll(async () => (await read(`/episode/${episode_id}`)).episode.midrolls)
    .toEqual([26, 49]);
  const { episode: changed } = await read(`/episode/${episode_id}`);
  expect(changed).toMatchObject({ midrolls: [26, 49], preroll: false, postroll: true });

  await page.getByRole('button', { name: 'Remove 0:49' }).click();
  await page.getByRole('button', { name: 'Remove 26' }).click();
  await save(page).click();
  await expect
    .poll(async () => (await read(`/episode/${episode_id}`)).episode.midrolls)
    .toEqual([]);
});

test('an author zooms in and places marks to a tenth of a second on a phone', async ({
  page,
  product,
}) => {
  const { address } = await makeDraft(page, product);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${address}/chapters`);
  await expectAlive(add(page, 'a chapter'));
  await add(page, 'a chapter').click();
  await page.keyboard.type('Stairs');
  const time = page.getByLabel('Time of chapter 1');
  await time.fill('1:20');
  const mark = page.getByRole('slider', { name: 'Beginning of Stairs' });
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });

  await mark.focus();
  await expect(zoomOut).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
  await expect(mark).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(time).toHaveValue('1:20.1');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(time).toHaveValue('1:19.1');
  await expect(mark).toHaveAttribute('aria-valuetext', '1:19.1');
  await page.keyboard.press('Home');
  await expect(time).toHaveValue('0:00');
  await expect(mark).toBeInViewport();
  await expect(page.getByText('0:00 – 0:20', { exact: true })).toBeVisible();

  // The first fifth fills the view, so the middle of the picture is the tenth second.
  await clickWave(page, 0.5);
  await expect(page.getByLabel('Time of chapter 2')).toHaveValue(/^0:(09\.[5-9]|10(\.[1-5])?)$/);

  await page.getByLabel('Time of chapter 2').fill('0:50');
  await page.getByRole('button', { name: 'Play from 0:50' }).click();
  await expect(page.locator('.studio-wave em')).toBeInViewport();
  await expectNoViolation(page);
  for (const _ of [1, 2, 3]) await zoomOut.click();
  await expect(zoomOut).toHaveAttribute('aria-disabled', 'true');
  await expect(mark).toBeInViewport();
});
