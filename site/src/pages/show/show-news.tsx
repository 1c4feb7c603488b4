import type { Episode, EpisodeBrief, ItemList, Show } from 'earshot/contract';
import { useState } from 'react';
import { useChannel } from '../../push/use-channel.ts';
import { useSite, useTexts } from '../../site-context.tsx';

const ASKED_FOR = 10; // newest episodes: one of them may be on air

interface ShowNewsProps {
  show: Show;
  /** At the time of loading the page. */
  latest: EpisodeBrief | null;
}

/** Offers new publications and live episodes of the show since the page was loaded. */
export function ShowNews({ show: { show_id }, latest }: ShowNewsProps) {
  const { client } = useSite();
  const t = useTexts('news');
  const [news, setNews] = useState<News | null>(null);

  async function offer(kind: News['kind'], episode_id: number): Promise<void> {
    const answer = await client?.api
      .get<{ episode: Episode }>('episode', { episode_id })
      .catch(() => null); // it may be deleted again
    if (answer) setNews({ kind, episode: answer.episode });
  }

  async function catchUp(isFirst: boolean): Promise<void> {
    if (isFirst) return;
    const answer = await client?.api
      .get<ItemList<Episode>>('show_episodes', { show_id, limit: ASKED_FOR })
      .catch(() => null); // it is polled again
    if (answer) setNews(missedNews(answer.items, latest));
  }

  const on = {
    published: ({ episode_id }: { episode_id: number }) => void offer('new_episode', episode_id),
    live({ episode_id, is_on_air }: { episode_id: number; is_on_air: boolean }) {
      if (is_on_air) void offer('on_air_now', episode_id);
      else setNews((before) => (before?.episode.episode_id === episode_id ? null : before));
    },
  };
  useChannel(`show_${show_id}`, on, catchUp);
  return (
    <div role="status">
      {news && (
        <p>
          {t(news.kind)}{' '}
          <a href={news.episode.site_url} dir="auto" lang={news.episode.show_language}>
            {news.episode.title}
          </a>
        </p>
      )}
    </div>
  );
}

interface News {
  kind: 'new_episode' | 'on_air_now';
  episode: Episode;
}

/** The news among the newest episodes of a show, for a page whose latest episode was this. */
export function missedNews(
  newest: readonly Episode[],
  latest: Pick<EpisodeBrief, 'published_at'> | null,
): News | null {
  const live = newest.find(({ is_on_air }) => is_on_air);
  if (live) return { kind: 'on_air_now', episode: live };
  const [first] = newest;
  const isNew = first && (first.published_at ?? '') > (latest?.published_at ?? '');
  return isNew ? { kind: 'new_episode', episode: first } : null;
}
