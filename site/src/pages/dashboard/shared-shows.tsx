import type { Show } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { ActionForm } from '../../studio/action-form.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** Shows of others that the user edits. */
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
            <ActionForm
              fields={{ do: 'leave', show_id }}
              question={t('leave_sure', { title })}
              done={t('left')}
            >
              <button type="submit" className="es-action" aria-label={t('leave_of', { title })}>
                {t('leave')}
              </button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
