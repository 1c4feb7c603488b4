import type { HostList } from 'earshot-site/contract';
import { SubmitBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { MoveButtons } from '../../studio/move-buttons.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';

/** The lists that visitors explore, in order, and those that only administrators see. */
export function Page({ lists, errors }: { lists: HostList[]; errors: readonly string[] }) {
  const t = useTexts('admin');
  return (
    <>
      <AdminHead part="admin-lists" />
      <h2>{t('lists')}</h2>
      <ActionErrors messages={errors} />
      {lists.length === 0 && <p>{t('no_lists')}</p>}
      <ul className="studio-rows">
        {lists.map(({ list_id, title, items, is_published }, index) => (
          <li key={list_id} className="studio-wraps">
            <div className="studio-row-text">
              <a href={studioPath('admin-list', { list_id })} dir="auto">
                {title}
              </a>
              <p>{t('item_count', { count: items })}</p>
            </div>
            <span className="es-chip studio-state">{t(is_published ? 'published' : 'draft')}</span>
            <MoveButtons
              fields={{ do: 'move', list_id }}
              name={title}
              isFirst={index === 0}
              isLast={index === lists.length - 1}
            />
          </li>
        ))}
      </ul>
      <section className="studio-box" aria-labelledby="new-list">
        <h2 id="new-list">{t('list_new')}</h2>
        <ActionForm
          className="site-form"
          fields={{ do: 'add', is_published: 'false' }}
          done={t('list_made')}
          resets
        >
          <div className="es-field">
            <label htmlFor="list-title">{t('list_title')}</label>
            <input id="list-title" name="title" required maxLength={200} dir="auto" />
          </div>
          <div className="es-field">
            <label htmlFor="list-type">{t('list_type')}</label>
            <select id="list-type" name="type">
              <option value="shows">{t('shows')}</option>
              <option value="episodes">{t('episodes')}</option>
            </select>
          </div>
          <SubmitBelow>{t('list_go')}</SubmitBelow>
        </ActionForm>
      </section>
    </>
  );
}
