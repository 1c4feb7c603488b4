import type { Show } from 'earshot/contract';
import { SubmitAction } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';

export interface MovePanelProps {
  show: Show;
  /** The errors of a new address sent without JavaScript, and its text. */
  errors: readonly string[];
  typed: string;
}

/** Moves the feed to another host: apps follow, and listeners notice nothing. */
export function MovePanel({ show, errors, typed }: MovePanelProps) {
  const { config } = useSite();
  const t = useTexts('feed');
  const to = show.new_feed_url;
  return (
    <section className="studio-box" aria-labelledby="feed-move">
      <h2 id="feed-move">{t('move')}</h2>
      <ActionErrors messages={errors} />
      {to ? (
        <>
          <p>{t('moved_to', { address: to })}</p>
          <ActionForm fields={{ do: 'move_back' }} done={t('moved_back')}>
            <SubmitAction kind="secondary">{t('move_back')}</SubmitAction>
          </ActionForm>
        </>
      ) : (
        <>
          <p>{t('move_text', { product: config.PRODUCT_NAME })}</p>
          <ActionForm className="site-form" fields={{ do: 'move' }} done={t('moved')}>
            <div className="es-field">
              <label htmlFor="feed-to">{t('move_to')}</label>
              <input
                id="feed-to"
                type="url"
                name="to"
                required
                defaultValue={typed}
                placeholder="https://new.example/feed.xml"
                dir="ltr"
              />
            </div>
            <div className="es-field" data-kind="check">
              <input id="feed-sure" type="checkbox" name="_sure" required />
              <label htmlFor="feed-sure">{t('move_sure')}</label>
            </div>
            <SubmitAction kind="danger">{t('move_go')}</SubmitAction>
          </ActionForm>
        </>
      )}
    </section>
  );
}
