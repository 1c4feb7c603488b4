import { writeFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import type { Product } from './product.ts';

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

test('an author uploads, describes and publishes an episode', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, product, watch }) => {
  const { token } = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Ringing rooms' });
  await page.goto(`${product.site}/dashboard`);
  await page.getByRole('link', { name: 'Ringing rooms' }).click();
  await page.getByRole('link', { name: 'New episode' }).click();
  await page.getByLabel('Title', { exact: true }).fill(HOSTILE);
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);

  await expect(page.locator('[contenteditable]')).toBeVisible();
  const preflight = page.getByRole('list', { name: 'Before you publish' });
  await expect(preflight).toContainText('no description');
  await preflight
    .getByRole('listitem')
    .filter({ hasText: 'no description' })
    .getByRole('button')
    .click();
  await expect(page.getByLabel('Notes')).toBeFocused();
  await page.getByRole('button', { name: 'Plain text / HTML' }).click();
  await page.getByLabel('Notes').focus();
  await page.keyboard.type('Up the tower. <script>alert(1)</script><b>Bells</b> at 0:02.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveText(
    'Up the tower. Bells at 0:02.',
  );

  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('The audio is missing; upload it first')).toBeVisible();
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
  const onAir = page.getByRole('region', { name: 'It is on air' });
  await expect(onAir.getByLabel('Link to the episode')).toHaveValue(/\/user\/ada-marsh/);
  await expect(onAir.getByRole('button', { name: 'Share / Embed' })).toBeVisible();
  await expectNoViolation(page);

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

test('notes are written by keyboard, with formats and links', {
  tag: '@firefox',
}, async ({ page, product, watch }) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Written by hand' });
  const { episode } = await author.post('/episode', {
    show_id: show.show_id,
    title: 'Keys',
    description: 'One line\n\n\nand  another',
  });
  const read = async () =>
    (
      await (
        await page.request.get(`${product.site}/api/episode/${episode.episode_id}`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).json()
    ).response.episode.description;
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Saved\. \d/ })).toBeVisible();
  };
  await page.goto(`${product.site}/dashboard/episodes/${episode.episode_id}`);
  const notes = page.locator('[contenteditable]');
  await expect(notes).toHaveAccessibleName('Notes');
  await page.getByLabel('Season').fill('1');
  await save();
  expect(await read()).toBe('One line\n\n\nand  another');

  await notes.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12:30 The ');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('great');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' bells ');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('example.org');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await expectNoViolation(page);
  await page.keyboard.press('Tab');
  await expect(notes).not.toBeFocused();
  await save();
  expect(await read()).toMatch(
    /^<p>12:30 The <strong>great<\/strong> bells <a href="https:\/\/example\.org"[^>]*>example\.org<\/a><\/p><ul><li>one<\/li><li>two<\/li><\/ul>$/,
  );
  await page.getByRole('button', { name: 'Plain text / HTML' }).click();
  await page.getByLabel('Notes').fill('<table><tr><td>High water</td></tr></table>');
  await page.getByRole('button', { name: 'Plain text / HTML' }).click();
  await expect(page.getByText('The editor does not know all HTML')).toBeVisible();
  await expect(page.getByLabel('Notes')).toHaveValue(/<td>High water/);
  expect(watch.complaints).toEqual([]);
});

test('an upload that a reload interrupts continues with the same file', async ({
  page,
  product,
}, testInfo) => {
  // A file on a disk keeps its date, by which the browser recognises it.
  const file = testInfo.outputPath('ebb.mp3');
  await writeFile(file, makeMp3({ rate: 44_100, seconds: 30 }));
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Long tides' });
  const { episode } = await author.post('/episode', { show_id: show.show_id, title: 'Ebb' });
  // The bytes of the first attempt are lost.
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
