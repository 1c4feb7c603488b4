import { useSite } from '../site-context.tsx';

/** Writes a number in the language of the page. */
export function useNumbers(options?: Intl.NumberFormatOptions): (value: number) => string {
  const { t } = useSite();
  const format = new Intl.NumberFormat(t('date_locale'), options);
  return (value) => format.format(value);
}
