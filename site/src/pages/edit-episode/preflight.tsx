import type { PreflightItem } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** Problems to fix before publishing. Each line links to its field. */
export function Preflight({ items, showId }: { items: readonly PreflightItem[]; showId: number }) {
  const t = useTexts('studio');
  if (items.length === 0) return <p className="studio-fine">{t('preflight_fine')}</p>;
  return (
    <ul className="studio-preflight" aria-label={t('preflight')}>
      {items.map(({ id, severity, text, field }) => (
        <li key={id} data-severity={severity}>
          <span className="site-hidden">{t(`severity_${severity}`)}</span>
          {text}{' '}
          {field === 'show/image' ? (
            <a href={studioPath('edit-show', { show_id: showId })}>{t('go_to_field')}</a>
          ) : (
            <button type="button" className="es-link" onClick={() => focusField(field)}>
              {t('go_to_field')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The audio has no field of that name: all other problems are fixed in its section. */
function focusField(field: string): void {
  const named = document.querySelector<HTMLElement>(
    `main :is([name="${CSS.escape(field)}"], [data-name="${CSS.escape(field)}"])`,
  );
  const target = named ?? document.getElementById('audio');
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
