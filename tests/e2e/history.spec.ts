import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product, test } from './product.ts';

interface Found {
  episode_id: number;
  title: string;
}

/** The newest episodes of all shows. */
async function findEpisodes(page: Page, { site }: Product): Promise<Found[]> {
  const { response } = await (await page.request.get(`${site}/api/v2/shows`)).json();
  const found: Found[] = [];
  for (const { show_id } of response.items) {
    const url = `${site}/api/v2/shows/${show_id}/episodes`;
    found.push(...(await (await page.request.get(url)).json()).response.items);
  }
  return found;
}

/** Once: a later page of the test keeps the listener's changes. */
async function remember(page: Page, places: readonly (readonly number[])[]): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('remembered')) return;
    sessionStorage.setItem('remembered', 'true');
    localStorage.setItem('earshot.positions', stored);
  }, JSON.stringify(places));
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'History' }).locator('.site-row-text > a');

test('what was played comes first in the history, and leaves it one by one or at once', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  const [first, second, third] = await findEpisodes(page, product);
  if (!first || !second || !third) throw new Error('The samples have too few episodes.');
  await remember(page, [
    [first.episode_id, 30, 190, 0],
    [second.episode_id, 0, 190, 1],
    [third.episode_id, 60, 190, 0],
  ]);
  await page.goto(product.site);
  await page.getByRole('contentinfo').getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('stays in this browser')).toBeVisible();
  await expect(rows(page)).toHaveText([third.title, second.title, first.title]);
  await expect(page.locator('.site-row').nth(1)).toContainText('Played');
  await expectNoViolation(page);

  const player = new PlayerObject(page);
  await player.play(new RegExp(`^Play ${first.title}`)).click();
  await player.expectPast(36);
  await expect(rows(page)).toHaveText([first.title, third.title, second.title]);
  await player.pause().first().click();

  await page.getByRole('button', { name: `Remove ${third.title} from the history` }).press('Enter');
  await expect(rows(page)).toHaveText([first.title, second.title]);
  await expect(
    page.getByRole('button', { name: `Remove ${second.title} from the history` }),
  ).toBeFocused();

  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByText('You have not listened to anything')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You have not listened to anything')).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('the queue is reordered, shortened, played and emptied on its page', async ({
  page,
  product,
  watch,
}) => {
  const titles = ['The weight of a bell', 'La voce nelle valvole', 'What snow takes away'];
  await page.goto(`${product.site}/queue`);
  await expect(page.getByText('The queue is empty.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Explore all shows' }).click();
  await expect(page).toHaveURL(`${product.site}/podcasts`);
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.2);
  for (const title of titles) {
    await page
      .getByRole('main')
      .getByRole('button', { name: `More options for ${title}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Add to queue' }).click();
    await expect(page.getByRole('status').getByText(`Added to queue: ${title}`)).toBeVisible();
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Queue' }).click();
  const queue = page.getByRole('list', { name: 'Your queue' });
  const queued = queue.locator('.es-row-title');
  await expect(queued).toHaveText(titles);
  await expectNoViolation(page);

  const optionsOf = (title: string) =>
    queue.getByRole('button', { name: `Options for ${title}`, exact: true });
  await optionsOf('La voce nelle valvole').press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await expect(queued.first()).toHaveText('La voce nelle valvole');
  await optionsOf('The weight of a bell').press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from queue' }).press('Enter');
  await expect(queued).toHaveText(['La voce nelle valvole', 'What snow takes away']);

  await page.reload();
  await expect(queued).toHaveText(['La voce nelle valvole', 'What snow takes away']);
  await page.getByRole('button', { name: 'Play next', exact: true }).click();
  await expect(page.locator('.es-bar .es-title')).toHaveText('La voce nelle valvole');
  await expect(queued).toHaveText(['What snow takes away']);
  await page.getByRole('button', { name: 'Clear queue' }).press('Enter');
  await expect(queue).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});
