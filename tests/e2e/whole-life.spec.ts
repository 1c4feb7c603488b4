import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { asAnotherClient, newEmail, signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { test as base, expect } from './product.ts';

/** A feed from the internet. It is not part of the repository. */
const FEED = fileURLToPath(
  new URL('../../../shared/data/feeds/fireside-launched.xml', import.meta.url),
);
const ITEMS = 2;
const PASSWORD = 'correct horse battery';

interface Elsewhere {
  host: string;
  /** The proof that the author has put into the old feed. */
  proof: string;
  /** The page of a blogger. */
  blog: string;
}

/** Other people's servers: the old host of the podcast, and a blog. */
const test = base.extend<{ elsewhere: Elsewhere }>({
  elsewhere: async ({ product }, use) => {
    const sound = makeMp3({ rate: 44_100, seconds: 2 });
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const say = (type: string, body: string | Buffer) =>
        response.setHeader('Content-Type', type).end(body);
      if (path.endsWith('.mp3')) say('audio/mpeg', sound);
      else if (path === '/feed.xml') say('application/rss+xml', feedOf(elsewhere));
      else if (path === '/blog') say('text/html; charset=utf-8', elsewhere.blog);
      else response.writeHead(404).end();
    });
    const host = product.elsewhere;
    const { hostname, port } = new URL(`http://${host}`);
    await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
    const elsewhere: Elsewhere = { host, proof: '', blog: '' };
    await use(elsewhere);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** The feed with its newest episodes. Its files are served here instead of on the internet. */
function feedOf({ host, proof }: Elsewhere): string {
  const feed = readFileSync(FEED, 'utf8');
  let [items, sounds] = [0, 0];
  return feed
    .replace(/<item>[\s\S]*?<\/item>/g, (item) => (items++ < ITEMS ? item : ''))
    .replace(/(<enclosure url=")[^"]*/g, (_, start) => `${start}http://${host}/${sounds++}.mp3`)
    .replace(
      /(<(?:itunes|podcast):(?:image|chapters|transcript)[^>]* (?:href|url)=")[^"]*/g,
      `$1http://${host}/none`,
    )
    .replace('<description>', `<description>${proof} `);
}

test('a whole life: from the first account to the last goodbye', async ({
  page,
  browser,
  product,
  elsewhere,
}) => {
  test.skip(!existsSync(FEED), `There is no feed at ${FEED}: it is not part of the repository.`);
  test.slow();
  await page.setExtraHTTPHeaders(asAnotherClient());
  const email = newEmail();
  const main = page.getByRole('main');

  await test.step('sign up', async () => {
    await page.goto(`${product.site}/signup`);
    await page.getByLabel('Name').fill('Ada Marsh');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Marsh' })).toBeVisible();
    await page.setExtraHTTPHeaders({});
  });

  await test.step('bring the podcast along', async () => {
    await page.goto(`${product.site}/dashboard/import`);
    const look = page.getByRole('button', { name: 'Look at the feed' });
    await expectAlive(look);
    await page.getByLabel('Address of the feed').fill(`http://${elsewhere.host}/feed.xml`);
    await look.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launched');
    const proof = page.getByRole('textbox', { name: 'Text for the feed' });
    await expect(proof).toBeVisible();
    elsewhere.proof = await proof.inputValue();
    await page.getByRole('button', { name: 'It is in the feed: import' }).click();
    await page.getByRole('link', { name: 'Open the show' }).click();
    await expect(page.getByRole('link', { name: 'New episode' })).toBeVisible();
    await expect(page.locator('.studio-rows > li')).toHaveCount(ITEMS);
  });

  await test.step('upload an episode', async () => {
    await page.getByRole('link', { name: 'New episode' }).click();
    await page.getByLabel('Title', { exact: true }).fill('The new house');
    const create = page.getByRole('button', { name: 'Create the draft' });
    await expectAlive(create);
    await create.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The new house');
    await page.getByLabel('Notes').fill('We have moved.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.getByLabel('Choose an audio file').setInputFiles({
      name: 'house.mp3',
      mimeType: 'audio/mpeg',
      buffer: makeMp3({ rate: 44_100, seconds: 40 }),
    });
    await expect(page.getByLabel('Replace the audio')).toBeAttached();
    await expect(page.getByRole('region', { name: 'Audio' })).toContainText('house.mp3');
  });
  const editor = page.url();

  await test.step('add chapters', async () => {
    await page.getByRole('link', { name: 'Chapters, soundbites and ads' }).click();
    const add = page.getByRole('button', { name: 'Add a chapter' });
    await expectAlive(add);
    await add.click();
    await page.getByLabel('Title of chapter 1').fill('The door');
    await add.click();
    await page.getByLabel('Title of chapter 2').fill('The garden');
    await page.getByLabel('Time of chapter 2').fill('0:20');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.').last()).toBeVisible();
  });

  await test.step('schedule, then publish', async () => {
    await page.goto(editor);
    const when = page.getByLabel('Or at a later time');
    await expectAlive(when);
    await when.fill(`${new Date().getFullYear() + 1}-05-04T10:00`);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText('The episode is scheduled.')).toBeVisible();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('The episode is published.')).toBeVisible();
    await page.getByRole('link', { name: 'View page' }).click();
    await expect(page).not.toHaveURL(editor);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The new house');
    await expect(main.getByText('We have moved.')).toBeVisible();
  });
  const address = page.url();

  const listening = await browser.newContext();
  const listener = await listening.newPage();
  await test.step('somebody listens on a blog', async () => {
    const share = page.getByRole('button', { name: 'Share / Embed' }).first();
    await expectAlive(share);
    await share.click();
    await page.getByRole('dialog').getByText('Player', { exact: true }).click();
    const code = page.getByRole('dialog').getByRole('textbox', { name: 'Code to paste' });
    await expect(code).toHaveValue(/widgets\.js/);
    elsewhere.blog = `<!doctype html><html lang="en"><title>A blog</title>${await code.inputValue()}`;
    await listener.goto(`http://${elsewhere.host}/blog`);
    const frame = listener.frameLocator('iframe');
    await frame.getByRole('button', { name: /^Play/ }).first().click();
    await expect(frame.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
    await expect
      .poll(() => frame.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow'))
      .not.toBe('0');
  });

  await test.step('and likes, comments and follows', async () => {
    await signUp(listener, product, 'Mira Holt');
    await listener.goto(address);
    const like = listener.getByRole('button', { name: 'Like', exact: true });
    await expectAlive(like);
    await like.click();
    await expect(listener.getByRole('button', { name: 'Liked' })).toBeVisible();
    await expectAlive(listener.getByLabel('Your comment'));
    await listener.getByText('Write a comment').click();
    await listener.getByLabel('Your comment').fill('A fine garden.');
    const sent = listener.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' &&
        new URL(answer.url()).pathname.endsWith('/messages'),
    );
    await listener.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(
      listener.getByRole('listitem').filter({ hasText: 'A fine garden.' }),
    ).toBeVisible();
    await sent; // the page shows it before the server has stored it
    await listener.getByRole('main').getByRole('link', { name: 'Launched' }).first().click();
    const follow = listener.getByRole('button', { name: 'Follow', exact: true });
    await expectAlive(follow);
    await follow.click();
    await expect(listener.getByRole('button', { name: 'Following' })).toBeVisible();
  });

  await test.step('the author reads it, takes everything along and leaves', async () => {
    await page.goto(`${product.site}/dashboard/messages`);
    await expect(page.getByText('A fine garden.')).toBeVisible();
    await page.goto(`${product.site}/account/settings`);
    const loading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download everything' }).click();
    const archive = await readFile(await (await loading).path());
    expect(archive.subarray(0, 2).toString()).toBe('PK');
    expect(archive.includes('chapters.json')).toBe(true);
    const form = page.getByRole('region', { name: 'Delete your account' });
    await expectAlive(form.getByRole('button'));
    await form.getByLabel('Your password').fill(PASSWORD);
    await form.getByRole('button').click();
    await expect(page).toHaveURL(`${product.site}/account/deleted`);
    const gone = await listener.goto(address);
    expect(gone?.status()).toBe(404);
  });
  await listening.close();
});
