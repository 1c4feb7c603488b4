import { writeFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { APART_FROM_SAMPLES, expect, type Product, test } from './product.ts';

test.use(APART_FROM_SAMPLES);

const HOSTILE = `"><img src=x onerror=alert(1)> ‏פרק 1`;

/** Calls the API as an author. */
const authorOf = (request: APIRequestContext, { site }: Product, token: string) => ({
  async post(path: string, data: object) {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await request.post(`${site}/api${path}`, { headers, data });
    return (await response.json()).response;
  },
});

const sound = (seconds: number) => ({
  name: 'bells.mp3',
  mimeType: 'audio/mpeg',
  buffer: makeMp3({ rate: 44_100, seconds }),
});

test('an author uploads, describes and publishes an episode', async ({ page, product, watch }) => {
  const { token } = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Ringing rooms' });
  await page.goto(`${product.site}/dashboard`);
  await page.getByRole('link', { name: 'Ringing rooms' }).click();
  await page.getByRole('link', { name: 'New episode' }).click();
  await page.getByLabel('Title', { exact: true }).fill(HOSTILE);
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);

  const preflight = page.getByRole('list', { name: 'Before you publish' });
  await expect(preflight).toContainText('no description');
  await preflight
    .getByRole('listitem')
    .filter({ hasText: 'no description' })
    .getByRole('button')
    .click();
  await expect(page.getByLabel('Notes')).toBeFocused();
  await page.keyboard.type('Up the tower. <script>alert(1)</script><b>Bells</b> at 0:02.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveText(
    'Up the tower. Bells at 0:02.',
  );

  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('is missing; upload the audio first')).toBeVisible();
  await page.getByLabel('Choose an audio file').setInputFiles(sound(6));
  await expect(page.getByLabel('Replace the audio')).toBeAttached();
  await expect(page.getByRole('region', { name: 'Audio' })).toContainText('bells.mp3');
  await page.getByLabel('Season').fill('two');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Season')).toBeFocused();
  await page.getByLabel('Season').fill('2');
  await page.getByLabel('Number').fill('7');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('The episode is published.')).toBeVisible();

  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  await expect(page.getByRole('main')).toContainText('Up the tower.');
  const feed = await (
    await page.request.get(`${product.site}/show/${show.permalink}/episodes/feed`)
  ).text();
  expect(feed).toContain('<itunes:season>2</itunes:season>');
  expect(feed).toContain('<itunes:duration>6</itunes:duration>');
  expect(feed).not.toContain('<script>');
  expect(watch.complaints.filter((text) => !/40\d/.test(text))).toEqual([]);
});

test('an upload that a reload interrupts goes on with the same file', async ({
  page,
  product,
}, testInfo) => {
  // A file on a disk keeps its date, by which the browser knows it again.
  const file = testInfo.outputPath('ebb.mp3');
  await writeFile(file, makeMp3({ rate: 44_100, seconds: 30 }));
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Long tides' });
  const { episode } = await author.post('/episode', { show_id: show.show_id, title: 'Ebb' });
  // The bytes of the first try get lost on their way.
  await page.route('**/media/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.goto(`${product.site}/dashboard/episodes/${episode.episode_id}`);
  const attached = page.waitForResponse(
    (response) =>
      response.url().includes(`/episode/${episode.episode_id}`) &&
      response.request().method() === 'PUT',
  );
  await page.getByLabel('Choose an audio file').setInputFiles(file);
  await attached;
  await page.reload();
  await expect(page.getByText('The upload stopped at 0 %.')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const begins: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads'))
      begins.push(request.url());
  });
  await page.getByLabel('Choose an audio file').setInputFiles(file);
  await expect(page.getByLabel('Replace the audio')).toBeAttached();
  expect(begins).toEqual([]);
});

test('an episode is scheduled, becomes a draft again, is deleted and comes back', async ({
  page,
  product,
  watch,
}) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const headers = { Authorization: `Bearer ${token}` };
  const multipart = { file: sound(3) };
  const { media } = (
    await (await page.request.post(`${product.site}/api/media`, { headers, multipart })).json()
  ).response;
  const { episode } = await author.post('/episode', {
    show_id: show.show_id,
    title: 'Flood',
    media_id: media.media_id,
  });
  await page.goto(`${product.site}/dashboard/episodes/${episode.episode_id}`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Choose a day and a time first.')).toBeVisible();
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel('Or at a time ahead').fill(`${nextYear}-03-01T09:30`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/Will be published on/)).toContainText(String(nextYear));
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByRole('button', { name: 'Back to draft' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete the episode' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The episode was deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Flood' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('link', { name: 'Flood' })).toBeVisible();
  await page.getByRole('link', { name: 'Scheduled' }).click();
  await expect(page.getByText('No episode matches.')).toBeVisible();
  await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Flood' })).toBeVisible();
  await expectNoViolation(page);
  expect(watch.complaints).toEqual([]);
});

test('bad addresses and strangers get no page', async ({ page, product }) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Mine' });
  await page.goto(`${product.site}/dashboard/shows/${show.show_id}?cursor=%00&state=none`);
  await expect(page.getByText(/The first one begins with a title/)).toBeVisible();
  await signUp(page, product, 'A Stranger');
  for (const path of [
    `shows/${show.show_id}`,
    `shows/${show.show_id}/episodes/new`,
    'episodes/1',
  ]) {
    expect((await page.goto(`${product.site}/dashboard/${path}`))?.status()).toBe(404);
  }
});
