import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { longFeed } from '../screenshots/feeds.mjs';
import { expectNoViolation } from './axe.ts';
import { delayScripts } from './delay-scripts.ts';
import { expect, type Product, test } from './product.ts';

const SHOW = '/show/the-long-walk';

/** The servers that have the show. */
const imported = new Set<string>();

function importLongShow({ site, env }: Product): void {
  if (imported.has(site)) return;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-long-show-'));
  const media = join(folder, 'media');
  mkdirSync(media);
  cpSync('server/samples/media/why-rooms-sing.mp3', join(media, 'why-rooms-sing.mp3'));
  writeFileSync(join(folder, 'feed.xml'), longFeed());
  execFileSync(
    process.execPath,
    ['build/server/import.js', join(folder, 'feed.xml'), '--media', media],
    { env: { ...process.env, ...env }, stdio: 'ignore' },
  );
  rmSync(folder, { recursive: true, force: true });
  imported.add(site);
}

test.beforeAll(({ product }) => importLongShow(product));

// The import is slow, so one worker runs all of these tests.
test.describe.configure({ mode: 'default' });

const rows = (page: Page) => page.locator('.site-row');
const titles = (page: Page) => page.locator('.site-row-text > a').allTextContents();

test('a show of 730 episodes says how many it has, and continues as it is read', async ({
  page,
  product,
}) => {
  await page.goto(product.site + SHOW);
  await expect(page.getByRole('heading', { name: /^Episodes/ })).toContainText('730 episodes');
  await page.getByText('Subscribe').click();
  const feed = page.getByRole('textbox', { name: /feed/ });
  await expect(feed).toHaveValue(new RegExp(`^${product.site}/show/\\d+/episodes/feed$`));
  await expect(page.getByRole('link', { name: 'AntennaPod' })).toBeVisible();
  await expectNoViolation(page);
  const seen = async () => rows(page).count();
  const first = await seen();
  for (let turn = 1; turn <= 4; turn += 1) {
    const before = await seen();
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect.poll(seen).toBeGreaterThan(before);
  }
  const all = await titles(page);
  expect(new Set(all).size).toBe(all.length);
  await rows(page)
    .nth(first + 5)
    .evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await expect(page).toHaveURL(/[?&]cursor=/);
});

test('Back finds the list as it was left, and a reload its place', { tag: '@firefox' }, async ({
  page,
  product,
}) => {
  await page.goto(product.site + SHOW);
  const wanted = page.getByRole('link', { name: /^Day 705:/ });
  while ((await wanted.count()) === 0) await rows(page).last().scrollIntoViewIfNeeded();
  await wanted.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  await expect(page).toHaveURL(/[?&]cursor=/);
  await wanted.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Day 705:/ })).toBeVisible();
  await page.goBack();
  await expect(wanted).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('link', { name: 'From the start of the list' })).toBeVisible();
  await expect(rows(page).first()).toBeInViewport();
});

test('words, season and order choose the episodes without a new document', async ({
  page,
  product,
}) => {
  const arrive = await delayScripts(page);
  await page.goto(product.site + SHOW, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  arrive();
  await expect(page).toHaveURL(/sort=oldest/); // selected before the page's script had loaded
  await page.goto(product.site + SHOW);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('combobox', { name: 'Season' }).selectOption({ label: 'Season 2 (52)' });
  await expect(page).toHaveURL(/season=2/);
  await expect(rows(page).first()).toContainText('S2 E104');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  await expect(rows(page).first()).toContainText('S2 E53');
  await page.getByRole('main').getByRole('searchbox').fill('shepherd');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=shepherd/);
  for (const title of await titles(page)) expect(title).toContain('shepherd');
  await page.getByRole('main').getByRole('searchbox').fill('nothing like it');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No episode of this show contains these words.')).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
