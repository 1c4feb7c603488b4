import type { Page } from '@playwright/test';
import { adminToken } from './admin.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const HOSTILE = '<img src=x onerror="document.title=1">';

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** A transcript with a cue every two seconds. */
function vttOf(count: number, textOf: (index: number) => string): string {
  const cues = Array.from({ length: count }, (_, index) => {
    const speaker = Math.floor(index / 6) % 2 ? 'Ben' : 'Ada';
    return `${clock(index * 2)} --> ${clock(index * 2 + 2)}\n<v ${speaker}>${textOf(index)}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

let token: string | undefined;

/** Gives the sample episode a transcript, and returns the address of its page. */
async function setTranscript(page: Page, product: Product, vtt: string): Promise<string> {
  const { site } = product;
  token ??= await adminToken(product);
  const { response } = await (await page.request.get(`${site}/api/v2/search?q=rooms+sing`)).json();
  const answer = await page.request.put(
    `${site}/api/episode/${response.episodes[0].episode_id}/transcript`,
    { headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/vtt' }, data: vtt },
  );
  expect(answer.status()).toBe(200);
  return site + EPISODE;
}

/** An early press would open the page with the text, which another test covers. */
async function openReader(page: Page): Promise<void> {
  const read = page.getByRole('link', { name: 'Read the transcript' });
  await expectAlive(read);
  await read.click();
  await expect(page.getByRole('searchbox', { name: 'Search the transcript' })).toBeVisible();
}

const WORDS = vttOf(90, (index) =>
  index === 80
    ? `The café &lt;img src=x onerror="document.title=1"&gt; number ${index}.`
    : `Sentence number ${index}.`,
);

test('the transcript follows what is said, finds words and plays from them', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  const read = page.getByRole('link', { name: 'Read the transcript' });
  await page.goto(await setTranscript(page, product, WORDS));
  await page.goto(product.site + (await read.getAttribute('href')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolation(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Sentence number 0.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the episode' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(product.site + EPISODE);
  await openReader(page);
  const words = page.getByRole('region', { name: /^What is said/ });
  await expectNoViolation(page);

  await words.getByText('Sentence number 4.').click();
  await expect(words.locator('[aria-current="true"]')).toHaveText(/Sentence number [4-9]\./);

  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('CAFE');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(words.getByText(HOSTILE)).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('number 8');
  await expect(page.getByText('1 of 11')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the transcript' }).press('Shift+Enter');
  await expect(page.getByText('11 of 11')).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.getByText('1 of 11')).toBeVisible();
  await expect(words.getByText('Sentence number 8.')).toBeInViewport();

  await words.getByText('Sentence number 8.').hover();
  await page.mouse.wheel(0, 2_000);
  await page.getByRole('button', { name: 'Back to what is said now' }).click();
  await expect(words.locator('[aria-current="true"]')).toBeInViewport();

  const first = words.getByRole('button').first();
  await first.focus();
  await first.press('ArrowDown');
  await expect(words.getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(words.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words.locator('[aria-current="true"]')).toHaveText(/number 8[4-9]\./);
  expect(watch.complaints).toEqual([]);
});

test('a transcript of three hours is there at once, and is searched as one types', async ({
  page,
  product,
  watch,
}) => {
  const long = vttOf(
    5_000,
    (index) => `These are the words of cue ${index}, which go on for a while.`,
  );
  await page.goto(await setTranscript(page, product, long));
  await openReader(page);
  await expect(page.locator('[data-cue]')).toHaveCount(5_000);
  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('cue 4999');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(page.locator('[data-found="here"]')).toBeInViewport();
  expect(watch.complaints).toEqual([]);
});

test('a passage becomes a link and a player that play exactly it', { tag: '@firefox' }, async ({
  page,
  product,
  watch,
}) => {
  await page.goto(await setTranscript(page, product, WORDS));
  await openReader(page);
  const words = page.getByRole('region', { name: /^What is said/ });
  const quote = page.getByRole('region', { name: 'Quote' });
  // As a selection by mouse, finger or keyboard.
  await words.getByText('Sentence number 3.').evaluate((first) => {
    const last = first.parentElement?.querySelector('[data-cue="5"]') ?? first;
    getSelection()?.setBaseAndExtent(first.firstChild ?? first, 2, last.firstChild ?? last, 4);
  });
  await expect(quote.getByText('Quote from 0:06 to 0:12')).toBeVisible();
  await expect(quote.locator('blockquote')).toHaveText(
    'Sentence number 3. Sentence number 4. Sentence number 5.',
  );
  await quote.getByRole('button', { name: 'Make a link' }).click();
  const link = await quote.getByRole('textbox', { name: 'Link to the quote' }).inputValue();
  expect(link).toMatch(/\/quote\/[a-z2-7]{12}$/);
  await expectNoViolation(page);
  await quote.getByRole('button', { name: 'Embed the quote' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Start at')).toHaveValue('0:06');
  await expect(dialog.getByLabel('Stop at')).toHaveValue('0:12');
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue(
    new RegExp(`data-quote="${link.slice(-12)}"`),
  );
  await page.keyboard.press('Escape');
  await quote.getByRole('button', { name: 'Close the quote' }).click();
  await expect(quote).toBeHidden();

  await words.getByRole('button').first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(quote.getByText('Quote from 0:00 to 0:24')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(quote.getByText('Quote from 0:00 to 0:36')).toBeVisible();

  await page.goto(link);
  await expect(page.getByText('0:06–0:12')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: /^Play Sentence number 3/ }).click();
  await expect(page.getByRole('button', { name: /^Pause Sentence number 3/ })).toBeVisible();
  await page.goto(`${product.site}${EPISODE}?t=6&t-end=12`);
  await expect(page.getByRole('button', { name: 'Play 0:06 to 0:12' })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});
