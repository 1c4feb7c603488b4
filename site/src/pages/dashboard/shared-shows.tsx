import type { Show } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** Shows of other users that the user edits. */
export function SharedShows({ shows }: { shows: readonly Show[] }) {
  const t = useTexts('studio');
  return (
    <section aria-labelledby="shared-shows">
      <h2 id="shared-shows">{t('shared_shows')}</h2>
      <ul className="studio-rows">
        {shows.map(({ show_id, title }) => (
          <li key={show_id}>
            <div className="studio-row-text">
              <a href={studioPath('show-episodes', { show_id })} dir="auto">
                {title}
              </a>
            </div>
            <AskingAction
              fields={{ do: 'leave', show_id }}
              label={t('leave')}
              name={t('leave_of', { title })}
              question={t('leave_sure', { title })}
              done={t('left')}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
