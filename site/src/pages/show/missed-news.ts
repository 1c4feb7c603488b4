import type { Episode, EpisodeBrief } from 'earshot/contract';

export interface News {
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
