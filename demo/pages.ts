import type { Episode } from 'earshot/contract';
import {
  type EmbedOptions,
  type EmbedSource,
  iframeSnippet,
  parsePlayerQuery,
  scriptSnippet,
  textSnippet,
} from 'earshot/embed';
import { escapeHtml } from 'earshot/internal';
import type { DemoOptions } from './demo-options.ts';

const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 5rem;
font:17px/1.6 Georgia,"Liberation Serif",serif;color:light-dark(#222,#ddd);background:light-dark(#fff,#171717)}
h1{font-size:2rem;line-height:1.2}`;

/** The page at an address of the demo, or null. `?episode_id=`, the player's options and `load=click` select its content. */
export function demoPage(url: URL, product: DemoOptions, episodes: Episode[]): string | null {
  const wanted = Number(url.searchParams.get('episode_id'));
  const episode = episodes.find(({ episode_id }) => episode_id === wanted) ?? episodes[0];
  if (!episode) return page('Demo', '<p>There are no episodes yet. Import a feed first.</p>');
  const options: EmbedOptions = {
    resource: `episode_id=${episode.episode_id}`,
    ...parsePlayerQuery(url.search),
  };
  const loadOnClick = url.searchParams.get('load') === 'click';
  const build = PAGES[url.pathname];
  return build ? build({ product, episode, options, loadOnClick }) : null;
}

interface Scene {
  product: DemoOptions;
  episode: Episode;
  options: EmbedOptions;
  loadOnClick: boolean;
}

const PAGES: Readonly<Record<string, (scene: Scene) => string>> = {
  '/snippet': (scene) => page('A blog', article(snippet(scene))),
  '/text': (scene) => page('A blog with the words', article(withText(scene))),
  '/iframe': (scene) => page('A blog with an iframe', article(frame(scene))),
  '/sandbox': (scene) =>
    page(
      'A sandboxed embed',
      article(frame(scene).replace('<iframe ', '<iframe sandbox="allow-scripts" ')),
    ),
  '/continue': (scene) =>
    page(
      'A blog that keeps playing',
      `${article(continuing(scene))}<p><a href="/continue-2">Next page</a></p>`,
    ),
  '/continue-2': (scene) =>
    page(
      'The next page',
      `<p>No player here.</p>${continuing(scene).replace(/<a[\s\S]*<\/a>/, '')}<p><a href="/continue">Back</a></p>`,
    ),
  '/many': (scene) => page('Three players', [1, 2, 3].map(() => article(snippet(scene))).join('')),
};

function source({ product, episode, options, loadOnClick }: Scene): EmbedSource {
  const { title, site_url: link_url, show_title: show, duration, image_url: image } = episode;
  const facade = { show, duration, image };
  return { ...product, options, title, link_url, loadOnClick, facade };
}

const snippet = (scene: Scene) => scriptSnippet(source(scene));
const SENTENCES = [
  'Every room has a note.',
  'Clap once in a stairwell, and it answers.',
  'The walls keep some waves and give back others.',
  'What stays is the voice of the room.',
  'A church sings low, a bathroom sings high.',
  'That is why we all sound better in the shower.',
];
const SENTENCE_S = 4;

const withText = (scene: Scene) => {
  const { show_title: show, duration, description: notes, chapters } = scene.episode;
  const cues = SENTENCES.map((text, n) => ({
    starts_at: n * SENTENCE_S,
    ends_at: (n + 1) * SENTENCE_S,
    speaker: n < 4 ? 'Mara' : 'Tomas',
    text,
  }));
  const labels = { chapters: 'Chapters', transcript: 'Transcript' };
  const text = { show, language: 'en', duration, notes, chapters, cues, labels };
  return textSnippet({ ...source(scene), text });
};
const continuing = (scene: Scene) =>
  snippet(scene).replace('<script ', '<script data-continue="true" ');
const frame = (scene: Scene) => iframeSnippet(source(scene));

function article(embed: string): string {
  return `<article><p>Yesterday I listened to this, and it stayed with me:</p>${embed}<p>What do you think?</p></article>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}
