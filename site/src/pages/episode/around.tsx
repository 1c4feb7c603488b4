import type { EpisodeBrief, Person } from 'earshot/contract';
import type { SiteAround } from 'earshot-site/contract';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { useSite } from '../../site-context.tsx';

/** The people in the episode. Their pictures are on other hosts, so letters stand for them. */
export function People({ people }: { people: readonly Person[] }) {
  const { t } = useSite();
  if (people.length === 0) return null;
  return (
    <section>
      <h2>{t('people')}</h2>
      <ul className="site-people">
        {people.map(({ name, role, href }) => (
          <li key={`${name} ${role}`} className="site-person">
            <a href={href ?? undefined} rel="nofollow noopener">
              <span aria-hidden="true">{[...name][0]}</span>
              <strong>
                <bdi>{name}</bdi>
                {role && <small lang="en">{role}</small>}
              </strong>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The way on: the neighbours of the episode, and more of its show. */
export function MoreEpisodes({ show, around }: { show: string; around: SiteAround }) {
  const { t } = useSite();
  const { previous, next, more } = around;
  if (!previous && !next) return null;
  return (
    <section>
      <h2 dir="auto">{t('more_from', { show })}</h2>
      <nav className="site-neighbours" aria-label={t('more_from', { show })}>
        {previous && <Neighbour episode={previous} rel="prev" label={t('previous_episode')} />}
        {next && <Neighbour episode={next} rel="next" label={t('next_episode')} />}
      </nav>
      <ol className="site-rows">
        {more.map((episode) => (
          <EpisodeRow key={episode.episode_id} episode={episode} />
        ))}
      </ol>
    </section>
  );
}

interface NeighbourProps {
  episode: EpisodeBrief;
  rel: 'prev' | 'next';
  label: string;
}

function Neighbour({ episode, rel, label }: NeighbourProps) {
  return (
    <a href={episode.site_url} rel={rel}>
      <small>{label}</small>{' '}
      <strong dir="auto" lang={episode.show_language}>
        {episode.title}
      </strong>
    </a>
  );
}
