import { extract, type RichTypeData } from '@extractus/oembed-extractor';
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
