import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const VTT =
  'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ada>The tide is low\n\n00:02.000 --> 00:05.000\nand the gulls are loud, the tide is low\n';

async function makeDraft(page: Page, product: Product) {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const media_id = await addAudio(page.request, product, token);
  const fields = { show_id: show.show_id, title: 'Low tide', media_id };
  const { episode } = await author.post('/episode', fields);
  const { episode_id } = episode as { episode_id: number };
  const put = (type: string, data: string) =>
    page.request.put(`${product.site}/api/episode/${episode_id}/transcript`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      data,
    });
  /** The cues as they are stored. */
  const read = async () => {
    const { transcript } = await author.get(`/episode/${episode_id}/transcript`);
    const { url } = transcript.files.find(({ type }: { type: string }) => /json/.test(type));
    return (await (await page.request.get(url)).json()).segments;
  };
  return { address: `${product.site}/dashboard/episodes/${episode_id}`, put, read };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const textOf = (page: Page, number: number) =>
  page.getByLabel(`Text of cue ${number}`, { exact: true });

async function openEditor(page: Page, address: string) {
  await page.goto(`${address}/transcript`);
  await expectAlive(page.getByRole('heading', { level: 1 }).locator('xpath=following::form[1]'));
}

test('an author uploads a transcript and corrects it', async ({ page, product, watch }) => {
  const { address, read } = await makeDraft(page, product);
  await page.goto(address);
  await page.getByRole('link', { name: 'Transcript' }).click();
  await page
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'tide.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT) });
  await expect(textOf(page, 2)).toHaveValue('and the gulls are loud, the tide is low');
  await expectNoViolation(page);

  await page.getByLabel('Speaker of cue 2').fill(HOSTILE);
  await textOf(page, 1).fill('The tide is low again');
  await textOf(page, 1).press('Home');
  for (let word = 0; word < 2; word++) await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+Enter');
  await expect(textOf(page, 2)).toBeFocused();
  await expect(textOf(page, 2)).toHaveValue('is low again');
  await page.getByRole('button', { name: 'Insert a cue after cue 3' }).click();
  await expect(textOf(page, 4)).toBeFocused();
  await page.keyboard.type('(wind)');
  await page.getByLabel('End of cue 4').fill('0:05.5');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await read()).toMatchObject([
    { speaker: 'Ada', startTime: 0, body: 'The tide' },
    { speaker: 'Ada', endTime: 2, body: 'is low again' },
    { speaker: HOSTILE, startTime: 2, endTime: 5 },
    { startTime: 5, endTime: 5.5, body: '(wind)' },
  ]);

  await page.getByRole('button', { name: 'Join cue 1 with the next' }).click();
  await expect(textOf(page, 1)).toHaveValue('The tide is low again');
  await page.getByRole('button', { name: 'Delete cue 3' }).click();
  await expect(textOf(page, 3)).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Take it back' });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(textOf(page, 3)).toHaveValue('(wind)');
  await page.getByRole('button', { name: 'Play from 0:02' }).click();
  await expect(page.locator('[data-cue="1"]')).toHaveAttribute('aria-current', 'true');
  expect(watch.complaints.filter((text) => !/preload/.test(text))).toEqual([]);
});

test('5,000 cues keep few rows in the document, and their words are found and replaced', async ({
  page,
  product,
}) => {
  const { address, put, read } = await makeDraft(page, product);
  const segments = Array.from({ length: 5_000 }, (_, n) => ({
    startTime: n * 2,
    endTime: n * 2 + 2,
    body: `Sentence ${n + 1} of a very long day`,
  }));
  await put('application/json', JSON.stringify({ version: '1.0.0', segments }));
  await openEditor(page, address);
  const rows = page.getByRole('list', { name: 'Cues' }).getByRole('listitem');
  expect(await rows.count()).toBeLessThan(20);
  await page.getByRole('searchbox', { name: 'Find' }).fill('Sentence 4321 ');
  await page.getByRole('searchbox', { name: 'Find' }).press('Enter');
  await expect(textOf(page, 4321)).toHaveValue('Sentence 4321 of a very long day');
  expect(await rows.count()).toBeLessThan(20);
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.getByLabel('Replace by').fill('Here ');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await expect(textOf(page, 4321)).toHaveValue('Here of a very long day');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await read())[4320]).toMatchObject({ body: 'Here of a very long day', startTime: 8640 });
});
