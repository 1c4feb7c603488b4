import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { test as base, expect } from './product.ts';

const HOSTILE = `Bells &lt;script&gt;alert(1)&lt;/script&gt; "tower"`;

interface FeedHost {
  url: string;
  host: string;
  /** The end of the show's description, which its author can change. */
  proof: string;
}

/** Another host of podcasts, with a show of two episodes. */
const test = base.extend<object, { feedHost: FeedHost }>({
  feedHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const sound = makeMp3({ rate: 44_100, seconds: 2 });
      const server = createServer((request, response) => {
        const isSound = request.url?.endsWith('.mp3');
        response.setHeader('Content-Type', isSound ? 'audio/mpeg' : 'application/rss+xml');
        response.end(isSound ? sound : feedOf(feed, request.url ?? ''));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const feed: FeedHost = { host, url: `http://${host}/feed.xml`, proof: '' };
      await use(feed);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    ({ feedHost }, use) => use({ IMPORT_PRIVATE_HOSTS: feedHost.host }),
    { scope: 'worker' },
  ],
});

/** Each address has a feed of its own. */
const feedOf = ({ host, proof }: FeedHost, path: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${HOSTILE}</title>` +
  `<link>http://${host}/about${path}</link><description>High up. ${proof}</description><language>en</language>` +
  [1, 2].map((n) => itemOf(host, path, n)).join('') +
  '</channel></rss>';

const itemOf = (host: string, path: string, n: number) =>
  `<item><title>Tower ${n}</title><guid>${path} ${n}</guid>` +
  `<pubDate>Sun, 0${n} Mar 2026 09:00:00 GMT</pubDate>` +
  `<enclosure url="http://${host}${path}.${n}.mp3" type="audio/mpeg" length="16000"/></item>`;

test('an author sees what a feed brings, proves that it is his, and imports it', async ({
  page,
  product,
  feedHost,
  watch,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/dashboard`);
  await page.getByRole('link', { name: /Bring a show from another host/ }).click();
  await page.getByLabel('Address of the feed').fill('nonsense');
  await page.getByRole('button', { name: 'Look at the feed' }).click();
  await expect(page.getByLabel('Address of the feed')).toBeFocused();
  await page.getByLabel('Address of the feed').fill(feedHost.url);
  await page.getByRole('button', { name: 'Look at the feed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Bells <script>alert(1)</script> "tower"',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Tower 2' })).toContainText('new');
  await expectNoViolation(page);

  const goOn = page.getByRole('button', { name: 'It is in the feed: import' });
  await goOn.click();
  await expect(page.getByRole('alert').first()).not.toBeEmpty();
  feedHost.proof = await page.getByRole('textbox', { name: 'Text for the feed' }).inputValue();
  await goOn.click();
  await page.getByRole('link', { name: 'Open the show' }).click();
  await expect(page.getByRole('link', { name: 'Tower 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tower 2' })).toBeVisible();
  expect(watch.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

test('an import belongs to who began it', async ({ page, product, feedHost }) => {
  const { token } = await signUp(page, product);
  const answer = await page.request.post(`${product.site}/api/imports`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { url: feedHost.url.replace('feed.xml', 'other.xml') },
  });
  const { import_id } = (await answer.json()).response.import;
  await signUp(page, product, 'A Stranger');
  for (const id of [import_id, 'x', '99999999']) {
    expect((await page.goto(`${product.site}/dashboard/import/${id}`))?.status()).toBe(404);
  }
});
