import { extract, type RichTypeData } from '@extractus/oembed-extractor';
import { expectStarted } from './alive.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

interface Named {
  site_url: string;
  title: string;
}

async function pagesOf(site: string): Promise<{ show: Named; episode: Named }> {
  const read = async (path: string) => (await (await fetch(site + path)).json()).response;
  return {
    show: (await read('/api/v2/shows/1')).show,
    episode: (await read('/api/v2/episodes/1')).episode,
  };
}

test('a generic oEmbed consumer finds the players of an episode and a show', async ({
  page,
  product,
}) => {
  const pages = await pagesOf(product.site);
  for (const kind of ['episode', 'show'] as const) {
    const { site_url, title } = pages[kind];
    const answer = await extract(site_url, { maxwidth: 480, maxheight: 300 });
    expect(answer).toMatchObject({ type: 'rich', version: '1.0', title, width: 480 });
    const { html, height } = answer as RichTypeData;
    expect(height).toBeLessThanOrEqual(300);

    await page.goto(`${product.demo}/snippet`);
    await page.setContent(html);
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute(
      'src',
      new RegExp(`^${product.site}/player\\?${kind}_id=1`),
    );
    const player = new PlayerObject(frame.contentFrame());
    await player.play().click();
    await player.expectPast(0.3);
  }
});

test('the head matches the current page after client-side navigation', async ({
  page,
  product,
}) => {
  const { show, episode } = await pagesOf(product.site);
  const head = () =>
    page.evaluate(() => ({
      canonical: [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')].map(
        ({ href }) => href,
      ),
      title: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content,
      oembed: document.querySelector<HTMLLinkElement>('link[type="application/json+oembed"]')?.href,
      type: JSON.parse(
        document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}',
      )['@type'],
    }));
  const expected = ({ site_url, title }: Named, type: string) => ({
    canonical: [site_url],
    title,
    oembed: `${product.site}/oembed?url=${encodeURIComponent(site_url)}&format=json`,
    type,
  });
  await page.goto(show.site_url);
  expect(await head()).toEqual(expected(show, 'PodcastSeries'));
  await expectStarted(page);
  await page.evaluate(() => {
    document.body.dataset.sameDocument = '';
  });
  await page.getByRole('link', { name: episode.title }).first().click();
  await page.waitForURL(episode.site_url);
  await expect(page.getByRole('heading', { level: 1, name: episode.title })).toBeVisible();
  expect(await head()).toEqual(expected(episode, 'PodcastEpisode'));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: show.title })).toBeVisible();
  expect(await head()).toEqual(expected(show, 'PodcastSeries'));
  expect(await page.evaluate(() => 'sameDocument' in document.body.dataset)).toBe(true);
});
