import type { DashboardShow, Show } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { ShowPanel } from './show-panel.tsx';

interface SharedShowsProps {
  shows: readonly Show[];
  figures: readonly DashboardShow[];
}

/** Shows of other users that the user edits. */
export function SharedShows({ shows, figures }: SharedShowsProps) {
  const t = useTexts('studio');
  return (
    <section aria-labelledby="shared-shows">
      <h2 id="shared-shows">{t('shared_shows')}</h2>
      <div className="studio-begin">
        {shows.map((show) => (
          <ShowPanel
            key={show.show_id}
            show={show}
            figures={figures.find(({ show_id }) => show_id === show.show_id)}
          >
            <AskingAction
              fields={{ do: 'leave', show_id: show.show_id }}
              label={t('leave')}
              name={t('leave_of', { title: show.title })}
              question={t('leave_sure', { title: show.title })}
              done={t('left')}
            />
          </ShowPanel>
        ))}
      </div>
    </section>
  );
}
