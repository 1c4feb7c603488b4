import type { Deletion } from 'earshot/contract';
import { LinkBelow, SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { NothingYet } from '../../studio/nothing-yet.tsx';

interface DeletionsProps {
  items: Deletion[];
  /** The address of the next ones; null at the end. */
  next: string | null;
  /** The page that leads here. */
  up: { path: string; text: string };
  /** The viewer may also restore what an administrator has removed. */
  isAdmin: boolean;
  errors: readonly string[];
}

/** Deleted shows and episodes that can be restored. */
export function Page({ items, next, up, isAdmin, errors }: DeletionsProps) {
  const t = useTexts('deletions');
  return (
    <>
      <a className="studio-up" href={up.path}>
        {up.text}
      </a>
      <h1>{t('title')}</h1>
      <ActionErrors messages={errors} />
      {items.length === 0 && <NothingYet title={t('none')} text={t('none_text')} />}
      <ul className="studio-rows">
        {items.map((item) => (
          <Row
            key={item.episode_id ?? `show ${item.show_id}`}
            item={item}
            mayRestore={isAdmin || !item.removed_by_host}
          />
        ))}
      </ul>
      {next && <LinkBelow href={next}>{t('more')}</LinkBelow>}
    </>
  );
}

function Row({ item, mayRestore }: { item: Deletion; mayRestore: boolean }) {
  const t = useTexts('deletions');
  const { kind, show_id, episode_id, title, restorable_until } = item;
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <strong dir="auto">{title}</strong>
        <p>
          <span>{t(kind)}</span>
          <span>
            {t('until')} <LocalTime date={restorable_until} />
          </span>
        </p>
        {!mayRestore && <p>{t('removed_by_host')}</p>}
      </div>
      {mayRestore && (
        <ActionForm
          fields={episode_id === null ? { do: 'show', show_id } : { do: 'episode', episode_id }}
          done={t('restored')}
        >
          <SubmitAction kind="secondary" aria-label={t('restore_name', { title })}>
            {t('restore')}
          </SubmitAction>
        </ActionForm>
      )}
    </li>
  );
}
