import type { Episode } from 'earshot/contract';
import { type EmbedOptions, iframeSnippet, parsePlayerQuery, scriptSnippet } from 'earshot/embed';
import { escapeHtml } from 'earshot/internal';
import type { DemoOptions } from './demo-options.ts';

const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 5rem;
font:17px/1.6 Georgia,"Liberation Serif",serif;color:light-dark(#222,#ddd);background:light-dark(#fff,#171717)}
h1{font-size:2rem;line-height:1.2}`;

/** The page at an address of the demo, or null. `?episode_id=` and the player's options select its content. */
export function demoPage(url: URL, product: DemoOptions, episodes: Episode[]): string | null {
  const wanted = Number(url.searchParams.get('episode_id'));
  const episode = episodes.find(({ episode_id }) => episode_id === wanted) ?? episodes[0];
  if (!episode) return page('Demo', '<p>There are no episodes yet. Import a feed first.</p>');
  const options: EmbedOptions = {
    resource: `episode_id=${episode.episode_id}`,
    ...parsePlayerQuery(url.search),
  };
  const build = PAGES[url.pathname];
  return build ? build({ product, episode, options }) : null;
}

interface Scene {
  product: DemoOptions;
  episode: Episode;
  options: EmbedOptions;
}

const PAGES: Readonly<Record<string, (scene: Scene) => string>> = {
  '/snippet': (scene) => page('A blog', article(snippet(scene))),
  '/iframe': (scene) => page('A blog with an iframe', article(frame(scene))),
  '/sandbox': (scene) =>
    page(
      'A sandboxed embed',
      article(frame(scene).replace('<iframe ', '<iframe sandbox="allow-scripts" ')),
    ),
  '/many': (scene) => page('Three players', [1, 2, 3].map(() => article(snippet(scene))).join('')),
};

function source({ product, episode, options }: Scene) {
  return { ...product, options, title: episode.title, link_url: episode.site_url };
}

const snippet = (scene: Scene) => scriptSnippet(source(scene));
const frame = (scene: Scene) => iframeSnippet(source(scene));

function article(embed: string): string {
  return `<article><p>Yesterday I listened to this, and it stayed with me:</p>${embed}<p>What do you think?</p></article>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}
