import { createScope } from 'earshot/internal';
import type { SiteEpisodeList } from 'earshot-site/contract';
import { useEffect, useRef } from 'react';
import { ActionLink, LinkBelow } from '../../action.tsx';
import { scrollOf } from '../../navigation/navigation.ts';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { useNearEnd } from '../../parts/use-near-end.ts';
import { useSite } from '../../site-context.tsx';
import { useGrowingList } from './use-growing-list.ts';

/** The line in the window, as a share of its height, above which rows count as read. */
const READING_LINE = 0.3;

interface EpisodeListProps {
  episodes: SiteEpisodeList;
  /** Address of this list without a cursor. */
  address: string;
}

/**
 * The episodes of a show. The next page is added when its end comes near, and the address follows the visible page.
 * Without scripts a link leads to the next page.
 */
export function EpisodeList({ episodes, address }: EpisodeListProps) {
  const { t } = useSite();
  const { items, next, cursors, startsLater, more } = useGrowingList(address, episodes);
  const rows = useRef<HTMLOListElement>(null);
  const end = useNearEnd({ onEnter: () => void more(), length: items.length });

  // After a reload the list begins at the visible page, and the stored scroll position is that of a longer list.
  useEffect(() => {
    if (startsLater && scrollOf(history.state)) rows.current?.scrollIntoView();
  }, [startsLater]);
  useEffect(() => {
    const scope = createScope();
    const begin = episodes.cursor;
    scope.listen(window, 'scrollend', () => {
      if (cursors.size > 0) showAddress(address, cursorInView(rows.current, cursors) ?? begin);
    });
    return scope.dispose;
  }, [cursors, address, episodes.cursor]);

  return (
    <>
      {startsLater && <LinkBelow href={address}>{t('from_the_start')}</LinkBelow>}
      <ol ref={rows} className="site-rows">
        {items.map((episode) => (
          <EpisodeRow
            isOnShow
            key={episode.episode_id}
            episode={episode}
            excerpt={episode.excerpt}
          />
        ))}
      </ol>
      {next && (
        <p ref={end}>
          <ActionLink className="es-action site-more" href={new URL(next, address).href}>
            {t('more_episodes')}
          </ActionLink>
        </p>
      )}
    </>
  );
}

/** The cursor of the visible page of the list. */
function cursorInView(list: Element | null, cursors: ReadonlyMap<number, string>) {
  const line = window.innerHeight * READING_LINE;
  let read: string | undefined;
  for (const [episodeId, cursor] of cursors) {
    const row = list?.querySelector(`[data-episode="${episodeId}"]`);
    if (row && row.getBoundingClientRect().top < line) read = cursor;
  }
  return read;
}

/** After a reload, or if the address is sent to another person, the list begins at the visible page. */
function showAddress(address: string, cursor: string | null): void {
  const url = new URL(address);
  if (cursor) url.searchParams.set('cursor', cursor);
  history.replaceState(history.state, '', url.pathname + url.search);
}
