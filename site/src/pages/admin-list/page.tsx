import { buildPath, PAGE_ROUTES } from 'earshot/contract';
import type { HostList, HostListItem } from 'earshot-site/contract';
import { ActionLink, SubmitAction, SubmitBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { MoveButtons } from '../../studio/move-buttons.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

interface AdminListProps {
  list: HostList;
  items: HostListItem[];
  errors: readonly string[];
}

/** One list: its texts, its items, and whether visitors see it. */
export function Page({ list, items, errors }: AdminListProps) {
  const { config } = useSite();
  const t = useTexts('admin');
  const { title, permalink, type, is_published } = list;
  const href = config.SITE_URL + buildPath(PAGE_ROUTES, 'explore_list', { permalink });
  return (
    <>
      <a className="studio-up" href={studioPath('admin-lists')}>
        {t('lists')}
      </a>
      <h1 dir="auto">{title}</h1>
      <ActionErrors messages={errors} />
      <div className="studio-moves">
        <span className="es-chip studio-state">{t(is_published ? 'published' : 'draft')}</span>
        <ActionForm
          fields={{ do: 'edit', is_published: String(!is_published) }}
          done={t(is_published ? 'list_hidden' : 'list_published')}
        >
          <SubmitAction>{t(is_published ? 'hide' : 'publish')}</SubmitAction>
        </ActionForm>
        {is_published && (
          <ActionLink kind={null} href={href}>
            {t('view_list')}
          </ActionLink>
        )}
      </div>
      <h2>{t('list_items')}</h2>
      {items.length === 0 && <p>{t('no_items')}</p>}
      <ul className="studio-rows">
        {items.map((item, index) => (
          <Item
            key={item.item_id}
            item={item}
            isFirst={index === 0}
            isLast={index === items.length - 1}
          />
        ))}
      </ul>
      <ActionForm className="site-form" fields={{ do: 'add_item' }} done={t('item_added')} resets>
        <div className="es-field">
          <label htmlFor="item-address">{t(type === 'shows' ? 'add_show' : 'add_episode')}</label>
          <input id="item-address" name="address" required maxLength={2000} dir="ltr" />
          <span className="es-hint">{t('add_hint')}</span>
        </div>
        <SubmitBelow>{t('add')}</SubmitBelow>
      </ActionForm>
      <Words list={list} />
    </>
  );
}

interface ItemProps {
  item: HostListItem;
  isFirst: boolean;
  isLast: boolean;
}

function Item({ item: { item_id, title, url, is_shown }, isFirst, isLast }: ItemProps) {
  const t = useTexts('admin');
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <a href={url} dir="auto">
          {title}
        </a>
        {!is_shown && <p>{t('not_shown')}</p>}
      </div>
      <MoveButtons
        fields={{ do: 'move_item', item_id }}
        name={title}
        isFirst={isFirst}
        isLast={isLast}
      />
      <ActionForm fields={{ do: 'remove_item', item_id }} done={t('item_removed')}>
        <SubmitAction kind={null} aria-label={t('remove_name', { name: title })}>
          {t('remove')}
        </SubmitAction>
      </ActionForm>
    </li>
  );
}

function Words({ list: { title, description } }: { list: HostList }) {
  const t = useTexts('admin');
  return (
    <section className="studio-box" aria-labelledby="list-words">
      <h2 id="list-words">{t('list_words')}</h2>
      <ActionForm className="site-form" fields={{ do: 'edit' }} done={t('saved')}>
        <div className="es-field">
          <label htmlFor="list-title">{t('list_title')}</label>
          <input
            id="list-title"
            name="title"
            required
            maxLength={200}
            defaultValue={title}
            dir="auto"
          />
        </div>
        <div className="es-field">
          <label htmlFor="list-description">{t('list_description')}</label>
          <textarea
            id="list-description"
            name="description"
            maxLength={2000}
            rows={3}
            defaultValue={description}
            dir="auto"
          />
        </div>
        <SubmitBelow>{t('save')}</SubmitBelow>
      </ActionForm>
      <AskingAction
        fields={{ do: 'remove' }}
        label={t('list_remove')}
        question={t('list_remove_sure')}
        done={t('list_removed')}
      />
    </section>
  );
}
