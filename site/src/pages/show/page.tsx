import { type ItemList, imageUrl, type Show } from 'earshot/contract';
import { showItem } from 'earshot/embed';
import type { EpisodeBrief } from 'earshot/internal';
import { EmbedButton } from 'earshot/react';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import { useSite } from '../../site-context.tsx';

export interface ShowPageProps {
  show: Show;
  episodes: ItemList<EpisodeBrief>;
}

export function ShowPage({ show, episodes }: ShowPageProps) {
  const { t } = useSite();
  const item = showItem(show);
  return (
    <>
      <header className="site-head">
        {show.image_url && (
          <img src={imageUrl(show.image_url, 480)} width={240} height={240} alt="" />
        )}
        <div>
          <h1>{show.title}</h1>
          <p className="site-byline">{t('by', { author: show.author })}</p>
          <div className="site-prose" dangerouslySetInnerHTML={{ __html: show.description }} />
          <p className="site-tags">
            {show.categories.map((category) => (
              <span key={category}>{category}</span>
            ))}
            {show.link_url && <a href={show.link_url}>{t('website')}</a>}
          </p>
          <p>
            <EmbedButton item={item} />
          </p>
        </div>
      </header>
      <h2>{t('episodes')}</h2>
      <ol className="site-rows">
        {episodes.items.map((episode) => (
          <EpisodeRow key={episode.episode_id} episode={episode} />
        ))}
      </ol>
      {episodes.next_url && (
        <p>
          <a className="site-more" href={show.site_url + episodes.next_url}>
            {t('more_episodes')}
          </a>
        </p>
      )}
      <ShareEmbed item={item} />
    </>
  );
}
