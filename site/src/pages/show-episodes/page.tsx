import type { Episode, EpisodeState, Show } from 'earshot/contract';
import type { BulkResult } from 'earshot-site/contract';
import { ActionLink, LinkBelow } from '../../action.tsx';
import { Length } from '../../parts/length.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { BeginEpisode } from '../../studio/begin-episode.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { StateChip } from '../../studio/state-chip.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { UndoBar } from '../../studio/undo-bar.tsx';
import { BulkForm } from './bulk-form.tsx';

export const EPISODE_STATES = [
  'draft',
  'scheduled',
  'published',
  'live',
  'unlisted',
  'private',
] as const satisfies readonly EpisodeState[];

type Row = Pick<
  Episode,
  'episode_id' | 'title' | 'state' | 'published_at' | 'duration' | 'season' | 'episode_number'
>;

interface ShowEpisodesProps {
  show: Show;
  items: Row[];
  nextCursor: string | null;
  q: string;
  /** Null for all states. */
  state: EpisodeState | null;
  /** An episode that was just deleted. */
  deletedId: number | null;
  /** The results for the chosen episodes, and the errors of the choice, if it was sent without JavaScript. */
  results: BulkResult[];
  action: string | null;
  errors: readonly string[];
}

export function Page(props: ShowEpisodesProps) {
  const { show, items, nextCursor, q, state, deletedId, results, action, errors } = props;
  const { client } = useSite();
  const t = useTexts('studio');
  const { show_id } = show;
  const here = studioPath('show-episodes', { show_id });
  const isFiltered = q !== '' || state !== null;
  const isEmpty = items.length === 0 && !isFiltered;
  const makeDraft = async (title: string) => {
    const answer = await client?.api.post<{ episode: Episode }>('episodes_v1', { show_id, title });
    return answer?.episode.episode_id ?? null;
  };
  const filter = { ...(q ? { q } : {}), ...(state ? { state } : {}) };
  return (
    <>
      <ShowHead show={show} part="episodes" />
      {deletedId !== null && (
        <UndoBar
          text={t('episode_deleted')}
          restore={async () => client?.api.post('episode_restore', { episode_id: deletedId })}
          next={here}
        />
      )}
      <div className="studio-title">
        {!isEmpty && <Filter key={`${q} ${state}`} {...props} />}
        <ActionLink href={studioPath('new-episode', { show_id })}>{t('new_episode')}</ActionLink>
      </div>
      {!isFiltered && <BeginEpisode makeDraft={makeDraft} />}
      <BulkForm results={results} asked={action} errors={errors}>
        {items.length > 0 && (
          <ul className="studio-rows">
            {items.map((episode) => (
              <EpisodeItem key={episode.episode_id} episode={episode} />
            ))}
          </ul>
        )}
      </BulkForm>
      {items.length === 0 && <p>{t(isFiltered ? 'nothing_found' : 'no_episodes_text')}</p>}
      {nextCursor && (
        <LinkBelow href={`${here}?${new URLSearchParams({ ...filter, cursor: nextCursor })}`}>
          {t('more_episodes')}
        </LinkBelow>
      )}
      <p>
        <a href={studioPath('deletions')}>{t('deleted')}</a>
      </p>
    </>
  );
}

/** Works without JavaScript. */
function Filter({ show, q, state }: ShowEpisodesProps) {
  const t = useTexts('studio');
  const here = studioPath('show-episodes', { show_id: show.show_id });
  const href = (value: EpisodeState | null) => {
    const query = new URLSearchParams({ ...(q ? { q } : {}), ...(value ? { state: value } : {}) });
    return query.size > 0 ? `${here}?${query}` : here;
  };
  return (
    <div className="studio-filter">
      <nav className="studio-row" aria-label={t('state')}>
        <a className="es-chip" href={href(null)} aria-current={state ? undefined : 'true'}>
          {t('all')}
        </a>
        {EPISODE_STATES.map((value) => (
          <a
            key={value}
            className="es-chip"
            href={href(value)}
            aria-current={state === value ? 'true' : undefined}
          >
            {t(`state_${value}`)}
          </a>
        ))}
      </nav>
      <form className="es-field" action={here}>
        {state && <input type="hidden" name="state" value={state} />}
        <input
          type="search"
          name="q"
          defaultValue={q}
          aria-label={t('search_episodes')}
          placeholder={t('search_episodes')}
          dir="auto"
        />
      </form>
    </div>
  );
}

function EpisodeItem({ episode }: { episode: Row }) {
  const { t } = useSite();
  const texts = useTexts('studio');
  const { episode_id, season, episode_number: number } = episode;
  return (
    <li>
      <label className="studio-tick">
        <input type="checkbox" name={`episode_${episode_id}`} />
        <span>{texts('select_of', { title: episode.title })}</span>
      </label>
      <div className="studio-row-text">
        <a href={studioPath('edit-episode', { episode_id })} dir="auto">
          {episode.title}
        </a>
        <p>
          {episode.published_at && <LocalTime date={episode.published_at} />}
          {number !== null && (
            <span>
              {t(season === null ? 'number' : 'season_number', { season: season ?? '', number })}
            </span>
          )}
          <Length seconds={episode.duration} />
        </p>
      </div>
      <StateChip of={episode} />
    </li>
  );
}
