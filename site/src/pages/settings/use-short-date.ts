import { formatDate } from 'earshot/internal';
import { useSite } from '../../site-context.tsx';

/** Writes a day in the language of the page. */
export function useShortDate(): (iso: string) => string {
  const { t } = useSite();
  return (iso) => formatDate(iso, t('date_locale'));
}
