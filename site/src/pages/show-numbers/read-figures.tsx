import type { NewHistory } from 'earshot/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';

/** The figures that were read from a file, and the lines that were not. */
export function ReadFigures(read: NewHistory) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const { host, figures, downloads, from, to, unreadable, unreadable_lines } = read;
  const further = unreadable_lines - unreadable.length;
  return (
    <div className="studio-note" role="status">
      <div>
        <p>
          {t('former_read', { count: figures, number: number(figures), host })}{' '}
          {from && (
            <>
              <bdi>{from === to ? from : `${from} – ${to}`}</bdi>
              {', '}
              {t('former_figures', { count: downloads, number: number(downloads) })}
            </>
          )}
        </p>
        {unreadable_lines > 0 && (
          <>
            <p>{t('former_left_out', { count: unreadable_lines })}</p>
            <ul>
              {unreadable.map(({ line, value, reason }) => (
                <li key={line}>
                  {t('former_line', { line })} {t(`former_${reason}`, { value })}
                </li>
              ))}
            </ul>
            {further > 0 && <p>{t('former_further', { count: further })}</p>}
          </>
        )}
      </div>
    </div>
  );
}
