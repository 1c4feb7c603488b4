import { createApiClient, listeningProgress } from 'earshot';
import { CLOSE_ICON } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { Icon, PlayButton, useProgress } from 'earshot/react';
import { useEffect, useRef, useState } from 'react';
import { Cover } from '../parts/cover.tsx';
import { targetOf } from '../parts/play-target.ts';
import { useSite } from '../site-context.tsx';
import { type LoadEpisode, loadHeard } from './heard-episodes.ts';
import { markBegun } from './mark-begun.ts';

const SHELF_EPISODES = 6;

/** The ids of unfinished episodes, the latest first. */
function begunIds(): number[] {
  return listeningProgress()
    .list()
    .filter(({ position }) => position > 0)
    .map(({ episode_id }) => episode_id);
}

/** The episodes for the shelf, without those that are not found. */
async function loadBegun(load: LoadEpisode): Promise<Episode[]> {
  const found: Episode[] = [];
  const ids = begunIds();
  while (ids.length > 0 && found.length < SHELF_EPISODES) {
    const next = ids.splice(0, SHELF_EPISODES - found.length);
    const episodes = await Promise.all(next.map((id) => loadHeard(id, load)));
    found.push(...episodes.flatMap((episode) => episode ?? []));
  }
  return found;
}

/**
 * The unfinished episodes on this device. The server renders an empty section, for which the page keeps room if there
 * is something to show. The order does not change while the page is shown.
 */
export function ContinueShelf() {
  const { config, t } = useSite();
  const [episodes, setEpisodes] = useState<readonly Episode[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isMounted = true;
    const api = createApiClient({ apiUrl: config.API_URL, culture: config.API_CULTURE });
    const load = async (episode_id: number) =>
      (await api.get<{ episode: Episode }>('episode', { episode_id })).episode;
    const keepBegun = () => {
      const ids = new Set(begunIds());
      setEpisodes((shown) =>
        shown.every(({ episode_id }) => ids.has(episode_id))
          ? shown
          : shown.filter(({ episode_id }) => ids.has(episode_id)),
      );
      markBegun();
    };
    markBegun();
    loadBegun(load).then((found) => {
      if (isMounted) setEpisodes(found);
      // None could be loaded: the room is removed.
      if (found.length === 0) document.documentElement.removeAttribute('data-begun');
    });
    const end = listeningProgress().subscribe(keepBegun);
    return () => {
      isMounted = false;
      end();
    };
  }, [config]);

  const remove = ({ episode_id }: Episode) => {
    listeningProgress().remove(episode_id);
    heading.current?.focus();
  };
  return (
    <section
      className="site-continue"
      aria-label={episodes.length > 0 ? t('continue_listening') : undefined}
    >
      {episodes.length > 0 && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {t('continue_listening')}
          </h2>
          <ul>
            {episodes.map((episode) => (
              <Card key={episode.episode_id} episode={episode} onRemove={remove} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Card({ episode, onRemove }: { episode: Episode; onRemove: (episode: Episode) => void }) {
  const { config, t } = useSite();
  const { title, show_title, show_language, site_url } = episode;
  const progress = useProgress(episode.episode_id);
  const duration = progress?.duration || episode.duration;
  const position = Math.min(progress?.position ?? 0, duration);
  const minutes = Math.max(1, Math.round((duration - position) / 60));
  return (
    <li className="site-begun">
      <Cover of={episode} side={64} sizes={[80, 160]} />
      <div>
        <a href={site_url} dir="auto" lang={show_language}>
          {title}
        </a>
        <p dir="auto" lang={show_language}>
          {show_title}
        </p>
        <p>{t('minutes_left', { count: minutes })}</p>
      </div>
      <PlayButton target={targetOf(episode, config)} title={title} />
      <button
        type="button"
        className="site-begun-remove"
        aria-label={t('remove_begun', { title })}
        onClick={() => onRemove(episode)}
      >
        <Icon path={CLOSE_ICON} />
      </button>
      <span className="site-begun-rail">
        <span style={{ width: `${duration ? (position / duration) * 100 : 0}%` }} />
      </span>
    </li>
  );
}
