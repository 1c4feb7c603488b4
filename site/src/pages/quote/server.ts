import type { Episode, EpisodeQuote } from 'earshot/contract';
import { playerUrl } from 'earshot/embed';
import { EMBED_HEIGHT_DEFAULT_PLAIN_PX } from 'earshot/internal';
import type { HeadTag } from 'earshot-site/contract';
import { shorten } from '../../parts/plain-text.ts';
import { meta, structuredData } from '../head-tags.ts';
import { playerHead } from '../player-head.ts';
import { definePage, type LoadedPage, type PageSite } from '../site-page.tsx';
import { Page, type QuotePageProps } from './page.tsx';

const TITLE_MAX = 80;

export const quotePage = definePage({
  name: 'quote',
  texts: ['transcript'],
  async load({ params: { quote_id = '' }, api, data, textsOf }) {
    const quote = await data.getQuote(quote_id);
    if (!quote) return null;
    const { episode_id } = quote;
    const { episode } = await api.get<{ episode: Episode }>('episode', { episode_id });
    return {
      props: { quote, episode: { ...episode, description: '' } },
      title: titleOf(quote, episode),
      description: quote.text === null ? textsOf('transcript')('quote_lost') : quote.text,
      canonical: quote.site_url,
    };
  },
  Page,
  head: quoteHead,
});

const titleOf = ({ text }: EpisodeQuote, { title }: Episode) =>
  text === null ? title : `“${shorten(text, TITLE_MAX)}” – ${title}`;

/** Previews have the words and the player of them, and no picture. */
function quoteHead(page: LoadedPage<QuotePageProps>, { config }: PageSite): HeadTag[] {
  const { quote, episode } = page.props;
  const { quote_id, episode_id, site_url, text, language } = quote;
  const options = { resource: `episode_id=${episode_id}`, playlist: 'false', quote: quote_id };
  const url = playerUrl(config.WIDGET_URL, options);
  return [
    // Anyone may make quotes. Search engines find the words on the page of the episode.
    meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', 'article'),
    ...playerHead({ url, site_url, height: EMBED_HEIGHT_DEFAULT_PLAIN_PX }, page, config),
    ...(text === null
      ? []
      : [
          structuredData('Quotation', {
            text,
            inLanguage: language ?? undefined,
            url: site_url,
            isPartOf: { '@type': 'PodcastEpisode', name: episode.title, url: episode.site_url },
          }),
        ]),
  ];
}
